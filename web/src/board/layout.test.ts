import { expect, test } from "vitest";
import { crowd, MOCKUP, start } from "./fixtures/views";
import { DEPOSITS, LAYOUTS, SPOTS } from "./geometry";
import { journeys, slides } from "./journeys";
import { beaverSpot, canoeSpots, depositStones, stoneAt } from "./layout";
import { follow, shownOf } from "./model";
import { route, sample, way } from "./river";
import { canoeBox, placeBox } from "./touch";

const key = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)},${y.toFixed(1)}`;

test("up to thirteen canoes lie on one disc, each on a spot of its own", () => {
  for (let number = 1; number <= 13; number++) {
    const shown = shownOf(crowd(number, "S3"));
    const spots = canoeSpots(shown);
    const here = shown.canoes.filter((piece) => piece.at === "S3").map(({ id }) => spots.get(id));
    expect(here).toHaveLength(number);
    expect(new Set(here.map((spot) => spot && key(spot))).size).toBe(number);
    expect(LAYOUTS[number - 1]?.slots).toHaveLength(number);
  }
});

test("on a full disc the two-seaters lie further out than the one-seaters", () => {
  const shown = shownOf(crowd(6, "S3"));
  const spots = canoeSpots(shown);
  const out = (seats: number): number[] =>
    shown.canoes.filter((piece) => piece.at === "S3" && piece.seats === seats).map(({ id }) => Math.abs((spots.get(id)?.x ?? 0) - SPOTS.S3.centre.x));
  expect(Math.min(...out(2))).toBeGreaterThanOrEqual(Math.max(...out(1)));
});

test("twelve canoes have twelve spots in camp", () => {
  const spots = canoeSpots(shownOf(start(6, true, false)));
  expect(new Set([...spots.values()].map(key)).size).toBe(12);
});

test("canoes on the bank lie beside their space and never on each other", () => {
  const view = crowd(8, "S2");
  const roped = { ...view, seats: view.seats.map((seat) => ({ ...seat, canoes: seat.canoes.map((canoe) => ({ ...canoe, bank: canoe.at === "S2" })) })) } as typeof view;
  const shown = shownOf(roped);
  const spots = canoeSpots(shown);
  const moored = shown.canoes.filter(({ bank }) => bank).map(({ id }) => spots.get(id));
  expect(moored).toHaveLength(8);
  expect(new Set(moored.map((spot) => spot && key(spot))).size).toBe(8);
  expect(moored.every((spot) => (spot?.x ?? 0) > SPOTS.S2.centre.x)).toBe(true);
});

test("a lost canoe is not on the board", () => {
  expect(canoeSpots(shownOf(MOCKUP)).has("1b")).toBe(false);
});

test("strangers lie apart from a deposit's own stones, and from the seventh on they are counted (R3.9)", () => {
  const few = depositStones("p", "pppy");
  expect(few.own).toHaveLength(3);
  expect(few.foreign.map(({ gem }) => gem)).toEqual(["y"]);
  expect(depositStones("p", "pwwwwyyyy")).toMatchObject({ more: 2 });
  expect(stoneAt("p", "pppy", "y").x).toBeLessThan(DEPOSITS.p.centre.x - 80);
});

test("the beaver makes room for canoes on its disc", () => {
  const alone = beaverSpot(shownOf(MOCKUP));
  const crowded = beaverSpot(shownOf({ ...MOCKUP, beaver: "S5" }));
  expect(alone?.scale).toBeGreaterThan(crowded?.scale ?? 9);
});

test("the way down the river and the way up are the same water", () => {
  expect(way("S5", "L6").reverse()).toEqual(way("L6", "S5"));
  expect(sample("M0 0 C0 10 10 10 10 0", 2)).toEqual([{ x: 0, y: 0 }, { x: 5, y: 7.5 }, { x: 10, y: 0 }]);
});

test("a route has one number for each step", () => {
  expect(route(["S4", "S5", "L6", "L7"]).marks).toHaveLength(3);
  expect(route(["S1", "camp"]).marks).toHaveLength(1);
});

test("a push moves every disc of its path, and the pieces that ride on them along the same water", () => {
  const shown = shownOf(MOCKUP);
  const path = ["S1", "S2", "S3", "S4", "S5", "R6", "R7"] as const;
  const { moved } = journeys(shown, follow(shown, { event: "push", arm: "R", path: [...path] }));
  expect(slides([...path]).map(({ id }) => id)).toEqual(path.map((place) => `disc-${place}`));
  expect(moved.map(({ id }) => id)).not.toContain("4a");
  expect(moved.find(({ id }) => id === "0b")?.way).toEqual(way("S3", "S4"));
});

test("a finger of 44 px hits every space, and a canoe alone on its disc, on a phone 360 px wide", () => {
  const half = 0.5; // px a unit
  for (const space of ["S1", "S5", "L7", "R7"] as const) {
    expect(placeBox(space).width * half).toBeGreaterThanOrEqual(44);
    expect(placeBox(space).height * half).toBeGreaterThanOrEqual(44);
  }
  const box = canoeBox({ x: 0, y: 0, scale: 1 }, 1, true);
  expect(box.width * half).toBeGreaterThanOrEqual(44);
  expect(box.height * half).toBeGreaterThanOrEqual(37);
});
