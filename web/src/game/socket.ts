// The wire to a table: it says hello with the last number it has, comes back by itself, and sends every command until it is answered.
import type { Command, FromServer, OnTheWire, State, ToServer } from "./protocol";
import { stateAfter } from "./told";

export type Connection = "joining" | "live" | "lost" | "back" | "unsaved" | "ended";
export type Answer = Extract<FromServer, { type: "ack" | "refused" | "why" }>;
type Unsent = { type: "move"; game?: number; decision: string; move: string } | { type: "why"; move: string } | { type: "say"; text: string };
type Pending = { command: Command; answer: (answer: Answer) => void; tries: number };

const WAITS = [300, 700, 1500, 3000, 6000, 10000]; // ms between attempts, then always the last
const PING_EVERY = 20_000; // ms
const SILENCE = 45_000; // ms without a word from the server: the line is dead
const UNSAVED = "cannot-write"; // the server's store does not take it just now: neither done nor refused
const FOR_GOOD = [4403, 4404]; // closed to this guest, no such table: to knock again would change nothing

/** A random UUID. crypto.randomUUID is there only on pages that came over https; friends in one house come over http. */
function freshId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Before the next attempt, in ms; not the same for all, who would come at once. */
const pause = (attempts: number): number => (WAITS[Math.min(attempts, WAITS.length) - 1] ?? 10_000) * (0.8 + Math.random() * 0.4);

export class Wire {
  private socket: WebSocket | null = null;
  private seq: number | null = null;
  private state: State | null = null; // as the server has told it last
  private readonly pending = new Map<string, Pending>();
  private attempt = 0;
  private greeted = false;
  private heard = 0;
  private closed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly pulse: ReturnType<typeof setInterval>;

  constructor(
    private readonly address: string,
    private readonly hear: (message: FromServer) => void,
    private readonly changed: (connection: Connection) => void,
    private readonly dial: (address: string) => WebSocket = (to) => new WebSocket(to),
  ) {
    this.pulse = setInterval(() => this.beat(), PING_EVERY);
    this.connect();
  }

  /** A command with a new id; the promise holds the server's answer, however often the line breaks, or its store is away, in between. */
  command(unsent: Unsent): Promise<Answer> {
    const command = { ...unsent, id: freshId() } as Command;
    return new Promise((answer) => {
      this.pending.set(command.id, { command, answer, tries: 0 });
      if (this.greeted) this.send(command);
    });
  }

  /** Asks for the state anew: who comes or goes is no entry, but changes what the others may do. */
  refresh(): void {
    if (this.greeted) this.send({ type: "hello", seq: this.seq, brief: true });
  }

  /** Try again now: the browser says that the network or the window is back. */
  hurry(): void {
    if (this.closed || this.socket) return;
    this.attempt = 0;
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pulse);
    clearTimeout(this.retry);
    this.socket?.close();
  }

  private connect(): void {
    clearTimeout(this.retry);
    const socket = this.dial(this.address);
    this.socket = socket;
    socket.onopen = () => this.send({ type: "hello", seq: this.seq, brief: true });
    socket.onmessage = (frame: MessageEvent<string>) => {
      if (socket === this.socket) this.receive(JSON.parse(frame.data) as OnTheWire);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      if (FOR_GOOD.includes(code)) this.end();
      else this.lose();
    };
  }

  /** The server has said why. */
  private end(): void {
    this.close();
    this.changed("ended");
  }

  private lose(): void {
    this.socket = null;
    this.greeted = false;
    if (this.closed) return;
    this.changed(this.seq === null ? "joining" : "lost");
    this.attempt += 1;
    this.retry = setTimeout(() => this.connect(), pause(this.attempt));
  }

  private beat(): void {
    if (!this.socket || !this.greeted) return;
    if (Date.now() - this.heard > SILENCE) {
      const dead = this.socket;
      this.lose();
      dead.close();
    } else this.send({ type: "ping" });
  }

  private receive(brief: OnTheWire): void {
    this.heard = Date.now();
    if (brief.type === "lag") {
      this.send(brief);
      return;
    }
    const message = this.whole(brief);
    if (brief.type === "entry" && brief.answers) this.settle({ type: "ack", id: brief.answers, seq: brief.seq });
    if (message.type === "entry" || message.type === "snapshot" || message.type === "resumed") {
      if (message.type === "entry" && this.seq !== null && message.seq <= this.seq) return;
      this.seq = message.seq;
    }
    if (message.type === "ack" || message.type === "why" || (message.type === "refused" && message.id !== null)) this.settle(message);
    else this.hear(message);
    if (message.type === "snapshot" || message.type === "resumed") this.welcome();
  }

  /** Changes are told against whatever was told last, also with an entry that is known already. */
  private whole(message: OnTheWire): FromServer {
    if (message.type === "snapshot" || message.type === "resumed") this.state = message;
    if (message.type === "table" && this.state) this.state = { ...this.state, table: message.table };
    if (message.type !== "entry") return message;
    const { change: _, answers: __, ...entry } = message;
    this.state = stateAfter(this.state, message);
    return { ...entry, state: this.state };
  }

  private settle(answer: Answer): void {
    const pending = answer.id === null ? undefined : this.pending.get(answer.id);
    if (!pending || answer.id === null) return;
    if (answer.type === "refused" && answer.refusal.key === UNSAVED) {
      this.knockAgain(pending);
      return;
    }
    this.pending.delete(answer.id);
    pending.answer(answer);
    if (pending.tries && ![...this.pending.values()].some(({ tries }) => tries)) this.changed("live");
  }

  /** It counts once, even if it was stored and only its answer was lost. */
  private knockAgain(pending: Pending): void {
    const { socket } = this; // over a new one everything is sent anyway
    pending.tries += 1;
    this.changed("unsaved");
    setTimeout(() => {
      if (socket === this.socket) this.send(pending.command);
    }, pause(pending.tries));
  }

  private welcome(): void {
    if (this.greeted) return;
    this.changed(this.attempt > 0 ? "back" : "live");
    this.attempt = 0;
    this.greeted = true;
    for (const pending of this.pending.values()) {
      pending.tries = 0;
      this.send(pending.command);
    }
  }

  private send(message: ToServer): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }
}
