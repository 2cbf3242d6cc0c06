// Time as it is read, and as it is heard.
import { expect, it } from "vitest";
import { inFigures, inWords } from "./time";

it.each([
  [0, "0:00", "0 seconds"],
  [1, "0:01", "1 second"],
  [9_999, "0:10", "10 seconds"],
  [249_000, "4:09", "4 minutes 9 seconds"],
  [3_600_000, "1 h", "1 hour"],
  [5 * 3_600_000 + 61_000, "5 h", "5 hours 1 minute"],
  [71 * 3_600_000, "71 h", "2 days 23 hours"],
  [72 * 3_600_000, "3 d", "3 days"],
])("%i ms are %s, or %s", (ms, figures, words) => {
  expect([inFigures(ms), inWords(ms)]).toEqual([figures, words]);
});
