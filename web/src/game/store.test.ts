// The store at a table: what the server says is shown when the board has shown how it came, and taps become one move.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { State, ToServer, View } from "./protocol";
import { TableStore } from "./store.svelte";

type Figure = { id: string; position: View; seat: number; legal: string[] };
const figures = JSON.parse(readFileSync("../tests/scenarios/figures.json", "utf8")) as Figure[];
const figure = figures.find((one) => one.id === "A-fig-3a") as Figure;

const table = (players: number): State["table"] => ({
  id: "k3", name: "Sunday", link: "/t/k3", host: "g0", rules: figure.position.rules, watch: true, public: false, phase: "playing", game: 1, missing: null, pace: null, stand_in: "paddler", watchers: [],
  seats: Array.from({ length: players }, (_, seat) => ({
    seat, kind: "person", name: ["Ada", "Bo", "Cy", "Di"][seat] ?? "", guest: `g${seat}`, colour: seat, online: true, strength: null, stand_in: null, vote: null,
  })),
});

const stateOf = (seq: number, change: Partial<State> = {}): State => ({
  seq, you: { id: "g0", name: "Ada", seat: 0, seats: [0] }, table: table(4), view: figure.position, actors: [0], decision: "1.turns.0", legal: figure.legal,
  moves: Object.fromEntries(figure.legal.map((text) => [text, { steps: 1, load: 2, route: ["S5"], washed_from: null }])),
  speed: null, standings: null, commands: [], now: 1000, clocks: null, ...change,
});

let server: { sent: ToServer[]; tell: (message: unknown) => void; shut: (code: number) => void };
let store: TableStore;

beforeEach(() => {
  const socket = { readyState: 1, close: () => undefined, send: (text: string) => server.sent.push(JSON.parse(text) as ToServer) } as unknown as WebSocket;
  server = {
    sent: [],
    tell: (message) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent),
    shut: (code) => socket.onclose?.({ code } as CloseEvent),
  };
  store = new TableStore("k3", () => socket);
  server.tell({ type: "snapshot", entries: [], ...stateOf(4) });
});
afterEach(() => store.close());
const spoken = (): string[] => store.spoken.map((line) => line.text);

it("composes a move by taps on the board and sends it when it is confirmed", async () => {
  expect(store.mine).toBe(true);
  store.turn.oncargo("p");
  store.turn.onplace("S5");
  expect(store.turn.move).toBeNull();
  store.turn.choose({ slot: "ops", value: "-p|" });
  store.turn.oncanoe({ seat: 1, canoe: "b" });
  expect(store.turn.move?.text).toBe("a(-p)>S5*r1b");
  expect(server.sent).toEqual([]);
  void store.turn.confirm();
  expect(server.sent).toMatchObject([{ type: "move", game: 1, decision: "1.turns.0", move: "a(-p)>S5*r1b" }]);
});

it("steps back tap by tap", () => {
  store.turn.onplace("L7");
  store.turn.choose({ slot: "ops", value: "+b|" });
  expect(store.turn.move?.text).toBe("a(+b)>L7");
  store.turn.back();
  store.turn.back();
  expect(store.turn.move).toBeNull();
  expect(store.turn.choices).toEqual([]);
});

it("takes a tap beside one's canoes for one on them, and the next for the other", () => {
  const view = structuredClone(figure.position);
  for (const canoe of view.seats[0]?.canoes ?? []) canoe.at = "camp";
  server.tell({ type: "snapshot", entries: [], ...stateOf(5, { view, legal: ["a>S1", "a>S2", "b>S1", "end"], decision: "1.turns.1" }) });
  for (const canoe of ["a", "b", "a"]) {
    store.turn.onplace("camp");
    expect(store.turn.canoe).toBe(canoe);
  }
  store.turn.onplace("S2");
  expect(store.turn.move?.text).toBe("a>S2");
  expect(server.sent).toEqual([]);
});

it("asks why nothing can be stolen where one's other canoe is, and keeps what was composed", () => {
  const view = structuredClone(figure.position);
  const [own, other] = [view.seats[0]?.canoes, view.seats[1]?.canoes];
  if (!own || !other) throw new Error("the figure has two players");
  [own[0].at, own[1].at, other[0].at] = ["S2", "S3", "S3"];
  server.tell({ type: "snapshot", entries: [], ...stateOf(5, { view, legal: ["a>S4", "a>S1", "b>S5"], decision: "1.turns.1" }) });
  store.turn.oncanoe({ seat: 0, canoe: "a" });
  store.turn.onplace("S4");
  store.turn.oncanoe({ seat: 1, canoe: "a" });
  expect(store.turn.move?.text).toBe("a>S4");
  expect(server.sent).toMatchObject([{ type: "why", move: "a>S3" }]);
});

it("asks the server why a place is not legal and shows the answer there", async () => {
  store.turn.onplace("R6");
  await vi.waitFor(() => expect(server.sent).toHaveLength(1));
  const asked = server.sent[0] as { id: string; type: string; move: string };
  expect(asked).toMatchObject({ type: "why", move: "a>R6" });
  server.tell({ type: "why", id: asked.id, refusal: { rule: "R3.4", key: "unheard", args: {}, text: "No." } });
  await vi.waitFor(() => expect(store.turn.hints?.refused).toEqual({ place: "R6", text: "No." }));
});

it("shows an entry's state only after the board has played its events, and offers nothing meanwhile", async () => {
  let finish: () => void = () => undefined;
  store.player = { play: () => new Promise((done) => (finish = done)), skip: () => finish() };
  const after = stateOf(5, { actors: [1], decision: null, legal: [], moves: {} });
  server.tell({ type: "entry", seq: 5, at: "", kind: "move", seat: 0, move: "a>S3", events: [{ event: "open", seat: 1, card: "4" }], state: after });
  await Promise.resolve();
  expect(store.busy).toBe(true);
  expect(store.mine).toBe(false);
  expect(store.state?.seq).toBe(4);
  expect(spoken().at(-1)).toContain("Bo plays 4");
  store.skip();
  await vi.waitFor(() => expect(store.state?.seq).toBe(5));
  expect(store.busy).toBe(false);
});

it("believes a snapshot that is older than what it knows: the host has gone back to a backup", () => {
  server.tell({ type: "snapshot", entries: [], ...stateOf(2, { actors: [1], decision: null, legal: [], moves: {} }) });
  expect(store.state?.seq).toBe(2);
  expect(store.mine).toBe(false);
});

it("tells why the server has shut the door", () => {
  server.tell({ type: "refused", id: null, refusal: { rule: null, key: "unheard", args: {}, text: "This table is for its players alone." } });
  expect(store.fault).toBe("");
  server.shut(4403);
  expect(store.fault).toBe("This table is for its players alone.");
});

it("says a refusal and lets the move be composed anew", async () => {
  store.turn.onplace("S3");
  const sent = store.turn.confirm();
  const { id } = server.sent[0] as { id: string };
  server.tell({ type: "refused", id, refusal: { rule: null, key: "unheard", args: {}, text: "That has been decided already." } });
  await sent;
  expect(store.refusal?.text).toBe("That has been decided already.");
  expect(store.turn.sending).toBe(false);
});

it("asks what may be done now when somebody goes: the news of a table do not say it", () => {
  const gone = table(4);
  (gone.seats[1] as State["table"]["seats"][number]).online = false;
  server.tell({ type: "table", table: gone });
  expect(server.sent).toEqual([{ type: "hello", seq: 4, brief: true }]);
  server.tell({ type: "resumed", ...stateOf(4, { table: gone, commands: ["remove"] }) });
  expect(store.state?.commands).toEqual(["remove"]);
  expect(store.connection).toBe("live");
  server.tell({ type: "table", table: { ...gone, watchers: ["Eve"] } });
  expect(server.sent).toHaveLength(1);
});

it("goes on knowing who has gone while the board shows what came before", async () => {
  let finish: () => void = () => undefined;
  store.player = { play: () => new Promise((done) => (finish = done)), skip: () => finish() };
  const events = [{ event: "open", seat: 1, card: "4" }];
  server.tell({ type: "entry", seq: 5, at: "", kind: "move", seat: 0, move: "a>S3", events, state: stateOf(5) });
  const gone = table(4);
  (gone.seats[1] as State["table"]["seats"][number]).online = false;
  server.tell({ type: "table", table: { ...gone, watchers: ["Eve"] } });
  store.skip();
  await vi.waitFor(() => expect(store.state?.seq).toBe(5));
  expect(store.state?.table.seats.map((seat) => seat.online)).toEqual([true, false, true, true]);
  expect(store.state?.table.watchers).toEqual(["Eve"]);
});

it("believes what it asked for while the board was showing something, once that is shown", async () => {
  let finish: () => void = () => undefined;
  store.player = { play: () => new Promise((done) => (finish = done)), skip: () => finish() };
  const events = [{ event: "open", seat: 1, card: "4" }];
  server.tell({ type: "entry", seq: 5, at: "", kind: "move", seat: 0, move: "a>S3", events, state: stateOf(5) });
  server.tell({ type: "resumed", ...stateOf(5, { commands: ["remove"] }) });
  expect(store.state?.commands).toEqual([]);
  store.skip();
  await vi.waitFor(() => expect(store.state?.commands).toEqual(["remove"]));
});

it("says that it is one's turn, after what led there, and once", async () => {
  expect(spoken()).toEqual([expect.stringMatching(/^Your turn\. /)]);
  const events = [{ event: "open", seat: 1, card: "4" }];
  server.tell({ type: "entry", seq: 5, at: "", kind: "move", seat: 0, move: "a>S3", events, state: stateOf(5, { actors: [1], decision: null, legal: [] }) });
  server.tell({ type: "entry", seq: 6, at: "", kind: "move", seat: 1, move: "pass", events: [], state: stateOf(6, { decision: "2.turns.0" }) });
  await vi.waitFor(() => expect(store.state?.seq).toBe(6));
  server.tell({ type: "entry", seq: 7, at: "", kind: "chat", name: "Bo", guest: "g1", seat: 1, text: "Go!", state: stateOf(7, { decision: "2.turns.0" }) });
  await vi.waitFor(() => expect(store.state?.seq).toBe(7));
  expect(spoken()).toEqual([expect.stringMatching(/^Your turn/), expect.stringContaining("Bo plays 4"), expect.stringMatching(/^Your turn/), "Bo: Go!"]);
  expect(new Set(store.spoken.map((line) => line.id)).size).toBe(4);
});

it.each([
  [{ type: "ack", seq: null, text: "Ada, Bo" }, false, "Ada, Bo"],
  [{ type: "refused", refusal: { rule: null, key: "unheard", args: {}, text: "A game is running." } }, true, "A game is running."],
])("shows and speaks the answer to a command: %o", async (answer, denied, words) => {
  const said = store.say("/who");
  const { id } = server.sent[0] as { id: string };
  server.tell({ ...answer, id });
  await said;
  expect([store.told, store.denied, spoken().at(-1)]).toEqual([words, denied, words]);
});

it("hides the cards of who shares a device until he says that it is he, and calls him by name", () => {
  const position: View = { ...figure.position, phase: "cards", turn: null };
  const choosing = (seq: number, seat: number): State =>
    stateOf(seq, { you: { id: "g0", name: "Ada", seat, seats: [0, 1] }, view: position, actors: [seat], decision: `1.cards.${seat}`, legal: ["card 1"] });
  server.tell({ type: "snapshot", entries: [], ...choosing(5, 0) });
  expect([store.curtain, store.choosing]).toEqual([true, false]);
  expect(spoken().at(-1)).toMatch(/^Ada: /);
  store.lift();
  expect([store.curtain, store.choosing]).toEqual([false, true]);
  server.tell({ type: "snapshot", entries: [], ...choosing(6, 1) });
  expect([store.curtain, store.choosing]).toEqual([true, false]);
  expect(spoken().at(-1)).toMatch(/^Bo: /);
});

it("calls out the own time when it becomes little, once at each mark", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  store.close();
  const socket = { readyState: 1, close: () => undefined, send: () => undefined } as unknown as WebSocket;
  store = new TableStore("k3", () => socket);
  const clocks = { seats: [{ left: 61_000, runs: true, ends: 1 }, { left: 5_000, runs: true, ends: 1 }], quiet: [] };
  const tell = (message: unknown) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  tell({ type: "snapshot", entries: [], ...stateOf(4), clocks });
  vi.advanceTimersByTime(58_000);
  expect(spoken().filter((line) => line.startsWith("You have"))).toHaveLength(3);
  vi.useRealTimers();
});

it("lets nobody choose or move while a bot plays for him", () => {
  const seats = table(4).seats.map((seat) => ({ ...seat, stand_in: seat.seat === 0 ? "paddler" : null }));
  server.tell({ type: "snapshot", entries: [], ...stateOf(5), table: { ...table(4), seats } });
  expect([store.mine, store.choosing, store.standIn]).toEqual([false, false, "paddler"]);
});

it("sends the server's measure of the way back at once", () => {
  server.tell({ type: "lag", number: 7 });
  expect(server.sent.at(-1)).toEqual({ type: "lag", number: 7 });
});

it("shows for a while what has happened to a seat in the game, and nothing that was said before it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const note = (seq: number, phase: State["table"]["phase"]) =>
    server.tell({ type: "entry", seq, at: "", kind: "note", key: "unheard", args: {}, text: "A bot plays for Bo.", state: stateOf(seq, { table: { ...table(4), phase } }) });
  note(5, "room");
  expect(store.news).toBeNull();
  await vi.waitFor(() => expect(store.state?.seq).toBe(5));
  note(6, "playing");
  expect(store.news?.text).toBe("A bot plays for Bo.");
  vi.advanceTimersByTime(10_000);
  expect(store.news).toBeNull();
  vi.useRealTimers();
});

it("knows whose seats they were in the record that is played on", () => {
  const imported = { seq: 1, at: "", kind: "import", rules: table(4).rules, names: ["Di", "Cy", "Bo", "Ada"], ring: 0 };
  server.tell({ type: "snapshot", entries: [imported], ...stateOf(5) });
  expect(store.recorded).toEqual(["Di", "Cy", "Bo", "Ada"]);
});
