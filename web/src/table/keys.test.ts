// Keys belong to the game only where nothing else on the page takes them.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "../game/settings.svelte";
import type { TableStore } from "../game/store.svelte";
import { onkey } from "./keys";

let along: ReturnType<typeof vi.fn>;
let back: ReturnType<typeof vi.fn>;
let choose: ReturnType<typeof vi.fn>;
let store: TableStore;

beforeEach(() => {
  along = vi.fn();
  back = vi.fn();
  choose = vi.fn();
  store = { state: { view: { phase: "turns" }, legal: ["weather +"] }, turn: { offer: {}, along, back, choose } } as unknown as TableStore;
  vi.spyOn(document, "querySelector").mockImplementation((selector) => (selector.includes(".crowd") ? document.getElementById("crowd") : null));
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

function press(key: string, page = "<p id=here></p>"): void {
  document.body.innerHTML = page;
  const target = document.getElementById("here") as HTMLElement;
  target.addEventListener("keydown", (event) => onkey(store, event));
  target.dispatchEvent(new KeyboardEvent("keydown", { key }));
}

it("goes along the river by arrows and steps back by Escape", () => {
  press("ArrowDown");
  press("ArrowUp");
  press("Escape");
  expect(along.mock.calls).toEqual([[1], [-1]]);
  expect(back).toHaveBeenCalledOnce();
});

it.each(["<input id=here>", "<select id=here></select>", "<div id=here role=log tabindex=0></div>"])("leaves the keys to %s", (page) => {
  for (const key of ["ArrowDown", "Escape", "1"]) press(key, page);
  expect(along).not.toHaveBeenCalled();
  expect(back).not.toHaveBeenCalled();
});

it("leaves Escape to the open list of a crowded disc", () => {
  press("Escape", "<p id=here></p><div id=crowd class=crowd></div>");
  expect(back).not.toHaveBeenCalled();
});

it("leaves single letters, digits and signs alone where somebody has switched them off", () => {
  for (const key of ["1", "+"]) press(key);
  expect(choose).toHaveBeenCalledTimes(2);
  settings.change({ keys: false });
  for (const key of ["1", "+", "?"]) press(key);
  press("ArrowDown");
  settings.change({ keys: true });
  expect(choose).toHaveBeenCalledTimes(2);
  expect(along).toHaveBeenCalledOnce();
});
