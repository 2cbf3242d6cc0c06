// Entries are shown one after the other; far behind, hidden or skipped, they jump.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Entry, State } from "./protocol";
import { Queue } from "./queue";

const entry = (seq: number): Entry => ({ kind: "move", seq, at: "", seat: 0, move: null, events: [{ event: "chose", seat: 0 }] });
const state = (seq: number): State => ({ seq, view: {} }) as State;

let shown: string[];
let skipped: number;
let finish: (() => void)[];
let queue: Queue;

beforeEach(() => {
  shown = [];
  skipped = 0;
  finish = [];
  queue = new Queue(
    (one) => shown.push(`begin ${one.seq}`),
    (one) => shown.push(`end ${one.seq}`),
    () => "normal",
  );
  queue.player = {
    play: (_, __, speed) => {
      shown.push(speed);
      return new Promise((done) => finish.push(done));
    },
    skip: () => {
      skipped += 1;
      finish.at(-1)?.();
    },
  };
});

afterEach(() => vi.unstubAllGlobals());

const settle = () => new Promise((done) => setTimeout(done));

it("begins the next entry when the board has shown the one before", async () => {
  queue.push(entry(1), state(1));
  queue.push(entry(2), state(2));
  await settle();
  expect(shown).toEqual(["begin 1", "normal"]);
  finish[0]?.();
  await settle();
  expect(shown).toEqual(["begin 1", "normal", "end 1", "begin 2", "normal"]);
});

it("jumps to the end of all that waits when told to skip", async () => {
  for (const seq of [1, 2, 3]) queue.push(entry(seq), state(seq));
  await settle();
  queue.skip();
  await settle();
  expect(skipped).toBe(1);
  finish[1]?.();
  await settle();
  finish[2]?.();
  await settle();
  expect(shown.filter((what) => what === "instant")).toHaveLength(2);
  expect(shown.at(-1)).toBe("end 3");
});

it("goes on when the board cannot show an entry, and does not hide the fault", async () => {
  const told = vi.fn();
  vi.stubGlobal("reportError", told);
  queue.player = { play: () => Promise.reject(new Error("no such piece")), skip: () => undefined };
  queue.push(entry(1), state(1));
  queue.push(entry(2), state(2));
  await settle();
  expect(shown).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
  expect(told).toHaveBeenCalledTimes(2);
});

it("jumps when it is far behind", async () => {
  for (let seq = 1; seq <= 20; seq += 1) queue.push(entry(seq), state(seq));
  await settle();
  finish[0]?.();
  await settle();
  expect(shown.slice(-1)).toEqual(["instant"]);
});

it("forgets what waits when a snapshot comes", async () => {
  for (const seq of [1, 2, 3]) queue.push(entry(seq), state(seq));
  await settle();
  queue.clear();
  await settle();
  expect(shown.at(-1)).toBe("end 1");
  expect(queue.busy).toBe(false);
});
