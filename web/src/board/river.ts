// The current as points: a way along the river in small straight pieces, for routes and for motion.
import type { Place, Space } from "../game/protocol";
import { CAMP, CURRENT, SPOTS, type Point } from "./geometry";

type End = Place | "source" | "fall";

const bezier = ([a, b, c, d]: [Point, Point, Point, Point], t: number): Point => {
  const u = 1 - t;
  const mix = (k: "x" | "y"): number => u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k];
  return { x: mix("x"), y: mix("y") };
};

/** Points along a path of cubic curves, `pieces` to a curve, both ends included. */
export function sample(path: string, pieces = 6): Point[] {
  const n = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  const pair = (i: number): Point => ({ x: n[i] ?? 0, y: n[i + 1] ?? 0 });
  const along = [pair(0)];
  for (let i = 0; i + 7 < n.length; i += 6)
    for (let k = 1; k <= pieces; k++) along.push(bezier([pair(i), pair(i + 2), pair(i + 4), pair(i + 6)], k / pieces));
  return along;
}

/** The way from one place to the next, up or down the river; straight where no water leads. */
export function way(from: End, to: End, pieces = 6): Point[] {
  const down = CURRENT[`${from}>${to}`];
  if (down) return sample(down, pieces);
  const up = CURRENT[`${to}>${from}`];
  if (up) return sample(up, pieces).reverse();
  if (from === "camp") return [CAMP.landing, centre(to)];
  if (to === "camp") return [centre(from), CAMP.landing];
  return [centre(from), centre(to)];
}

export const centre = (place: End): Point => (place in SPOTS ? SPOTS[place as Space].centre : CAMP.landing);

/** A route through several places as one way, and the middle of each step for its number. */
export function route(places: Place[]): { d: string; marks: Point[] } {
  const ways = places.slice(1).map((to, i) => way(places[i] as Place, to, 8));
  const line = ways.flatMap((w, i) => (i ? w.slice(1) : w));
  const middle = (w: Point[]): Point => {
    const [a, b] = [w[Math.floor((w.length - 1) / 2)] as Point, w[Math.ceil((w.length - 1) / 2)] as Point];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const d = line.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return { d, marks: ways.map(middle) };
}

/** Where a canoe goes over: the lip of the fall below a seventh space. */
export const edgeOf = (place: Place | null): Point => ({ x: place === "L7" ? 147 : 573, y: 880 });

/** Where the cost of an end is written. */
export function badgeOf({ place, washedFrom }: { place: Place; washedFrom: Place | null }): Point {
  if (place === "camp") return CAMP.badge;
  if (place === "lost") return edgeOf(washedFrom);
  const { centre: { x, y }, badge } = SPOTS[place];
  return { x: x + badge.x, y: y + badge.y };
}
