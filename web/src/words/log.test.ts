// The log tells cause and effect in whole sentences.
import { expect, it } from "vitest";
import type { Entry, Event } from "../game/protocol";
import { type LogLine, latest, lineText, tell } from "./log";

const people = ["Ada", "Bo", "Cy"];
const names = (seat: number) => ({ name: people[seat] ?? "", you: seat === 0 });
const entry = (events: Event[], seq = 1): Entry => ({ kind: "move", seq, at: "", seat: 0, move: null, events });
const told = (...entries: Event[][]): string[] =>
  entries.reduce((log, events, index) => tell(log, entry(events, index + 1), names), [] as LogLine[]).map(lineText);

it("tells the river's speed with its parts and who falls for it", () => {
  expect(
    told([
      { event: "river", speed: 4, lowest: 3, weather: 1 },
      { event: "push", arm: "L", path: ["S1", "S2", "S3", "S4", "S5", "L6", "L7"] },
      { event: "fall", seat: 1, canoe: "a", at: "L7", gems: "r", elk: false },
      { event: "flag", arm: "R" },
    ]),
  ).toEqual(["The river moves 4: lowest card 3, rain, +1. Bo’s canoe goes over the left fall with a red gem."]);
});

it("tells a turn in one line, though its moves come one by one", () => {
  expect(
    told(
      [{ event: "open", seat: 1, card: "6" }],
      [
        { event: "load", seat: 1, canoe: "a", gem: "w", at: "S4" },
        { event: "step", seat: 1, canoe: "a", from: "S4", to: "S3", cost: 1 },
        { event: "step", seat: 1, canoe: "a", from: "S3", to: "S2", cost: 1 },
        { event: "steal", seat: 1, canoe: "a", victim: 0, victim_canoe: "b", gem: "b" },
      ],
      [{ event: "step", seat: 1, canoe: "b", from: "camp", to: "S1", cost: 1 }],
    ),
  ).toEqual(["Bo plays 6: loads a white gem, climbs to the second grey space, takes a blue gem from you, launches a canoe to the first grey space."]);
});

it("tells gems loaded one after the other together", () => {
  const at = { seat: 1, canoe: "a", at: "S4" } as const;
  expect(
    told([
      { event: "open", seat: 1, card: "7" },
      { event: "unload", gem: "p", ...at },
      { event: "load", gem: "w", ...at },
      { event: "load", gem: "w", ...at },
    ]),
  ).toEqual(["Bo plays 7: puts a purple gem ashore, loads 2 white gems."]);
});

it("tells a landing by what it brings, not by its steps", () => {
  expect(
    told([
      { event: "open", seat: 0, card: "2" },
      { event: "step", seat: 0, canoe: "a", from: "S2", to: "S1", cost: 1 },
      { event: "step", seat: 0, canoe: "a", from: "S1", to: "camp", cost: 1 },
      { event: "home", seat: 0, canoe: "a", gems: "pw" },
    ]),
  ).toEqual(["You play 2: bring a purple gem and a white gem home."]);
});

it("tells that nothing was done, and what the whirlpool did", () => {
  expect(told([{ event: "open", seat: 1, card: "1" }, { event: "pass", seat: 1 }])).toEqual(["Bo plays 1: stays ashore."]);
  expect(
    told([
      { event: "open", seat: 2, card: "1" },
      { event: "step", seat: 2, canoe: "a", from: "S2", to: "S3", cost: 1 },
      { event: "carry", seat: 2, canoe: "a", from: "S3", to: "S4" },
    ]),
  ).toEqual(["Cy plays 1: glides down to purple, the whirlpool carries it to white."]);
});

it("gives Joe a line of his own", () => {
  expect(
    told([
      { event: "river", speed: 0, lowest: 0, weather: 0 },
      { event: "load", seat: null, canoe: "joe", gem: "p", at: "S3" },
      { event: "step", seat: null, canoe: "joe", from: "S3", to: "S2", cost: 1 },
    ]),
  ).toEqual(["The river stands still: lowest card 0, fair, 0.", "Diamond Joe: loads a purple gem, climbs to the second grey space."]);
});

it("names the winners and their ways", () => {
  expect(told([{ event: "over", winners: [0, 2], ways: [["kinds", "seven"], ["alike"]] }])).toEqual([
    "You win with all five colours and seven gems.",
    "Cy wins with four of one colour.",
  ]);
});

it("keeps the river before the eyes of who sees one line alone, though a new round is told already", () => {
  const round: Event = { event: "round", round: 1, ring: 0 };
  const log = (events: Event[]) => tell([], entry(events), names);
  expect(latest(log([{ event: "river", speed: 0, lowest: 0, weather: 0 }, round]))?.topic).toBe("river");
  expect(latest(log([round]))?.topic).toBe("round");
  expect(latest([])).toBeUndefined();
});
