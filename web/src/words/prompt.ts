// What the table waits for, in one short line and one longer one.
import type { Chip } from "../game/chips";
import type { State, View } from "../game/protocol";
import { allOf, say } from "./index";

export type Prompt = { title: string; rest: string };

function waiting(game: State): string {
  const names = game.actors.filter((seat) => seat >= 0).map((seat) => game.table.seats[seat]?.name ?? "");
  return names.length > 3 ? say("prompt-waiting-many", { count: names.length }) : say("prompt-waiting", { who: allOf(names) });
}

function cards(game: State, mine: boolean): Prompt {
  const seat = game.you.seat === null ? undefined : game.view?.seats[game.you.seat];
  if (mine) return { title: say("prompt-card"), rest: say("prompt-card-rest") };
  if (seat?.card && seat.card !== "?") return { title: say("prompt-chosen", { card: say(`card-${seat.card}`) }), rest: waiting(game) };
  return { title: say("prompt-cards"), rest: waiting(game) };
}

function own(view: View, seat: number, chips: Chip[], ready: boolean): Prompt {
  const title = say("prompt-turn");
  if (view.phase === "buy") {
    const free = chips.some(({ move }) => move.kind === "buy" && move.gem === null);
    return { title: say("prompt-buy"), rest: say(free ? "prompt-buy-free" : "prompt-buy-rest") };
  }
  if (view.phase === "banks") return { title: say("prompt-arm"), rest: say("prompt-arm-rest") };
  const card = view.seats[seat]?.card;
  if (card === "C") return { title, rest: say("prompt-cloud") };
  if (card === "L") return { title, rest: say("prompt-lasso") };
  if (ready) return { title, rest: say("prompt-ready") };
  const settled = new Set(chips.filter(({ on }) => on).map(({ choice }) => choice.slot));
  const slot = chips.find(({ choice }) => !settled.has(choice.slot))?.choice.slot;
  if (slot === "points" || slot === "end" || slot === "ops") return { title, rest: say(`prompt-${slot}`) };
  return { title, rest: card === "X" ? say("prompt-choice") : say("prompt-canoe", { card: Number(card ?? 0) }) };
}

/** Where several share a device, whose question it is stands before it. */
export function prompt(game: State, mine: boolean, chips: Chip[], ready: boolean): Prompt {
  const { title, rest } = asked(game, mine, chips, ready);
  const who = game.you.seat === null ? "" : (game.table.seats[game.you.seat]?.name ?? "");
  return mine && game.you.seats.length > 1 ? { title: say("prompt-named", { who, title }), rest } : { title, rest };
}

function asked(game: State, mine: boolean, chips: Chip[], ready: boolean): Prompt {
  const { view, you } = game;
  if (!view) return { title: "", rest: "" };
  if (view.phase === "over") return { title: say("prompt-over"), rest: "" };
  if (view.phase === "cards") return cards(game, mine);
  if (mine && you.seat !== null) return own(view, you.seat, chips, ready);
  const acting = view.turn ?? game.actors[0];
  const who = acting === undefined || acting < 0 ? "" : (game.table.seats[acting]?.name ?? "");
  const rest = you.seat === null ? say("prompt-watching") : "";
  if (view.phase === "buy") return { title: say("prompt-buying"), rest: waiting(game) };
  if (acting === you.seat) return { title: say("prompt-turn"), rest };
  return { title: who ? say("prompt-other", { who }) : say("prompt-river"), rest };
}
