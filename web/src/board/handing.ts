// What goes through the air when stones, or the elk, change hands: from where, to where, and how the board looks meanwhile.
import { depositAt } from "../game/places";
import type { Event, Gem } from "../game/protocol";
import { CAMP, DEPOSITS, ELK_HOME, type Spot } from "./geometry";
import { canoeSpots, seatOffset, stoneAt } from "./layout";
import { change, follow, idOf, stock, take, type Shown } from "./model";

export type Throw = { thing: Gem | "elk"; from: Spot; to: Spot; height: number };
export type Handing = { meanwhile: Shown; thrown: Throw[]; rocking: string[] };
type HandEvent = Extract<Event, { event: "load" | "unload" | "steal" | "trade" | "home" | "bought" | "elk" }>;

const KINDS = ["load", "unload", "steal", "trade", "home", "bought", "elk"];
export const isHanding = (event: Event): event is HandEvent => KINDS.includes(event.event);

/** A stone at its deposit, on the board. */
export const stoneSpot = (shown: Shown, deposit: Gem, gem: Gem): Spot => ({ ...stoneAt(deposit, shown.deposits[deposit], gem), scale: 1 });

function seatSpot(shown: Shown, id: string, gem: Gem | null): Spot {
  const piece = shown.canoes.find((one) => one.id === id);
  const spot = canoeSpots(shown).get(id);
  if (!piece || !spot) return { ...CAMP.landing, scale: 1 };
  const seat = gem ? seatOffset(piece, gem) : { x: -4, y: -8 };
  return { x: spot.x + seat.x * spot.scale, y: spot.y + seat.y * spot.scale, scale: spot.scale };
}

const drop = (shown: Shown, id: string, gem: Gem): Shown => change(shown, id, ({ gems }) => ({ gems: take(gems, gem) }));

export function handing(shown: Shown, event: HandEvent): Handing {
  const next = follow(shown, event);
  const id = idOf(event);
  const throwing = (thing: Gem | "elk", from: Spot, to: Spot, height = 30): Throw => ({ thing, from, to, height });
  switch (event.event) {
    case "load": {
      const deposit = depositAt(event.at) ?? event.gem;
      const thrown = [throwing(event.gem, stoneSpot(shown, deposit, event.gem), seatSpot(next, id, event.gem))];
      return { meanwhile: stock(shown, deposit, (bag) => take(bag, event.gem)), thrown, rocking: [] };
    }
    case "unload": {
      const deposit = depositAt(event.at) ?? event.gem;
      const thrown = [throwing(event.gem, seatSpot(shown, id, event.gem), stoneSpot(next, deposit, event.gem))];
      return { meanwhile: drop(shown, id, event.gem), thrown, rocking: [] };
    }
    case "steal": {
      const victim = `${event.victim}${event.victim_canoe}`;
      const thrown = [throwing(event.gem, seatSpot(shown, victim, event.gem), seatSpot(next, id, event.gem))];
      return { meanwhile: drop(shown, victim, event.gem), thrown, rocking: [id, victim] };
    }
    case "trade": {
      const { give, take: got } = event;
      const thrown = [
        ...(give ? [throwing(give, seatSpot(shown, id, give), seatSpot(next, "joe", give))] : []),
        ...(got ? [throwing(got, seatSpot(shown, "joe", got), seatSpot(next, id, got), 50)] : []),
      ];
      const given = give ? drop(shown, id, give) : shown;
      return { meanwhile: got ? drop(given, "joe", got) : given, thrown, rocking: [id, "joe"] };
    }
    case "home": {
      const gems = [...event.gems] as Gem[];
      const tents = { ...CAMP.tents, scale: 0.4 };
      return { meanwhile: next, thrown: gems.map((gem) => throwing(gem, seatSpot(shown, id, gem), tents, 40)), rocking: [] };
    }
    case "bought": {
      const tents = { ...CAMP.tents, scale: 0.5 };
      const thrown = event.gem ? [throwing(event.gem, tents, stoneSpot(next, event.gem, event.gem), 60)] : [];
      return { meanwhile: follow(shown, { ...event, gem: null }), thrown, rocking: [] };
    }
    case "elk":
      return { meanwhile: { ...shown, elk: "carried" }, thrown: [throwing("elk", ELK_HOME, seatSpot(next, id, null), 40)], rocking: [id] };
  }
}

/** The stones of a lost canoe, back from the foot of the fall to their deposits. */
export const returning = (shown: Shown, gems: string, edge: Spot): Throw[] =>
  ([...gems] as Gem[]).map((gem) => {
    const to = stoneSpot(stock(shown, gem, (bag) => bag + gem), gem, gem);
    return { thing: gem, from: edge, to, height: Math.max(60, (edge.y - DEPOSITS[gem].centre.y) / 4) };
  });
