// A finished game, step by step: where it stands now, and how it gets to another moment.
import type { Player } from "../board/contract";
import { say } from "../words";
import { type LogLine, lineText, tell } from "../words/log";
import * as api from "./api";
import type { Replay, TableSeat, View } from "./protocol";
import { settings } from "./settings.svelte";
import type { Line } from "./store.svelte";
import { changed } from "./told";

/** Where a replay comes from: a game of a table, or a record brought along. */
export type Source = { table: string; game: number } | { record: string };

const SPOKEN = 10; // lines of the live region
const REST = 650; // milliseconds that each step is looked at when it plays by itself

export class ReplayStore {
  at = $state(0); // steps that have been made
  playing = $state(false);
  busy = $state(false); // the board shows a step
  name = $state<string | null>(null);
  running = $state(false);
  names: string[] = $state.raw([]);
  views: View[] = $state.raw([]);
  lines: LogLine[] = $state.raw([]);
  spoken: Line[] = $state.raw([]);
  player: Player | null = null;
  #seats: TableSeat[] = [];
  #events: Replay["steps"][number]["events"][] = [[]];
  #texts: string[] = [];

  constructor(private readonly source: Source) {}

  get last(): number {
    return this.views.length - 1;
  }
  get view(): View | null {
    return this.views[this.at] ?? null;
  }
  get seats(): TableSeat[] {
    return this.#seats;
  }
  /** What happened in the step that led here. */
  get text(): string {
    return this.#texts[this.at] ?? "";
  }
  get moment(): string {
    return say("replay-moment", { step: this.at, last: this.last, round: this.view?.round ?? 1 });
  }

  async load(): Promise<void> {
    let next: number | null = 0;
    while (next !== null) {
      const part: Replay = await ("record" in this.source ? api.replayOf(this.source.record, next) : api.replay(this.source.table, this.source.game, next));
      this.#take(part);
      next = part.next;
    }
  }

  /** The whole record, to play on from. */
  record(): Promise<string> {
    return "record" in this.source ? Promise.resolve(this.source.record) : api.record(this.source.table, this.source.game);
  }

  #take(part: Replay): void {
    const views = [...this.views];
    if (!views.length) {
      views.push(part.begin);
      ({ names: this.names, name: this.name, running: this.running } = part);
      this.#seats = part.names.map((name, seat) => ({
        seat, kind: "person", name, guest: null, colour: part.colours[seat] ?? seat, online: true, strength: null, stand_in: null, vote: null,
      }));
      this.#tell(0, [{ event: "round", round: 1, ring: part.begin.ring }]);
    }
    for (const step of part.steps) {
      views.push(changed(views.at(-1) as View, step.change));
      this.#events.push(step.events);
      this.#tell(views.length - 1, step.events);
    }
    this.views = views;
  }

  #tell(seq: number, events: Replay["steps"][number]["events"]): void {
    const before = new Set(this.lines);
    const names = (seat: number): { name: string; you: boolean } => ({ name: this.names[seat] ?? "", you: false });
    const told = tell(this.lines, { kind: "move", seq, at: "", seat: 0, move: null, events }, names);
    // A line that goes on in this step leads to this step.
    this.lines = told.map((line) => (before.has(line) || line.seq === seq ? line : { ...line, seq }));
    this.#texts[seq] = told.filter((line) => !before.has(line)).map(lineText).join(" ") || say("replay-cards");
  }

  /** To another moment; a single step forward is played on the board. */
  async go(to: number): Promise<void> {
    const goal = Math.min(Math.max(to, 0), this.last);
    if (goal === this.at) return;
    const forward = goal === this.at + 1;
    if (this.busy) this.player?.skip();
    this.at = goal;
    this.#speak(forward ? this.text : `${this.moment}. ${this.text}`);
    const view = this.view;
    if (!forward || !view || !this.player) return;
    this.busy = true;
    await this.player.play(this.#events[goal] ?? [], view, settings.pace);
    if (this.at === goal) this.busy = false;
  }

  step(by: 1 | -1): void {
    this.pause();
    void this.go(this.at + by);
  }

  /** To where the next round, or this one or the one before it, begins. */
  round(by: 1 | -1): void {
    this.pause();
    const round = (step: number): number => this.views[step]?.round ?? 0;
    let to = this.at + by;
    if (by > 0) while (to < this.last && round(to) === round(this.at)) to += 1;
    else while (to > 0 && round(to) === round(to - 1)) to -= 1;
    void this.go(to);
  }

  pause(): void {
    this.playing = false;
  }

  async play(): Promise<void> {
    if (this.playing) return this.pause();
    this.playing = true;
    if (this.at === this.last) await this.go(0);
    while (this.playing && this.at < this.last) {
      const from = this.at;
      await this.go(from + 1);
      await new Promise((resolve) => setTimeout(resolve, REST));
      if (this.at !== from + 1) break; // somebody has gone elsewhere
    }
    this.playing = false;
  }

  #speak(text: string): void {
    this.spoken = [...this.spoken, { id: (this.spoken.at(-1)?.id ?? 0) + 1, text }].slice(-SPOKEN);
  }
}
