// The time of the server, counted by a browser whose own clock may be wrong.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Time } from "./time.svelte";

const NOW = 1_795_000_000_000;
const HOUR = 3_600_000;
let time: Time;
let ticks: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"] });
  vi.setSystemTime(0); // this browser is half a century late
  ticks = 0;
  time = new Time(() => (ticks += 1));
});
afterEach(() => {
  time.close();
  vi.useRealTimers();
});
const clocks = (left: number, quiet: [number, number][] = []) => ({
  seats: [{ left, runs: true, ends: NOW + left }, { left: 90_000, runs: false, ends: null }], quiet,
});

it("counts down what runs, and leaves what stands", () => {
  time.set(NOW, clocks(60_000));
  vi.advanceTimersByTime(10_000);
  expect([time.left(0), time.left(1), time.left(2)]).toEqual([50_000, 90_000, null]);
  expect([time.runs(0), time.runs(1)]).toEqual([true, false]);
  expect(ticks).toBe(40);
  vi.advanceTimersByTime(70_000);
  expect(time.left(0)).toBe(0);
});

it("is low in the last half minute, while it runs", () => {
  time.set(NOW, clocks(31_000));
  expect(time.isLow(0)).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(time.isLow(0)).toBe(true);
  time.set(NOW, { seats: [{ left: 5_000, runs: false, ends: null }], quiet: [] });
  expect(time.isLow(0)).toBe(false);
});

it("stands still in the quiet hours, and says until when", () => {
  time.set(NOW, clocks(2 * HOUR, [[NOW + HOUR, NOW + 5 * HOUR]]));
  vi.advanceTimersByTime(HOUR - 1000);
  expect(time.quietUntil).toBeNull();
  vi.advanceTimersByTime(2 * HOUR);
  expect(time.quietUntil).toBe(NOW + 5 * HOUR);
  expect(time.left(0)).toBe(HOUR);
  vi.advanceTimersByTime(2 * HOUR + 1000 + HOUR / 2);
  expect(time.left(0)).toBe(HOUR / 2);
});

it("tells the time where nobody counts, too", () => {
  time.agree(NOW);
  vi.advanceTimersByTime(5_000);
  expect(time.until(NOW + 60_000)).toBe(55_000);
  expect(time.left(0)).toBeNull();
});
