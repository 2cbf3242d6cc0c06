// A replay gets to every moment: by steps, by rounds, from page to page; the board plays single steps only.
import { beforeEach, expect, it, vi } from "vitest";
import { RECORDED } from "../board/fixtures/recorded";
import type { Replay, View } from "./protocol";
import { ReplayStore } from "./replay.svelte";
import { changed } from "./told";

const begin = { ...RECORDED[0]!.before, round: 1 };
const rounds = [1, 1, 2, 2, 2, 3]; // in which each step ends
const page = (from: number, to: number, next: number | null): Replay => ({
  name: "Sunday", names: begin.seats.map((_, seat) => `P${seat}`), colours: begin.seats.map((_, seat) => seat), running: false, after: from, next,
  begin: { ...begin, round: from ? (rounds[from - 1] ?? 1) : 1 },
  steps: rounds.slice(from, to).map((round) => ({ round, seat: null, move: null, events: [{ event: "pass", seat: 0 }], change: { round } })),
});
const played: View[] = [];
const player = { play: (_: unknown, view: View) => (played.push(view), Promise.resolve()), skip: vi.fn() };

async function opened(): Promise<ReplayStore> {
  const store = new ReplayStore({ table: "k3", game: 1 });
  await store.load();
  store.player = player;
  return store;
}

beforeEach(() => {
  played.length = 0;
  vi.stubGlobal("fetch", (address: string) => Promise.resolve(Response.json(address.endsWith("after=0") ? page(0, 4, 4) : page(4, 6, null))));
});

it("takes page after page and follows what each step changes", async () => {
  const store = await opened();
  expect(store.last).toBe(6);
  expect(store.views.map(({ round }) => round)).toEqual([1, ...rounds]);
  const seat = { ...begin.seats[1]!, home: "pp" };
  const view = changed(begin, { weather: 2, seats: { 1: seat } });
  expect([view.weather, view.seats[0], view.seats[1]]).toEqual([2, begin.seats[0], seat]);
});

it("plays one step on the board and jumps otherwise, never beyond either end", async () => {
  const store = await opened();
  await store.go(1);
  expect([store.at, played.length]).toEqual([1, 1]);
  await store.go(5);
  store.step(-1);
  expect([store.at, played.length]).toEqual([4, 1]);
  await store.go(99);
  expect(store.at).toBe(6);
  store.step(1);
  expect(store.at).toBe(6);
  await store.go(-3);
  expect(store.at).toBe(0);
});

it("goes by rounds: on to where the next begins, back to where this one began, then to the one before", async () => {
  const store = await opened();
  store.round(1);
  expect(store.at).toBe(3);
  store.round(1);
  expect(store.at).toBe(6);
  store.round(-1);
  expect(store.at).toBe(3);
  await store.go(5);
  store.round(-1);
  expect(store.at).toBe(3);
  store.round(-1);
  expect(store.at).toBe(0);
});

it("tells each moment to those who listen", async () => {
  const store = await opened();
  await store.go(1);
  await store.go(4);
  expect(store.spoken).toHaveLength(2);
  expect(store.spoken[1]?.text).toMatch(/^Step 4 of 6, round 2\. /);
});
