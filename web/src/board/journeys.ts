// Who must travel when the board changes, and along which way: everything that floats, stands or waits.
import type { Place } from "../game/protocol";
import { CAMP, SPOTS, type Point, type Spot } from "./geometry";
import { beaverSpot, canoeSpots, whirlpoolSpot } from "./layout";
import type { Shown } from "./model";
import { way } from "./river";

export type Journey = { id: string; from: Spot; to: Spot; way: Point[] };

/** Every movable thing's spot, by its name. */
export function spotsOf(shown: Shown): Map<string, Spot> {
  const spots = canoeSpots(shown);
  const whirlpool = whirlpoolSpot(shown);
  const beaver = beaverSpot(shown);
  if (whirlpool) spots.set("whirlpool", whirlpool);
  if (beaver) spots.set("beaver", beaver);
  return spots;
}

function placeOf(shown: Shown, id: string): Place | "source" | null {
  if (id === "whirlpool") return shown.whirlpool === "next" ? "source" : shown.whirlpool;
  if (id === "beaver") return shown.beaver;
  return shown.canoes.find((piece) => piece.id === id)?.at ?? null;
}

/** The way of one thing: along the river from place to place, over the jetty, or straight. */
function wayOf(id: string, before: Shown, after: Shown, from: Spot, to: Spot): Point[] {
  const [start, end] = [placeOf(before, id), placeOf(after, id)];
  if (start === null || end === null || start === end || start === "lost" || end === "lost") return [from, to];
  if (start === "camp" || end === "camp") return [from, CAMP.landing, to];
  return way(start, end);
}

export function journeys(before: Shown, after: Shown): { moved: Journey[]; arrived: string[] } {
  const from = spotsOf(before);
  const moved: Journey[] = [];
  const arrived: string[] = [];
  for (const [id, to] of spotsOf(after)) {
    const old = from.get(id);
    if (!old || (id === "whirlpool" && after.whirlpool === "next" && before.whirlpool !== "next")) arrived.push(id);
    else if (id === "beaver" && after.beaver === null && before.beaver !== null) arrived.push(id);
    else if (old.x !== to.x || old.y !== to.y || old.scale !== to.scale)
      moved.push({ id, from: old, to, way: wayOf(id, before, after, old, to) });
  }
  return { moved, arrived };
}

/** The discs of a push: each slides to the next place, a new one comes from the source. */
export const slides = (path: Place[]): Journey[] =>
  path.map((place, i) => {
    const along = way(i ? (path[i - 1] as Place) : "source", place);
    return {
      id: `disc-${place}`,
      from: { ...(along[0] as Point), scale: 1 },
      to: { ...SPOTS[place as keyof typeof SPOTS].centre, scale: 1 },
      way: along,
    };
  });
