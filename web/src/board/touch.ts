// Where a finger or the mouse finds a thing: boxes over the drawing, in units of the board, large enough to be hit.
import { CAMP, DEPOSIT_HIT, DEPOSITS, HALO, SPOTS, VIEW, type Point, type Spot } from "./geometry";
import { depositStones } from "./layout";
import { badgeOf, edgeOf } from "./river";
import type { Gem, Place } from "../game/protocol";

export type Box = { x: number; y: number; width: number; height: number };
const FINGER = 88; // units: 44 px on the smallest phone

const around = ({ x, y }: Point, width: number, height: number): Box => ({ x: x - width / 2, y: y - height / 2, width, height });

export function placeBox(place: Place, washedFrom: Place | null = null): Box {
  if (place === "camp") return CAMP.hit;
  return around(place === "lost" ? edgeOf(washedFrom) : SPOTS[place].centre, HALO.rx * 2, HALO.ry * 2);
}

/** A canoe, with as much room around it as its neighbours leave: `alone` on its disc it fills it. */
export function canoeBox(spot: Spot, seats: 1 | 2, alone: boolean): Box {
  const width = Math.max((seats === 2 ? 104 : 76) * spot.scale, alone ? FINGER : 50);
  const height = alone ? FINGER * 0.86 : Math.max(44 * spot.scale, 44);
  return around({ x: spot.x, y: spot.y - 11 * spot.scale }, width, height);
}

export const depositBox = (deposit: Gem): Box => {
  const { x, y } = DEPOSITS[deposit].centre;
  return { ...DEPOSIT_HIT, x: x + DEPOSIT_HIT.x, y: y + DEPOSIT_HIT.y };
};

/** The strangers of one colour at a deposit. */
export function strangerBox(deposit: Gem, gems: string, gem: Gem): Box {
  const { centre } = DEPOSITS[deposit];
  const spots = depositStones(deposit, gems)
    .foreign.filter((stone) => stone.gem === gem)
    .map((stone) => stone.at);
  const xs = spots.map(({ x }) => x + centre.x);
  const ys = spots.map(({ y }) => y + centre.y);
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const half = spots.length > 1 ? 24 : FINGER * 0.32;
  return { x: left - half, y: top - half, width: right - left + 2 * half, height: bottom - top + 2 * half };
}

/** A stone in a canoe; with two, each takes its own half. */
export function cargoBox(spot: Spot, offset: Point): Box {
  const side = Math.sign(offset.x);
  return around({ x: spot.x + (offset.x + side * 10) * spot.scale, y: spot.y - 26 * spot.scale }, side ? 54 : 60, 56);
}

export const badgeBox = (end: { place: Place; washedFrom: Place | null }): Box => around(badgeOf(end), 116, 50);

const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)}%`;
export const style = ({ x, y, width, height }: Box): string =>
  `left:${percent(x, VIEW.width)};top:${percent(y, VIEW.height)};width:${percent(width, VIEW.width)};height:${percent(height, VIEW.height)}`;
