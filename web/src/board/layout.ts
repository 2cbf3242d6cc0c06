// Where each piece stands: the model's places turned into spots of the board.
import type { Gem, Space } from "../game/protocol";
import {
  BEAVER, CAMP, DEPOSIT_SLOTS, DEPOSITS, LAYOUTS, LODGE, MOORED, MOORED_CROWD, MOORED_SCALE, SOURCE, SPOTS,
  type Point, type Spot,
} from "./geometry";
import type { Piece, Shown } from "./model";

/** Canoes that float on the disc of a space. */
export const afloat = (shown: Shown, space: string): Piece[] => shown.canoes.filter((piece) => piece.at === space && !piece.bank);
export const roped = (shown: Shown, space: string): Piece[] => shown.canoes.filter((piece) => piece.at === space && piece.bank);

/** Spots on a disc: two-seaters get the outer places first, the elk, who is tall, the furthest back. */
function onDisc(pieces: Piece[], { x, y }: Point): [Piece, Spot][] {
  const layout = LAYOUTS[Math.min(pieces.length, LAYOUTS.length) - 1];
  if (!layout) return [];
  const outer = layout.slots.map((_, i) => i);
  if (pieces.some((piece) => piece.seats === 1) && pieces.length > 2)
    outer.sort((a, b) => Math.abs((layout.slots[b] as Point).x) - Math.abs((layout.slots[a] as Point).x));
  const order = [...pieces].sort((a, b) => Number(b.elk) - Number(a.elk) || b.seats - a.seats);
  const slots = new Map(order.map((piece, i) => [piece.id, layout.slots[outer[i] ?? 0] as Point]));
  return pieces.map((piece) => {
    const slot = slots.get(piece.id) as Point;
    return [piece, { x: x + slot.x, y: y + slot.y, scale: layout.scale }];
  });
}

function onBank(pieces: Piece[], space: Space): [Piece, Spot][] {
  const { side, post } = SPOTS[space].mooring;
  const away = side === "left" ? 1 : -1;
  if (pieces.length <= MOORED.length)
    return pieces.map((piece, i) => {
      const slot = MOORED[i] as Point;
      return [piece, { x: post.x + away * slot.x, y: post.y + slot.y, scale: MOORED_SCALE }];
    });
  const { scale, column, row } = MOORED_CROWD;
  return pieces.map((piece, i) => [
    piece,
    { x: post.x + away * (46 + column * (i % 2)), y: post.y + row * (Math.floor(i / 2) - 1), scale },
  ]);
}

/** The spot of every canoe that is to be seen, by its id. */
export function canoeSpots(shown: Shown): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (const [space, { centre }] of Object.entries(SPOTS)) {
    for (const [piece, spot] of onDisc(afloat(shown, space), centre)) spots.set(piece.id, spot);
    for (const [piece, spot] of onBank(roped(shown, space), space as Space)) spots.set(piece.id, spot);
  }
  shown.canoes
    .filter((piece) => piece.at === "camp")
    .forEach((piece, i) => spots.set(piece.id, { ...(CAMP.slots[i] as Point), scale: CAMP.scale }));
  return spots;
}

export function whirlpoolSpot(shown: Shown): Spot | null {
  if (shown.whirlpool === null) return null;
  return shown.whirlpool === "next" ? SOURCE : { ...SPOTS[shown.whirlpool].centre, scale: 1 };
}

export function beaverSpot(shown: Shown): Spot | null {
  if (!shown.spirits) return null;
  if (shown.beaver === null) return LODGE;
  const { centre } = SPOTS[shown.beaver];
  const { x, y, scale } = afloat(shown, shown.beaver).length ? BEAVER.crowded : BEAVER.alone;
  return { x: centre.x + x, y: centre.y + y, scale };
}

/** Own stones on the shelf, strangers on a plate each; from the seventh stranger on, a count. */
export function depositStones(deposit: Gem, gems: string): { own: Point[]; foreign: { gem: Gem; at: Point }[]; more: number } {
  const strangers = ([...gems] as Gem[]).filter((gem) => gem !== deposit);
  const { foreign } = DEPOSITS[deposit];
  return {
    own: DEPOSIT_SLOTS.slice(0, gems.length - strangers.length),
    foreign: strangers.slice(0, foreign.length).map((gem, i) => ({ gem, at: foreign[i] as Point })),
    more: Math.max(0, strangers.length - foreign.length),
  };
}

/** Where the last stone of a colour lies at a deposit, on the board: from there it is loaded, there it is put down. */
export function stoneAt(deposit: Gem, gems: string, gem: Gem): Point {
  const { own, foreign } = depositStones(deposit, gems);
  const spot = gem === deposit ? own.at(-1) : foreign.findLast((stone) => stone.gem === gem)?.at;
  const { centre } = DEPOSITS[deposit];
  const { x, y } = spot ?? { x: 0, y: 0 };
  return { x: centre.x + x, y: centre.y + y };
}

/** Where a stone lies in its canoe, in the canoe's own units. */
export function seatOffset(piece: Piece, gem: string): Point {
  const seat = Math.max(0, piece.gems.indexOf(gem));
  const places = piece.seat === null ? [8] : piece.seats === 2 ? (piece.elk ? [-28, 28] : [-17, 17]) : piece.elk ? [21] : [0];
  return { x: places[seat] ?? 0, y: -24 };
}
