// The time of the server, and what is left to each seat, counted here between its messages.
import type { Clocks } from "./protocol";

const TICK = 250; // ms
export const LOW = 30_000; // ms

export class Time {
  private now = $state(0); // ms, by the server's clock
  private clocks = $state.raw<Clocks | null>(null);
  private told = 0; // the server's time when it last spoke
  private heard: number | null = null; // when that was, by a clock of this browser that only goes on
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(ticked: () => void) {
    this.timer = setInterval(() => {
      if (this.heard === null) return;
      this.now = this.told + performance.now() - this.heard;
      ticked();
    }, TICK);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** The server has spoken. */
  set(now: number, clocks: Clocks | null): void {
    this.told = this.now = now;
    this.heard = performance.now();
    this.clocks = clocks;
  }

  /** The server has told what time it is, and nothing of clocks: those that there are go on. */
  agree(now: number): void {
    if (!this.clocks) this.set(now, null);
  }

  /** How long it is still until a time of the server, in ms; negative once it has passed. */
  until(when: number): number {
    return when - this.now;
  }

  /** What a seat has, in ms; null where nobody counts. */
  left(seat: number): number | null {
    const clock = this.clocks?.seats[seat];
    if (!clock) return null;
    return clock.runs ? Math.max(0, clock.left - this.spent()) : clock.left;
  }

  /** Whether anybody's time is counted here. */
  get counts(): boolean {
    return this.clocks !== null;
  }

  runs(seat: number): boolean {
    return this.clocks?.seats[seat]?.runs ?? false;
  }

  isLow(seat: number): boolean {
    const left = this.left(seat);
    return this.runs(seat) && left !== null && left <= LOW;
  }

  /** Until when all clocks stand; null outside the quiet hours. */
  get quietUntil(): number | null {
    return this.clocks?.quiet.find(([begins, ends]) => begins <= this.now && this.now < ends)?.[1] ?? null;
  }

  /** What of the time since the server spoke counts: not that of the quiet hours. */
  private spent(): number {
    const { told, now } = this;
    const rested = (this.clocks?.quiet ?? []).reduce((sum, [begins, ends]) => sum + Math.max(0, Math.min(ends, now) - Math.max(begins, told)), 0);
    return now - told - rested;
  }
}
