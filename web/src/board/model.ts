// What the board shows, and how each event changes it. It follows what the engine tells and decides nothing itself.
import { depositAt } from "../game/places";
import type { Event, Gem, Place, Space, View } from "../game/protocol";

/** A canoe as the board shows it; Diamond Joe's has no seat. */
export type Piece = {
  id: string; // "0a", "joe"
  seat: number | null;
  canoe: "a" | "b" | "joe";
  seats: 1 | 2;
  at: Place;
  gems: string;
  bank: boolean;
  elk: boolean;
};

export type Shown = {
  canoes: Piece[];
  deposits: Record<Gem, string>;
  whirlpool: View["whirlpool"];
  beaver: Space | null;
  spirits: boolean;
  elk: View["elk"];
  flag: View["flag"];
  weather: number;
};

export const idOf = (who: { seat: number | null; canoe: string }): string => (who.seat === null ? "joe" : `${who.seat}${who.canoe}`);

export function shownOf(view: View): Shown {
  const canoes: Piece[] = view.seats.flatMap((seat, number) =>
    seat.canoes.map(({ at, gems, bank, elk }, i): Piece => {
      const canoe = i ? "b" : "a";
      return { id: `${number}${canoe}`, seat: number, canoe, seats: view.rules.spirits && !i ? 2 : 1, at, gems, bank, elk };
    }),
  );
  if (view.joe) canoes.push({ id: "joe", seat: null, canoe: "joe", seats: 1, ...view.joe, bank: false, elk: false });
  const { whirlpool, beaver, elk, flag, weather } = view;
  return { canoes, deposits: { ...view.deposits }, whirlpool, beaver, spirits: view.rules.spirits, elk, flag, weather };
}

const ORDER = "pwybr";
export const put = (bag: string, ...gems: string[]): string =>
  [...bag, ...gems].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join("");
export const take = (bag: string, gem: string): string => bag.replace(gem, "");

/** The same board with some canoes changed. */
export const change = (shown: Shown, id: string, part: (piece: Piece) => Partial<Piece>): Shown => ({
  ...shown,
  canoes: shown.canoes.map((piece) => (piece.id === id ? { ...piece, ...part(piece) } : piece)),
});
export const stock = (shown: Shown, deposit: Gem, part: (bag: string) => string): Shown => ({
  ...shown,
  deposits: { ...shown.deposits, [deposit]: part(shown.deposits[deposit]) },
});
const restock = (shown: Shown, gems: string): Shown =>
  ([...gems] as Gem[]).reduce((s, gem) => stock(s, gem, (bag) => put(bag, gem)), shown);

/** One push: all that floats on a disc of `path` moves to the next place; what stood on the last is over the edge. */
function push(shown: Shown, path: Space[]): Shown {
  const next = (place: Place): Place => {
    const i = path.indexOf(place as Space);
    return i < 0 ? place : (path[i + 1] ?? "lost");
  };
  const drift = (space: Space): Space | null => {
    const to = next(space);
    return to === "lost" ? null : (to as Space);
  };
  const { whirlpool, beaver } = shown;
  return {
    ...shown,
    canoes: shown.canoes.map((piece) => (piece.bank ? piece : { ...piece, at: next(piece.at) })),
    whirlpool: whirlpool && whirlpool !== "next" ? (drift(whirlpool) ?? "next") : whirlpool,
    beaver: beaver && drift(beaver),
  };
}

/** The board after an event. */
export function follow(shown: Shown, event: Event): Shown {
  switch (event.event) {
    case "bought":
      return restock(change(shown, idOf(event), () => ({ at: "camp" })), event.gem ?? "");
    case "elk":
      return { ...change(shown, idOf(event), () => ({ elk: true })), elk: "carried" };
    case "step": {
      const id = idOf(event);
      const elk = event.to === "camp" && shown.canoes.some((piece) => piece.id === id && piece.elk);
      const moved = change(shown, id, () => (elk ? { at: event.to, elk: false } : { at: event.to }));
      return elk ? { ...moved, elk: "away" } : moved;
    }
    case "home":
      return change(shown, idOf(event), () => ({ gems: "" }));
    case "unload":
      return unload(shown, idOf(event), event.gem, event.at);
    case "load":
      return load(shown, idOf(event), event.gem, event.at);
    case "steal": {
      const robbed = change(shown, `${event.victim}${event.victim_canoe}`, ({ gems }) => ({ gems: take(gems, event.gem) }));
      return change(robbed, idOf(event), ({ gems }) => ({ gems: put(gems, event.gem) }));
    }
    case "trade":
      return trade(shown, idOf(event), event.give, event.take);
    case "weather":
      return { ...shown, weather: event.after };
    case "beaver":
      return { ...shown, beaver: event.at };
    case "lasso":
      return [...event.canoes].reduce((s, canoe) => change(s, `${event.seat}${canoe}`, () => ({ bank: true })), shown);
    case "push":
      return push(shown, event.path);
    case "flag":
      return { ...shown, flag: event.arm };
    case "whirlpool":
      return { ...shown, whirlpool: event.at };
    case "carry":
      return change(shown, idOf(event), () => ({ at: event.to }));
    case "fall": {
      const lost = restock(change(shown, idOf(event), () => ({ at: "lost", gems: "", bank: false, elk: false })), event.gems);
      return event.elk ? { ...lost, elk: "away" } : lost;
    }
    case "unrope":
      return change(shown, idOf(event), () => ({ bank: false }));
    case "elk_home":
      return { ...shown, elk: "red" };
    case "joe":
      return change(shown, "joe", () => ({ at: event.at, gems: "" }));
    default:
      return shown; // cards, clocks and words: nothing of it lies on the board
  }
}

const load = (shown: Shown, id: string, gem: Gem, at: Place): Shown => {
  const deposit = depositAt(at);
  const emptied = deposit ? stock(shown, deposit, (bag) => take(bag, gem)) : shown;
  return change(emptied, id, ({ gems }) => ({ gems: put(gems, gem) }));
};
const unload = (shown: Shown, id: string, gem: Gem, at: Place): Shown => {
  const deposit = depositAt(at);
  const filled = deposit ? stock(shown, deposit, (bag) => put(bag, gem)) : shown;
  return change(filled, id, ({ gems }) => ({ gems: take(gems, gem) }));
};
const trade = (shown: Shown, id: string, give: Gem | null, got: Gem | null): Shown => {
  const swap = (gems: string, out: Gem | null, into: Gem | null): string => put(out ? take(gems, out) : gems, into ?? "");
  const ours = change(shown, id, ({ gems }) => ({ gems: swap(gems, give, got) }));
  return change(ours, "joe", ({ gems }) => ({ gems: swap(gems, got, give) }));
};
