// A value that is asked for and not yet told: what is shown, and on what the next change builds.
import type { Answer } from "./socket";

export class Asked<Value> {
  private last = $state.raw<{ value: Value; seq: number | null } | null>(null); // seq: of the entry that tells of it

  constructor(
    private readonly told: () => Value,
    private readonly seq: () => number,
  ) {}

  get value(): Value {
    const { last } = this;
    return last && (last.seq === null || this.seq() < last.seq) ? last.value : this.told();
  }

  /** Holds until the table has come to the entry that tells of it, or it is refused. */
  async ask(value: Value, send: () => Promise<Answer | null>): Promise<void> {
    const mine = { value, seq: null };
    this.last = mine;
    const answer = await send();
    if (this.last !== mine) return; // asked for something else meanwhile
    this.last = answer?.type === "ack" ? { value, seq: answer.seq } : null;
  }
}
