// The keyboard at the table: cards by digit and letter, the river by arrows, Enter, Escape.
import { CARDS } from "../game/places";
import type { Card } from "../game/protocol";
import { settings } from "../game/settings.svelte";
import type { TableStore } from "../game/store.svelte";

/** Keys belong to what is written in, and to what is scrolled by them. */
const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, select, textarea, [role=log]");

/** Enter belongs to the button that has the focus, if one has. */
const idle = (target: EventTarget | null): boolean => target === document.body || (target instanceof HTMLElement && target.matches(".ok"));

const whole = (store: TableStore, text: string): boolean =>
  (store.state?.legal.includes(text) ?? false) && store.turn.choose({ slot: "whole", value: text });

function onTurn(store: TableStore, key: string, target: EventTarget | null): boolean {
  const { turn } = store;
  switch (key) {
    case "ArrowDown":
      turn.along(1);
      return true;
    case "ArrowUp":
      turn.along(-1);
      return true;
    case "ArrowLeft":
    case "ArrowRight":
      turn.other();
      return true;
    case "Escape":
      turn.back();
      return true;
    case "Enter":
      if (!turn.move || !idle(target)) return false;
      void turn.confirm();
      return true;
    case "+":
    case "-":
      return whole(store, `weather ${key}`);
    default:
      return /^[1-9]$/.test(key) && turn.choose({ slot: "points", value: Number(key) });
  }
}

export function onkey(store: TableStore, event: KeyboardEvent): void {
  if (takesKeys(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(":popover-open, .crowd")) return;
  if (event.key.length === 1 && !settings.keys) return;
  const card = event.key.toUpperCase() as Card;
  let done = false;
  if (event.key === "?") {
    document.getElementById("help")?.showPopover();
    done = true;
  } else if (store.state?.view?.phase === "cards" && store.choosing && CARDS.includes(card)) {
    void store.turn.card(card);
    done = true;
  } else if (store.turn.offer) done = onTurn(store, event.key, event.target);
  if (done) event.preventDefault();
}
