// Every legal move of the sources' figures can be tapped together, and nothing else comes out of taps.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Chip, chips } from "./chips";
import { type Choice, choose, composed, drop, endKey, hints, isCanoe, opsKey, readOffer } from "./composer";
import { type Move, readMove, stealKey, tradeKey } from "./moves";
import type { View } from "./protocol";

type Figure = { id: string; position: View; seat: number; legal: string[] };
const figures = JSON.parse(readFileSync("../tests/scenarios/figures.json", "utf8")) as Figure[];

const costless = (legal: string[]) =>
  Object.fromEntries(legal.map((text) => [text, { steps: 0, load: 0, route: [], washed_from: null }]));

const offerOf = (figure: Figure) => {
  const canoes = figure.position.seats[figure.seat]?.canoes;
  return readOffer(figure.legal, costless(figure.legal), canoes ?? []);
};

/** A long list: several thefts, trades, points and washes at once. */
const crowded: Figure = {
  ...(figures[0] as Figure),
  id: "crowded",
  legal: [
    "a=1>camp", "a=2>camp", "a=2(+w)>camp", "a=1>~S5", "a=3(-p+w)", "a=3>S5(+y)", "a=3>S5(-p)", "a=3>S5(-p)*b2a", "a=3>S5(-p)*r1b",
    "a=3>S5(-p)*r1b*b2a", "a=3>S5(-p)&+r", "a=3>S5(-p)*b2a&-b+r", "a=3>S5(-p)*b2a&+r", "b=1>S1", "end", "elk a",
  ],
};

/** The taps that name a move part by part. */
function tapsFor(move: Move): Choice[] {
  if (move.kind === "buy") {
    return [{ slot: "canoe", value: move.canoe }, move.gem ? { slot: "gem", value: move.gem } : { slot: "whole", value: move.text }];
  }
  if (!isCanoe(move)) return [{ slot: "whole", value: move.text }];
  return [
    { slot: "canoe", value: move.canoe },
    ...(move.points === null ? [] : [{ slot: "points", value: move.points } as const]),
    { slot: "end", value: endKey(move) },
    { slot: "ops", value: opsKey(move) },
    ...move.steals.map((steal) => ({ slot: "steal", value: stealKey(steal) }) as const),
    ...(move.trade ? [{ slot: "trade", value: tradeKey(move) } as const] : []),
  ];
}

describe.each([...figures, crowded])("figure $id", (figure) => {
  const offer = offerOf(figure);

  it("reads every move text into parts", () => {
    expect(offer.moves.map((move) => move.text)).toEqual(figure.legal);
  });

  it.each(figure.legal)("%s can be composed part by part", (text) => {
    let choices: Choice[] = [];
    for (const tap of tapsFor(readMove(text))) choices = choose(offer, choices, tap);
    expect(composed(offer, choices)?.text).toBe(text);
  });

  it("offers a way to every move by its buttons alone", () => {
    const reached = new Set<string>();
    const seen = new Set<string>();
    const visit = (choices: Choice[]): void => {
      const key = JSON.stringify(choices);
      if (seen.has(key)) return;
      seen.add(key);
      const move = composed(offer, choices);
      if (move) reached.add(move.text);
      for (const chip of chips(offer, choices)) if (!chip.on) visit(choose(offer, choices, chip.choice));
    };
    visit([]);
    expect([...reached].sort()).toEqual([...figure.legal].sort());
  });

  it("comes to a legal move by any taps, and steps back to the beginning", () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    for (let game = 0; game < 60; game += 1) {
      let choices: Choice[] = [];
      for (let tap = 0; tap < 25; tap += 1) {
        const open: Chip[] = chips(offer, choices);
        const chip = open[random(Math.max(open.length, 1))];
        if (!chip) break;
        choices = chip.on ? drop(choices, chip.choice) : choose(offer, choices, chip.choice);
        const move = composed(offer, choices);
        if (move) expect(figure.legal).toContain(move.text);
      }
      for (let left = 12; !composed(offer, choices) && left > 0; left -= 1) {
        const chip = chips(offer, choices).find((one) => !one.on) as Chip;
        choices = choose(offer, choices, chip.choice);
      }
      expect(figure.legal).toContain(composed(offer, choices)?.text);
      while (choices.length) choices = choices.slice(0, -1);
      expect(hints(offer, choices, figure.seat, null).refused).toBeNull();
    }
  });
});

it("refuses a tap that leads nowhere and keeps what was chosen", () => {
  const offer = offerOf(figures[0] as Figure);
  const chosen = choose(offer, [], { slot: "canoe", value: "b" });
  expect(choose(offer, chosen, { slot: "end", value: "S2" })).toEqual(chosen);
});

it("lets another end take the place of the first, with the loads that go with it", () => {
  const offer = offerOf(figures[0] as Figure);
  let choices = choose(offer, [], { slot: "canoe", value: "a" });
  choices = choose(offer, choices, { slot: "end", value: "L7" });
  choices = choose(offer, choices, { slot: "ops", value: "|-p+r" });
  choices = choose(offer, choices, { slot: "end", value: "S3" });
  expect(composed(offer, choices)?.text).toBe("a(-p+w+w)>S3");
});

it("takes stones tapped at a deposit as loads, one tap a stone", () => {
  const offer = offerOf(figures.find((one) => one.id === "A-fig-4d") as Figure);
  let choices = choose(offer, [], { slot: "canoe", value: "a" });
  choices = choose(offer, choices, { slot: "op", value: "+y", deposit: "y" });
  expect(hints(offer, choices, 0, null).ends.map((end) => end.place)).toEqual(["S5"]);
  expect(composed(offer, choices)?.text).toBe("a>S5(+y+y)");
});

const laden = readOffer(
  ["a>S2", "a(-r)>S4", "a>R6(-r+b)", "b>S1", "end"],
  costless(["a>S2", "a(-r)>S4", "a>R6(-r+b)", "b>S1"]),
  [{ at: "R7", gems: "r" }, { at: "camp", gems: "" }],
);

it("lets the first tap pick the canoe up, wherever it is hit: its stones answer to the next", () => {
  const alone = { ...laden, moves: laden.moves.filter((move) => isCanoe(move) && move.canoe === "a") };
  expect(hints(alone, [], 0, null).selected).toEqual({ seat: 0, canoe: "a" });
  expect(hints(alone, [], 0, null).unloads).toEqual([]);
  expect(hints(alone, choose(alone, [], { slot: "canoe", value: "a" }), 0, null).unloads).toEqual(["r"]);
});

it("shows what has been loaded or unloaded before the end is chosen, to be taken back", () => {
  const chosen = choose(laden, choose(laden, [], { slot: "canoe", value: "a" }), { slot: "op", value: "-r", deposit: null });
  const shown = chips(laden, chosen).map((chip) => [chip.choice.value, chip.on]);
  expect(shown).toEqual([["-r", true], ["S4", false], ["R6", false]]);
  expect(chips(laden, drop(chosen, chosen[1] as Choice)).map((chip) => chip.choice.value)).toContain("S2");
});
