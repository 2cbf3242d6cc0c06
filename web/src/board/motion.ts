// How things move, as keyframes: along the river, in an arc, over the edge. Only transform and opacity change.
import type { Point, Spot } from "./geometry";

export const placed = ({ x, y, scale }: Spot, more = ""): string =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})${more}`;

const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** From spot to spot along a way: the offsets to its two ends melt into each other. */
export function glide(from: Spot, to: Spot, way: Point[]): Keyframe[] {
  const [first, last] = [way[0] ?? from, way.at(-1) ?? to];
  return way.map((point, i) => {
    const t = way.length > 1 ? i / (way.length - 1) : 1;
    const x = point.x + mix(from.x - first.x, to.x - last.x, t);
    const y = point.y + mix(from.y - first.y, to.y - last.y, t);
    return { transform: placed({ x, y, scale: mix(from.scale, to.scale, t) }) };
  });
}

/** Carried by the whirlpool: the same glide, with half a turn of the hull. */
export const spun = (frames: Keyframe[]): Keyframe[] =>
  frames.map(({ transform }, i) => {
    const t = i / (frames.length - 1);
    const turn = Math.cos(Math.PI * t * 2) * 0.5 + 0.5;
    return { transform: `${transform} rotate(${(Math.sin(Math.PI * 2 * t) * 16).toFixed(1)}deg) scale(${(0.25 + 0.75 * turn).toFixed(3)}, 1)` };
  });

/** A stone thrown from hand to hand: up by `height`, then down. */
export function arc(from: Spot, to: Spot, height: number): Keyframe[] {
  const pieces = 12;
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const t = i / pieces;
    const lift = 4 * height * t * (1 - t);
    const scale = mix(from.scale, to.scale, t) * (1 + 0.25 * 4 * t * (1 - t));
    return { transform: placed({ x: mix(from.x, to.x, t), y: mix(from.y, to.y, t) - lift, scale }) };
  });
}

/** Over the edge: off with the push, then down the fall, tilting outwards, smaller, gone in the last third. */
export function plunge(from: Spot, way: Point[], side: "L" | "R"): Keyframe[] {
  const first = way[0] ?? from;
  const edge = (way.length - 1) / 2; // the first half of the way leads to the edge, the second down
  return way.map((point, i) => {
    const over = Math.max(0, (i - edge) / edge);
    const offset = i < edge ? EDGE * (i / edge) ** 0.66 : EDGE + (1 - EDGE) * over ** 0.6;
    const scale = from.scale * (1 - 0.2 * over);
    const spot = { x: point.x + (from.x - first.x), y: point.y + (from.y - first.y), scale };
    const tilt = (side === "L" ? -38 : 38) * over;
    return { offset, transform: `${placed(spot)} rotate(${tilt.toFixed(1)}deg)`, opacity: String(Math.min(1, 3 - 3 * offset)) };
  });
}
const EDGE = 0.45; // of the time, until a thing has reached the edge

export const FADE_IN: Keyframe[] = [{ opacity: "0" }, { opacity: "1" }];
export const FADE_OUT: Keyframe[] = [{ opacity: "1" }, { opacity: "0" }];
export const DIP: Keyframe[] = [
  { transform: "none" },
  { transform: "translateY(2px) rotate(-2.5deg)" },
  { transform: "translateY(-1px) rotate(1.5deg)" },
  { transform: "none" },
];
export const ROCK: Keyframe[] = [
  { transform: "none" },
  { transform: "rotate(5deg)" },
  { transform: "rotate(-5deg)" },
  { transform: "rotate(2deg)" },
  { transform: "none" },
];

export const IN_OUT_SINE = "cubic-bezier(.37,0,.63,1)";
export const IN_OUT_QUAD = "cubic-bezier(.45,0,.55,1)";
export const OUT_BACK = "cubic-bezier(.34,1.3,.64,1)";
