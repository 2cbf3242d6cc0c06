// Time in figures and in words.
import { say } from "./index";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Short, for the strip: 4:09, 5 h, 3 d. A second that has begun counts. */
export function inFigures(ms: number): string {
  if (ms >= 3 * DAY) return say("clock-days", { days: Math.floor(ms / DAY) });
  if (ms >= HOUR) return say("clock-hours", { hours: Math.floor(ms / HOUR) });
  const seconds = Math.ceil(ms / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Long, for whoever listens: 2 days 3 hours, 4 minutes 9 seconds. */
export function inWords(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  if (ms >= DAY) return say("clock-long-days", { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) }).trim();
  if (ms >= HOUR) return say("clock-long-hours", { hours: Math.floor(ms / HOUR), minutes: Math.floor((ms % HOUR) / MINUTE) }).trim();
  return say("clock-long-minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }).trim();
}

const hour = new Intl.DateTimeFormat("en", { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A time of the server as the clock on this wall shows it. */
export const onTheWall = (when: number): string => hour.format(new Date(when));
