import { expect, test } from "vitest";
import type { Event } from "../game/protocol";
import { RECORDED } from "./fixtures/recorded";
import { MOCKUP, start } from "./fixtures/views";
import { follow, shownOf, type Shown } from "./model";

const told = (shown: Shown, ...events: Event[]): Shown => events.reduce(follow, shown);
const at = (shown: Shown, id: string): string | undefined => shown.canoes.find((piece) => piece.id === id)?.at;

test("after every recorded list of events the board stands as the next view says", () => {
  for (const { before, events, after } of RECORDED) expect(told(shownOf(before), ...events)).toEqual(shownOf(after));
});

test("the recorded lists hold every event that changes the board", () => {
  const kinds = new Set(RECORDED.flatMap(({ events }) => events.map(({ event }) => event)));
  for (const kind of [
    "bought", "elk", "step", "home", "unload", "load", "steal", "trade", "weather", "beaver", "lasso", "push", "flag",
    "whirlpool", "carry", "fall", "unrope", "elk_home", "joe",
  ]) expect(kinds).toContain(kind);
});

test("a push carries what floats and leaves the canoe on the bank (R5.8, R6.3)", () => {
  const pushed = told(shownOf(MOCKUP), { event: "push", arm: "R", path: ["S1", "S2", "S3", "S4", "S5", "R6", "R7"] });
  expect(at(pushed, "0b")).toBe("S4");
  expect(at(pushed, "joe")).toBe("R6");
  expect(at(pushed, "4a")).toBe("S3");
  expect(pushed.whirlpool).toBe("S3");
  expect(pushed.beaver).toBeNull();
});

test("a fallen whirlpool waits at the source until it enters (R5.6)", () => {
  const edge = { ...start(3), whirlpool: "R7" as const };
  const fallen = told(shownOf(edge), { event: "push", arm: "R", path: ["S1", "S2", "S3", "S4", "S5", "R6", "R7"] });
  expect(fallen.whirlpool).toBe("next");
  expect(told(fallen, { event: "push", arm: "L", path: ["S1", "S2"] }, { event: "whirlpool", at: "S1" }).whirlpool).toBe("S1");
});

test("a canoe that lands loses the elk, which is away until the river has moved (R5.18)", () => {
  const landed = told(shownOf(MOCKUP), { event: "step", seat: 3, canoe: "a", from: "S1", to: "camp", cost: 1 });
  expect(landed.elk).toBe("away");
  expect(landed.canoes.some((piece) => piece.elk)).toBe(false);
});

test("without the Spirits both canoes have one seat (R1.6)", () => {
  expect(shownOf(start(4, false, false)).canoes.every((piece) => piece.seats === 1)).toBe(true);
  expect(shownOf(start(4)).canoes.filter((piece) => piece.seats === 2)).toHaveLength(4);
});
