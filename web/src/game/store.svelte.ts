// One table as this browser knows it: what is shown now, what was said, and the wire that both come over.
import type { Player } from "../board/contract";
import { retell, say } from "../words";
import { type LogLine, lineText, tell } from "../words/log";
import { prompt } from "../words/prompt";
import { inWords } from "../words/time";
import { settings } from "./settings.svelte";
import { Queue } from "./queue";
import { type Answer, type Connection, Wire } from "./socket";
import type { Entry, FromServer, Refusal, State, Table } from "./protocol";
import { Time } from "./time.svelte";
import { Turn } from "./turn.svelte";

export type Talk = Extract<Entry, { kind: "chat" | "note" }>;
type Note = Extract<Entry, { kind: "note" }>;

/** A line for the live region. */
export type Line = { id: number; text: string };

const SPOKEN = 30; // lines of the live region
const KEPT = 400; // lines of log and of talk
const MARKS = [10_000, 30_000, 60_000]; // ms of one's own time at which it is called out
const HURRY = 15_000; // ms of one's own time under which nothing is shown at leisure
const BACK_FOR = 2500; // ms that "Back again" stays
const NEWS_FOR = 8000; // ms

export class TableStore {
  state = $state.raw<State | null>(null);
  talk = $state.raw<Talk[]>([]);
  recorded = $state.raw<string[]>([]); // who played the seats in the record that is played on
  news = $state.raw<Note | null>(null); // what has just happened to a seat in the game
  log = $state.raw<LogLine[]>([]);
  connection = $state<Connection>("joining");
  busy = $state(false); // the board is showing something
  refusal = $state.raw<Refusal | null>(null); // said beside the composer, not at a place
  spoken = $state.raw<Line[]>([]); // for the live region
  told = $state(""); // the answer to the last command, for the asker alone
  denied = $state(false); // that answer is a refusal
  fault = $state(""); // why the server has shut the door
  readonly turn = new Turn(this);
  readonly time = new Time(() => this.callTime());
  private here = $state.raw<Table | null>(null); // as the server told it last
  private mark = Infinity; // of one's own time, called out last
  private lifted = $state(""); // for whom of those who share this device
  private parting: Refusal | null = null; // said to no command: the last word before the door is shut
  private called = ""; // the question that was last spoken
  private latest: State | null = null; // to be believed when the board has shown how it came
  private readonly queue: Queue;
  private readonly wire: Wire;

  constructor(id: string, dial?: (address: string) => WebSocket) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.queue = new Queue(
      (entry) => this.begin(entry),
      (entry, after) => this.end(entry, after),
      () => (document.hidden || this.hurried ? "instant" : settings.pace),
    );
    this.wire = new Wire(
      `${scheme}://${location.host}/api/tables/${id}/live`,
      (message) => this.hear(message),
      (connection) => this.connected(connection),
      dial,
    );
  }

  get me(): number | null {
    return this.state?.you.seat ?? null;
  }

  /** The bot that plays for this seat while its person is away, as the server knows it, however much the board has still to show. */
  get standIn(): string | null {
    const { here, me } = this;
    return here?.phase === "playing" && me !== null ? (here.seats[me]?.stand_in ?? null) : null;
  }

  private get hurried(): boolean {
    const { me } = this;
    return me !== null && this.time.runs(me) && (this.time.left(me) ?? HURRY) < HURRY;
  }

  /** Whether the table waits for this seat; not while the board still shows how it came to that. */
  get mine(): boolean {
    const { state, me } = this;
    return state !== null && me !== null && !this.busy && this.standIn === null && state.decision !== null && state.actors.includes(me);
  }

  /** Whether several players share this device. */
  get shared(): boolean {
    return (this.state?.you.seats.length ?? 0) > 1;
  }

  /** Whether the device must first be in the hands of who chooses a card now. */
  get curtain(): boolean {
    return this.shared && this.mine && this.state?.view?.phase === "cards" && this.lifted !== this.occasion;
  }

  lift(): void {
    this.lifted = this.occasion;
  }

  private get occasion(): string {
    return `${this.state?.table.game} ${this.state?.decision}`;
  }

  /** Whether a card may be chosen, or changed, now. */
  get choosing(): boolean {
    const { state } = this;
    if (this.curtain) return false;
    return state?.view?.phase === "cards" && !this.busy && this.standIn === null && state.decision !== null;
  }

  set player(player: Player | null) {
    this.queue.player = player;
  }

  skip(): void {
    this.queue.skip();
  }

  hurry(): void {
    this.wire.hurry();
  }

  close(): void {
    this.time.close();
    this.wire.close();
  }

  nameOf(seat: number): string {
    return this.state?.table.seats[seat]?.name ?? "";
  }

  /** The guest has a new name; the server tells the others. */
  named(name: string): void {
    if (this.state) this.state = { ...this.state, you: { ...this.state.you, name } };
  }

  async say(text: string): Promise<Answer> {
    this.told = "";
    const answer = await this.wire.command({ type: "say", text });
    this.denied = answer.type !== "ack";
    if (answer.type === "ack") this.told = answer.text ?? "";
    else if (answer.refusal) this.told = retell(answer.refusal);
    this.speak(this.told);
    return answer;
  }

  async move(decision: string, move: string): Promise<Answer> {
    return this.heed(await this.wire.command({ type: "move", game: this.state?.table.game, decision, move }));
  }

  async why(move: string): Promise<Refusal | null> {
    const answer = await this.wire.command({ type: "why", move });
    return answer.type === "why" || answer.type === "refused" ? answer.refusal : null;
  }

  private heed(answer: Answer): Answer {
    this.refuse(answer.type === "refused" ? answer.refusal : null);
    return answer;
  }

  refuse(refusal: Refusal | null): void {
    this.refusal = refusal;
    if (refusal) this.speak(retell(refusal));
  }

  private speak(text: string): void {
    if (text) this.spoken = [...this.spoken, { id: (this.spoken.at(-1)?.id ?? 0) + 1, text }].slice(-SPOKEN);
  }

  /** Says how much time one has, when it becomes little. */
  private callTime(): void {
    const { me, time } = this;
    const left = me === null || !time.runs(me) || time.quietUntil !== null ? null : time.left(me);
    if (left === null) {
      this.mark = Infinity;
      return;
    }
    const mark = MARKS.find((one) => left <= one) ?? Infinity;
    if (mark < this.mark) this.speak(say("clock-call", { left: inWords(left) }));
    this.mark = mark;
  }

  /** Says that it is one's turn, once for each question. */
  private call(): void {
    const { state, turn } = this;
    if (!state || !this.mine) return;
    const question = [state.table.game, state.decision, state.legal].join();
    if (question === this.called) return;
    this.called = question;
    const { title, rest } = prompt(state, true, turn.chips, turn.move !== null);
    this.speak(`${title} ${rest}`);
  }

  private connected(connection: Connection): void {
    this.connection = connection;
    if (connection === "ended") this.fault = this.parting ? retell(this.parting) : say("line-none");
    if (connection === "back") {
      setTimeout(() => {
        if (this.connection === "back") this.connection = "live";
      }, BACK_FOR);
    }
  }

  private hear(message: FromServer): void {
    if (message.type === "table") this.time.agree(message.now);
    if (message.type === "snapshot" || message.type === "resumed" || message.type === "entry") {
      const { now, clocks } = message.type === "entry" ? message.state : message;
      this.time.set(now, clocks);
    }
    if ("state" in message || "table" in message) this.here = "state" in message ? message.state.table : message.table;
    if (message.type === "snapshot") {
      const { type: _, entries, ...state } = message;
      this.queue.clear();
      this.latest = null;
      this.state = null; // a snapshot holds whatever came before, also where the host has gone back to a backup
      this.settle(state);
      this.talk = entries.filter((entry): entry is Talk => entry.kind === "chat" || entry.kind === "note");
      this.recorded = entries.flatMap((entry) => (entry.kind === "import" ? entry.names : []));
      this.log = entries.reduce((log, entry) => tell(log, entry, this.names(state.table)), [] as LogLine[]);
    } else if (message.type === "resumed") {
      const { type: _, ...state } = message;
      if (this.queue.busy) this.latest = state;
      else this.settle(state);
    } else if (message.type === "entry") {
      const { type: _, state, ...entry } = message;
      if (entry.kind === "chat" || entry.kind === "note") this.talk = [...this.talk, entry].slice(-KEPT);
      this.busy = true;
      this.queue.push(entry, state);
    } else if (message.type === "refused") {
      this.parting = message.refusal;
    } else if (message.type === "table" && this.state) {
      const here = (table: Table) => table.seats.map((seat) => seat.online).join();
      const came = here(this.state.table) !== here(message.table);
      this.state = { ...this.state, table: message.table };
      if (came) this.wire.refresh();
    }
  }

  private names(table: Table): (seat: number) => { name: string; you: boolean } {
    return (seat) => ({ name: table.seats[seat]?.name ?? "", you: seat === this.state?.you.seat && !this.shared });
  }

  private begin(entry: Entry): void {
    if (!this.state) return;
    const before = this.log;
    this.log = tell(before, entry, this.names(this.state.table)).slice(-KEPT);
    const told = this.log.filter((line) => !before.includes(line)).map(lineText);
    if (entry.kind === "chat") told.push(`${entry.name}: ${entry.text}`);
    if (entry.kind === "note") {
      told.push(retell(entry));
      if (this.here?.phase === "playing") this.show(entry);
    }
    this.speak(told.join(" "));
    if ("events" in entry) this.denied = false; // the game goes on
  }

  /** For a while; it stands in the talk too. */
  private show(news: Note): void {
    this.news = news;
    setTimeout(() => {
      if (this.news === news) this.news = null;
    }, NEWS_FOR);
  }

  private end(_: Entry, after: State): void {
    this.settle(after);
    if (!this.latest || this.queue.behind) return;
    this.settle(this.latest);
    this.latest = null;
  }

  /** The table as it was then, with who is here now: that is told at once, whatever the board has still to show. */
  private peopled(then: Table): Table {
    const { here } = this;
    if (!here) return then;
    const seats = then.seats.map((seat, number) => {
      const now = here.seats[number];
      return now?.guest === seat.guest ? { ...seat, online: now.online } : seat;
    });
    return { ...then, seats, watchers: here.watchers };
  }

  private settle(state: State): void {
    this.busy = this.queue.behind;
    if (this.state && state.seq < this.state.seq) return;
    const asked = this.state?.decision !== state.decision || this.state?.legal.join() !== state.legal.join();
    this.state = { ...state, table: this.peopled(state.table) };
    this.turn.picked = null;
    if (asked) {
      this.turn.reset();
      this.refusal = null;
    }
    this.call();
  }
}
