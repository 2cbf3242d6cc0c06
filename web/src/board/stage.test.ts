import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RECORDED, recorded } from "./fixtures/recorded";
import { shownOf } from "./model";
import { haste, length, ROUND } from "./pace";
import { Stage } from "./stage.svelte";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

for (const speed of ["normal", "calm", "instant"] as const)
  test(`played ${speed}, every recorded list ends on its view and leaves nothing in the air`, async () => {
    for (const { before, events, after } of RECORDED) {
      const stage = new Stage(before);
      const played = stage.play(events, after, speed);
      await vi.runAllTimersAsync();
      await played;
      expect(stage.shown).toEqual(shownOf(after));
      expect([stage.flights, stage.fallers, stage.playing, stage.river]).toEqual([[], [], false, null]);
    }
  });

test("skipped in the middle, it stands on the view after at once", async () => {
  const { before, events, after } = recorded((event) => event.event === "push");
  const stage = new Stage(before);
  const played = stage.play(events, after, "normal");
  await vi.advanceTimersByTimeAsync(100);
  expect(stage.playing).toBe(true);
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  await played;
  expect(stage.shown).toEqual(shownOf(after));
});

test("a second list waits for the first, and the board plays until both are done", async () => {
  const one = recorded((event) => event.event === "push");
  const two = recorded((event) => event.event === "steal");
  const stage = new Stage(one.before);
  const first = stage.play(one.events, one.after, "normal");
  const second = stage.play(two.events, two.after, "normal");
  void first.then(() => expect(stage.playing).toBe(true));
  await vi.runAllTimersAsync();
  await Promise.all([first, second]);
  expect(stage.shown).toEqual(shownOf(two.after));
  expect(stage.playing).toBe(false);
});

test("while events are played the view from outside changes nothing", async () => {
  const { before, events, after } = recorded((event) => event.event === "push");
  const stage = new Stage(before);
  const played = stage.play(events, after, "normal");
  stage.rest(after);
  expect(stage.shown).toEqual(shownOf(before));
  await vi.runAllTimersAsync();
  await played;
});

test("no list of events is watched longer than a round may last", () => {
  for (const { events } of RECORDED) {
    const natural = events.reduce((sum, event) => sum + length(event, false), 0);
    expect(natural / haste(events, false)).toBeLessThanOrEqual(ROUND);
  }
});
