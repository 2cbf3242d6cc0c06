// How long each event is watched, in milliseconds, and how much faster a long round must run.
import type { Event } from "../game/protocol";

export const LENGTH = { push: 620, step: 240, load: 280, steal: 420, fall: 900, carry: 500, flag: 300, rope: 320, settle: 300, calm: 150 };
export const NEXT_PUSH = 0.8; // the next push starts when so much of the last has passed
export const ROUND = 4000; // longest time for the events of one call

/** How long the board waits for an event before it shows the next one. */
export function length(event: Event, calm: boolean): number {
  switch (event.event) {
    case "push":
      return calm ? LENGTH.calm : LENGTH.push * NEXT_PUSH;
    case "step":
      return calm ? LENGTH.calm : LENGTH.step;
    case "load":
    case "unload":
      return calm ? LENGTH.calm : LENGTH.load;
    case "steal":
    case "trade":
      return calm ? LENGTH.calm : LENGTH.steal;
    case "carry":
      return calm ? LENGTH.calm : LENGTH.carry;
    case "lasso":
    case "unrope":
      return calm ? LENGTH.calm : LENGTH.rope;
    case "river":
    case "bought":
    case "elk":
    case "elk_home":
    case "home":
    case "joe":
    case "beaver":
      return calm ? LENGTH.calm : LENGTH.settle;
    default:
      return 0;
  }
}

/** 1 at the natural pace, more where the events would last longer than a round may. */
export const haste = (events: Event[], calm: boolean): number =>
  Math.max(1, events.reduce((sum, event) => sum + length(event, calm), calm ? 0 : LENGTH.fall) / ROUND);
