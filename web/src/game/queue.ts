// Entries wait here until the board has shown the ones before them; far behind, it jumps.
import type { Player } from "../board/contract";
import type { Entry, State } from "./protocol";

export type Pace = "normal" | "calm" | "instant";
type Waiting = { entry: Entry; after: State };

const FAR_BEHIND = 14; // entries

export class Queue {
  private readonly waiting: Waiting[] = [];
  private running = false;
  private hurried = false;
  player: Player | null = null;

  constructor(
    private readonly begin: (entry: Entry) => void,
    private readonly end: (entry: Entry, after: State) => void,
    private readonly pace: () => Pace,
  ) {}

  get busy(): boolean {
    return this.running;
  }

  /** Whether more waits after the entry that is shown now. */
  get behind(): boolean {
    return this.waiting.length > 0;
  }

  push(entry: Entry, after: State): void {
    this.waiting.push({ entry, after });
    if (!this.running) void this.run();
  }

  /** Shows the end of everything that waits, at once. */
  skip(): void {
    this.hurried = this.running;
    this.player?.skip();
  }

  /** Forgets what waits: a snapshot says it all. */
  clear(): void {
    this.waiting.length = 0;
    this.skip();
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) await this.show(next);
    } finally {
      this.running = false;
      this.hurried = false;
    }
  }

  private async show({ entry, after }: Waiting): Promise<void> {
    this.begin(entry);
    const events = "events" in entry ? entry.events : [];
    const pace = this.hurried || this.waiting.length > FAR_BEHIND ? "instant" : this.pace();
    try {
      if (events.length && after.view && this.player) await this.player.play(events, after.view, pace);
    } catch (fault) {
      reportError(fault); // a picture that fails must not hold up the game
    }
    this.end(entry, after);
  }
}
