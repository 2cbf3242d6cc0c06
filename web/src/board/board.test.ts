import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Board from "./Board.svelte";
import type { BoardProps } from "./contract";
import { crowd, LOOKS, MOCKUP, MOCKUP_HINTS } from "./fixtures/views";

const called = { onplace: vi.fn(), oncanoe: vi.fn(), ondeposit: vi.fn(), oncargo: vi.fn() };
let board: ReturnType<typeof mount> | null = null;

function show(props: Partial<BoardProps> = {}): void {
  board = mount(Board, {
    target: document.body,
    props: { view: MOCKUP, looks: LOOKS, me: 0, hints: MOCKUP_HINTS, speed: null, letters: false, ...called, ...props },
  });
  flushSync();
}
const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>(".places button:not([tabindex])")];
const words = (): string[] => buttons().map((button) => button.textContent?.trim() ?? "");
const press = (label: string): void => {
  const found = buttons().find((button) => button.textContent?.includes(label));
  if (!found) throw new Error(`no button says ${label}: ${words().join(" | ")}`);
  found.click();
  flushSync();
};

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<svg xmlns='http://www.w3.org/2000/svg'></svg>")));
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(async () => {
  if (board) await unmount(board);
  board = null;
  document.body.replaceChildren();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test("the tab key follows the river: camp, the spaces, left arm, right arm, then the deposits", () => {
  show({ hints: null });
  const order = ["Camp", "Space 1", "Space 2", "Space 3", "Space 4", "Space 5", "Left arm", "Left arm", "Right arm", "Right arm", "Purple", "White", "Yellow", "Blue", "Red"];
  expect(words()).toHaveLength(order.length);
  words().forEach((text, i) => expect(text).toMatch(new RegExp(`^${order[i]}`)));
});

test("a place tells who is there, and what it costs to end there", () => {
  show();
  const space5 = words().find((text) => text.startsWith("Space 5"));
  for (const part of ["Cy’s two-seat canoe", "with the elk", "Diamond Joe’s canoe, with red", "1 for the way, 4 for loading"]) expect(space5).toContain(part);
  expect(words().find((text) => text.startsWith("Space 2"))).toContain("the whirlpool");
  expect(words().find((text) => text.startsWith("Space 3"))).toContain("roped to the bank");
});

test("what glows can be tapped: places, own canoes, stones to load and to unload", () => {
  show();
  press("Right arm, by the red");
  press("can move");
  press("Unload a white gem");
  press("Red deposit");
  expect(called.onplace).toHaveBeenCalledWith("R7");
  expect(called.oncanoe).toHaveBeenCalledWith({ seat: 0, canoe: "b" });
  expect(called.oncargo).toHaveBeenCalledWith("w");
  expect(called.ondeposit).toHaveBeenCalledWith("r", "r");
});

test("a stranger at a deposit is loaded as itself (R3.9)", () => {
  show({ hints: { ...MOCKUP_HINTS, loads: [{ deposit: "p", gem: "y" }] } });
  press("Load a yellow gem");
  expect(called.ondeposit).toHaveBeenCalledWith("p", "y");
});

test("a crowded disc lists its canoes before anything is chosen", () => {
  show({ view: crowd(7, "S3"), hints: { ...MOCKUP_HINTS, selected: null, ends: [] } });
  press("Space 3");
  expect(called.onplace).not.toHaveBeenCalled();
  const listed = [...document.querySelectorAll<HTMLButtonElement>(".crowd .one")];
  expect(listed).toHaveLength(7);
  listed[1]?.click();
  flushSync();
  expect(called.oncanoe).toHaveBeenCalledWith({ seat: 0, canoe: "b" });
  expect(document.querySelector(".crowd")).toBeNull();
});

test("a refusal stands over its place in words", () => {
  show();
  expect(document.querySelector("[role=alert]")?.textContent).toBe(MOCKUP_HINTS.refused?.text);
});

test("letters stand on the stones only on request", () => {
  show();
  expect(document.querySelectorAll(".letter")).toHaveLength(0);
});
