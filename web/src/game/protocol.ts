// The protocol between server and client as types: docs/protocol.md and docs/notation.md, word for word.

export type Gem = "p" | "w" | "y" | "b" | "r";
export type Space = "S1" | "S2" | "S3" | "S4" | "S5" | "L6" | "L7" | "R6" | "R7";
export type Place = "camp" | Space | "lost";
export type Card = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "C" | "L" | "X";
export type Arm = "R" | "L";
export type CanoeName = "a" | "b";

export type Rules = {
  players: number;
  spirits: boolean;
  joe: boolean;
  fork: "alternating" | "random";
  elk_on_choice_card: 1 | 2;
  tie_break: "shared" | "gem_value";
  round_limit: number;
};

export type Canoe = { at: Place; gems: string; bank: boolean; elk: boolean; moved: boolean };

export type SeatView = {
  home: string;
  canoes: [Canoe, Canoe];
  hand: string;
  card: Card | "?" | null;
  open: boolean;
  points: number | null;
  bought: boolean | null;
};

export type Phase = "buy" | "cards" | "turns" | "river" | "banks" | "over";

export type View = {
  rules: Rules;
  round: number;
  phase: Phase;
  ring: number;
  turn: number | null;
  weather: number;
  flag: Arm | null;
  deposits: Record<Gem, string>;
  seats: SeatView[];
  whirlpool: Space | "next" | null;
  beaver: Space | null;
  elk: "red" | "carried" | "away" | null;
  joe: { at: Space | "lost"; gems: string } | null;
  winners: number[];
};

export type Way = "kinds" | "alike" | "seven";

/** Whose canoe: Diamond Joe is seat null, canoe "joe". */
type Whose = { seat: number; canoe: CanoeName } | { seat: null; canoe: "joe" };

export type Event =
  | { event: "round"; round: number; ring: number }
  | { event: "bought"; seat: number; canoe: CanoeName; gem: Gem | null }
  | { event: "declined"; seat: number }
  | { event: "chose"; seat: number }
  | { event: "open"; seat: number; card: Card }
  | { event: "points"; seat: number; points: number }
  | { event: "elk"; seat: number; canoe: CanoeName; at: Space }
  | ({ event: "step"; from: Place; to: Place; cost: number } & Whose)
  | { event: "home"; seat: number; canoe: CanoeName; gems: string }
  | ({ event: "unload"; gem: Gem; at: Space } & Whose)
  | ({ event: "load"; gem: Gem; at: Space } & Whose)
  | { event: "steal"; seat: number; canoe: CanoeName; victim: number; victim_canoe: CanoeName; gem: Gem }
  | { event: "trade"; seat: number; canoe: CanoeName; give: Gem | null; take: Gem | null }
  | { event: "pass"; seat: number }
  | { event: "weather"; seat: number | null; before: number; after: number }
  | { event: "beaver"; at: Space | null }
  | { event: "lasso"; seat: number; canoes: string }
  | { event: "river"; speed: number; lowest: number; weather: number }
  | { event: "push"; arm: Arm; path: Space[] }
  | { event: "flag"; arm: Arm }
  | { event: "whirlpool"; at: Space | "next" }
  | ({ event: "carry"; from: Space; to: Space | "lost" } & Whose)
  | ({ event: "fall"; at: Space; gems: string; elk: boolean } & Whose)
  | { event: "unrope"; seat: number; canoe: CanoeName; at: Space }
  | { event: "elk_home" }
  | { event: "joe"; at: Space }
  | { event: "refill"; seat: number }
  | { event: "over"; winners: number[]; ways: Way[][] };

export type TableSeat = {
  seat: number;
  kind: "person" | "bot" | "empty";
  name: string;
  guest: string | null;
  colour: number;
  online: boolean;
  strength: string | null;
  stand_in: string | null;
  vote: Vote | null;
};

/** Whether a bot shall play for somebody who is away; `opens` by the server's clock, in ms. */
export type Vote = { opens: number; votes: number; needed: number };

export type Quiet = { begins: number; ends: number; zone: string };
/** How much time people have: minutes of a bank and seconds of an increment, or the hours of a decision. */
export type Pace = { kind: "live"; bank: number; increment: number } | { kind: "slow"; hours: number; quiet: Quiet | null };

/** Times by the server's clock, in ms. */
export type Clocks = { seats: { left: number; runs: boolean; ends: number | null }[]; quiet: [number, number][] };

export type Saying = { key: string; args: Record<string, string | number>; text: string };

export type Table = {
  id: string;
  name: string;
  link: string;
  host: string;
  rules: Rules;
  watch: boolean;
  public: boolean;
  pace: Pace | null;
  stand_in: string;
  phase: "room" | "playing" | "over";
  game: number;
  seats: TableSeat[];
  missing: Saying | null;
  watchers: string[];
};

export type Refusal = { rule: string | null } & Saying;

/** What a canoe move costs; `route` without the place where the canoe begins. */
export type Cost = { steps: number; load: number; route: Place[]; washed_from: Space | null };
export type Speed = { lowest: number | null; weather: number; at_most: number | null; known: boolean };

export type Person = { id: string; name: string };

export type State = {
  seq: number;
  you: Person & { seat: number | null; seats: number[] }; // of several the one that must act, else the first
  table: Table;
  view: View | null;
  actors: number[];
  decision: string | null;
  legal: string[];
  moves: Record<string, Cost>;
  speed: Speed | null;
  standings: number[] | null;
  commands: string[];
  now: number;
  clocks: Clocks | null;
};

export type Entry = { seq: number; at: string } & (
  | { kind: "chat"; name: string; guest: string | null; seat: number | null; text: string }
  | ({ kind: "note" } & Saying)
  | { kind: "move"; seat: number; move: string | null; events: Event[] }
  | { kind: "start"; rules: Rules; ring: number; game: number; events: Event[]; on: boolean }
  | { kind: "import"; rules: Rules; names: string[]; ring: number }
);

/** The fields that are new. */
export type ViewChange = Partial<Omit<View, "seats"> & { seats: Record<number, SeatView> }>;
export type Change = Partial<Omit<State, "seq" | "view" | "now">> & { view?: ViewChange; now: number };

/** An entry as it comes over the wire: with the whole state, or with what is new by it. `answers` is the command that made it, if this client gave it. */
export type BriefEntry = { type: "entry"; answers?: string; state?: State; change?: Change } & Entry;

export type FromServer =
  | ({ type: "snapshot"; entries: Entry[] } & State)
  | ({ type: "entry"; state: State } & Entry)
  | ({ type: "resumed" } & State)
  | { type: "ack"; id: string; seq: number | null; text?: string | null }
  | { type: "refused"; id: string | null; refusal: Refusal }
  | { type: "why"; id: string; refusal: Refusal | null }
  | { type: "table"; table: Table; now: number }
  | { type: "lag"; number: number }
  | { type: "pong" };

/** Before an entry's state is made whole. */
export type OnTheWire = Exclude<FromServer, { type: "entry" }> | BriefEntry;

export type Command =
  | { type: "move"; id: string; game?: number; decision: string; move: string }
  | { type: "why"; id: string; move: string }
  | { type: "say"; id: string; text: string };

export type ToServer = { type: "hello"; seq: number | null; brief: true } | { type: "ping" } | { type: "lag"; number: number } | Command;

export type Options = {
  players: { base: number[]; spirits: number[] };
  rules: Rules;
  readings: {
    fork: Rules["fork"][];
    elk_on_choice_card: Rules["elk_on_choice_card"][];
    tie_break: Rules["tie_break"][];
    round_limit: number[];
  };
  strengths: string[];
};

/** A table in a list: no more of its seats than kind, name and colour. */
export type Listed = {
  id: string;
  name: string;
  link: string;
  host: string;
  rules: Rules;
  phase: Table["phase"];
  game: number;
  round: number | null;
  seats: { kind: TableSeat["kind"]; name: string; colour: number }[];
  free: number;
  mine: number[];
  turn: number[];
  due: number | null;
  changed: string;
};

/** A finished game in a list. */
export type Played = {
  table: string;
  game: number;
  name: string;
  link: string;
  record: string;
  rules: Rules;
  names: string[];
  mine: number[];
  winners: number[];
  rounds: number;
  began: string;
  ended: string;
};

/** A game to look at, step by step; `change` holds what is new in the view after each. */
export type Replay = {
  name: string | null;
  names: string[];
  colours: number[];
  running: boolean;
  after: number;
  next: number | null;
  begin: View;
  steps: {
    round: number;
    seat: number | null;
    move: string | null;
    events: Event[];
    change: ViewChange;
  }[];
};
