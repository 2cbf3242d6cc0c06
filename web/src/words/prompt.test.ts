// The question follows the taps: the next thing that is open, not the first.
import { expect, it } from "vitest";
import { chips } from "../game/chips";
import { type Choice, readOffer } from "../game/composer";
import type { State } from "../game/protocol";
import { prompt } from "./prompt";

const offer = readOffer(["a=2>S2", "a=3>S3", "a=3(-p+w)", "b=2>S2", "end"], {}, [{ at: "camp", gems: "p" }, { at: "S4", gems: "" }]);
const game = (card: string) =>
  ({ you: { seat: 0, seats: [0] }, actors: [0], table: { seats: [] }, view: { phase: "turns", turn: 0, seats: [{ card }] } }) as unknown as State;

const A: Choice = { slot: "canoe", value: "a" };
it.each<[string, string, Choice[]]>([
  ["Which canoe moves, and how far?", "X", []],
  ["2 points a canoe. Which one moves?", "2", []],
  ["With how many points?", "X", [A]],
  ["Where to?", "X", [A, { slot: "points", value: 3 }]],
])("asks “%s” with the card %s", (rest, card, choices) => {
  expect(prompt(game(card), true, chips(offer, choices), false).rest).toBe(rest);
});
