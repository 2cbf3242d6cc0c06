// The wire: hello with the last number, commands answered once however often it breaks, patience between attempts.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FromServer, ToServer } from "./protocol";
import { type Connection, Wire } from "./socket";

class Line {
  static all: Line[] = [];
  readyState = 0;
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const last = (): Line => Line.all.at(-1) as Line;
let heard: FromServer[];
let states: Connection[];
let wire: Wire;

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  heard = [];
  states = [];
  wire = new Wire("ws://here", (message) => heard.push(message), (state) => states.push(state), () => new Line() as unknown as WebSocket);
});
afterEach(() => {
  wire.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("names its commands also on a page that came over http, where browsers make no UUIDs", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  last().open();
  last().tell({ type: "snapshot", seq: 1, entries: [] });
  for (let i = 0; i < 20; i += 1) void wire.command({ type: "say", text: "hello" });
  const ids = last().sent.slice(1).map((message) => (message as { id: string }).id);
  expect(new Set(ids).size).toBe(20);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

it.each([4403, 4404])("does not knock again at a door that was shut with %i, and passes on why", (code) => {
  last().open();
  const refused = { type: "refused", id: null, refusal: { rule: null, key: "no-watching", args: {}, text: "No." } };
  last().tell(refused);
  last().close(code);
  vi.advanceTimersByTime(60_000);
  wire.hurry();
  expect(Line.all).toHaveLength(1);
  expect(states).toEqual(["ended"]);
  expect(heard).toEqual([refused]);
});

it("asks for a snapshot first, and after a break for what came since", () => {
  last().open();
  expect(last().sent).toEqual([{ type: "hello", seq: null, brief: true }]);
  last().tell({ type: "snapshot", seq: 7, entries: [] });
  last().tell({ type: "entry", seq: 8, kind: "note", state: { seq: 8 } });
  last().close();
  vi.advanceTimersByTime(1000);
  last().open();
  expect(last().sent).toEqual([{ type: "hello", seq: 8, brief: true }]);
  expect(states).toEqual(["live", "lost"]);
  last().tell({ type: "resumed", seq: 8 });
  expect(states.at(-1)).toBe("back");
});

it("shows no entry twice", () => {
  last().open();
  last().tell({ type: "snapshot", seq: 7, entries: [] });
  last().tell({ type: "entry", seq: 7, kind: "note", state: { seq: 7 } });
  last().tell({ type: "entry", seq: 8, kind: "note", state: { seq: 8 } });
  last().tell({ type: "entry", seq: 8, kind: "note", state: { seq: 8 } });
  expect(heard.filter((message) => message.type === "entry")).toHaveLength(1);
});

it("makes the state whole of which an entry tells what is new, against whatever was told last", () => {
  const states = () => heard.flatMap((message) => (message.type === "entry" ? [message.state] : []));
  last().open();
  last().tell({ type: "snapshot", seq: 7, entries: [], view: { round: 1, turn: 2, seats: ["a", "b"] }, table: "here", legal: ["x"], now: 1 });
  last().tell({ type: "entry", seq: 8, kind: "move", change: { now: 2, legal: [], view: { turn: null, seats: { 1: "B" } } } });
  expect(states().at(-1)).toMatchObject({ seq: 8, view: { round: 1, turn: null, seats: ["a", "B"] }, table: "here", legal: [], now: 2 });
  last().tell({ type: "table", table: "there", now: 3 });
  last().tell({ type: "entry", seq: 9, kind: "chat", change: { now: 4 } });
  expect(states().at(-1)).toMatchObject({ seq: 9, view: { turn: null }, table: "there", now: 4 });
  last().tell({ type: "entry", seq: 9, kind: "chat", state: { seq: 9, view: null, table: "anew" } }); // known already
  last().tell({ type: "entry", seq: 10, kind: "chat", change: { now: 5 } });
  expect(states()).toHaveLength(3);
  expect(states().at(-1)).toEqual({ seq: 10, view: null, table: "anew", now: 5 });
});

it("takes an entry for the answer to the command that made it", async () => {
  last().open();
  last().tell({ type: "snapshot", seq: 1, entries: [] });
  const asked = wire.command({ type: "say", text: "hello" });
  const id = (last().sent[1] as { id: string }).id;
  last().tell({ type: "entry", seq: 2, kind: "chat", answers: id, change: { now: 1 } });
  expect(await asked).toEqual({ type: "ack", id, seq: 2 });
  expect(heard.at(-1)).not.toHaveProperty("answers");
});

it("sends an unanswered command again with the same id, and no answered one", async () => {
  last().open();
  last().tell({ type: "snapshot", seq: 1, entries: [] });
  const first = wire.command({ type: "move", decision: "1.cards.0", move: "card 4" });
  const id = (last().sent[1] as { id: string }).id;
  const answered = wire.command({ type: "say", text: "hello" });
  last().tell({ type: "ack", id: (last().sent[2] as { id: string }).id, seq: 2 });
  expect((await answered).type).toBe("ack");
  last().close();
  vi.advanceTimersByTime(1000);
  last().open();
  expect(last().sent).toHaveLength(1);
  last().tell({ type: "resumed", seq: 2 });
  expect(last().sent.slice(1)).toEqual([{ type: "move", id, decision: "1.cards.0", move: "card 4" }]);
  last().tell({ type: "ack", id, seq: 3 });
  expect(await first).toMatchObject({ type: "ack", seq: 3 });
});

it("keeps what is said while the line is broken until it is back", () => {
  last().open();
  last().tell({ type: "snapshot", seq: 1, entries: [] });
  last().close();
  void wire.command({ type: "say", text: "still here" });
  vi.advanceTimersByTime(1000);
  last().open();
  last().tell({ type: "resumed", seq: 1 });
  expect(last().sent.at(-1)).toMatchObject({ type: "say", text: "still here" });
});

it("waits longer after every failure, and comes at once when told to hurry", () => {
  const attempts = () => Line.all.length;
  last().close();
  vi.advanceTimersByTime(400);
  expect(attempts()).toBe(2);
  last().close();
  vi.advanceTimersByTime(400);
  expect(attempts()).toBe(2);
  wire.hurry();
  expect(attempts()).toBe(3);
});

it("takes a line on which nothing is heard for dead", () => {
  last().open();
  last().tell({ type: "snapshot", seq: 1, entries: [] });
  const silent = last();
  vi.advanceTimersByTime(70_000);
  expect(last()).not.toBe(silent);
  expect(silent.sent.some((message) => message.type === "ping")).toBe(true);
});

const UNSAVED = { rule: null, key: "cannot-write", args: {}, text: "Try again in a moment." };

it("sends what the server could not store again, with the same id, after a pause, until it is answered", async () => {
  last().open();
  last().tell({ type: "snapshot", seq: 1, entries: [] });
  const move = wire.command({ type: "move", decision: "1.cards.0", move: "card 4" });
  const { id } = last().sent[1] as { id: string };
  for (const sent of [2, 3]) {
    last().tell({ type: "refused", id, refusal: UNSAVED });
    expect(last().sent).toHaveLength(sent); // not at once
    expect(states.at(-1)).toBe("unsaved");
    vi.advanceTimersByTime(1000);
    expect(last().sent.at(-1)).toEqual({ type: "move", id, decision: "1.cards.0", move: "card 4" });
    expect(last().sent).toHaveLength(sent + 1);
  }
  last().tell({ type: "ack", id, seq: 2 });
  expect(await move).toMatchObject({ type: "ack", seq: 2 });
  expect(states.at(-1)).toBe("live");
  vi.advanceTimersByTime(15_000);
  expect(last().sent.filter((message) => message.type === "move")).toHaveLength(3);
});

it("tells that all is saved only when all is, and sends what is unsaved once over a new line", () => {
  last().open();
  last().tell({ type: "snapshot", seq: 1, entries: [] });
  void wire.command({ type: "say", text: "one" });
  void wire.command({ type: "say", text: "two" });
  const [one, two] = last().sent.slice(1).map((message) => (message as { id: string }).id);
  for (const id of [one, two]) last().tell({ type: "refused", id, refusal: UNSAVED });
  last().tell({ type: "ack", id: one, seq: 2 });
  expect(states.at(-1)).toBe("unsaved");
  last().close();
  vi.advanceTimersByTime(500);
  last().open();
  vi.advanceTimersByTime(10_000);
  expect(last().sent).toEqual([{ type: "hello", seq: 1, brief: true }]);
  last().tell({ type: "resumed", seq: 2 });
  expect(last().sent.slice(1)).toEqual([{ type: "say", id: two, text: "two" }]);
  last().tell({ type: "refused", id: two, refusal: UNSAVED });
  expect(states.at(-1)).toBe("unsaved");
  last().tell({ type: "refused", id: two, refusal: { ...UNSAVED, key: "too-many-lines" } });
  expect(states.at(-1)).toBe("live");
});
