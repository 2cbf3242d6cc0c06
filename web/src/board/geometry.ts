// Where everything lies on the board, in units of its viewBox: x to the right, y down; one unit is half a pixel on a small phone.
import type { Arm, Gem, Space } from "../game/protocol";

export type Point = { x: number; y: number };
export type Spot = Point & { scale: number };

const at = (x: number, y: number): Point => ({ x, y });
const points = (...list: [number, number][]): Point[] => list.map(([x, y]) => at(x, y));

export const VIEW = { width: 720, height: 940 };
export const DISC = { rx: 62, ry: 44 };
export const HALO = { rx: 66, ry: 47.5 };
export const FORK = "S5";

type Mooring = { side: "left" | "right"; post: Point };
type SpaceSpot = { centre: Point; badge: Point; mooring: Mooring };
const space = (x: number, y: number, badge: Point, side: "left" | "right", post: Point): SpaceSpot => ({
  centre: at(x, y),
  badge,
  mooring: { side, post },
});

export const SPOTS: Record<Space, SpaceSpot> = {
  S1: space(322, 250, at(54, -42), "right", at(574, 268)),
  S2: space(412, 322, at(54, -42), "right", at(616, 326)),
  S3: space(432, 408, at(54, -42), "right", at(648, 396)),
  S4: space(370, 486, at(54, -42), "left", at(170, 474)),
  S5: space(350, 568, at(-136, 34), "right", at(558, 560)),
  L6: space(184, 682, at(-58, -42), "left", at(-14, 668)),
  L7: space(152, 778, at(-2, 60), "left", at(-18, 772)),
  R6: space(536, 682, at(58, -42), "right", at(734, 668)),
  R7: space(568, 778, at(58, -42), "right", at(738, 772)),
};

/** Up to four canoes roped to one post lie here, seen from the post of a left bank; more lie in two columns. */
export const MOORED = points([58, 0], [58, 24], [64, 48], [58, -24]);
export const MOORED_SCALE = 0.84;
export const MOORED_CROWD = { scale: 0.6, column: 62, row: 19 };

export const CAMP = {
  slots: points(
    [62, 177], [128, 177], [194, 177], [260, 177], [326, 177], [38, 200],
    [104, 200], [170, 200], [236, 200], [30, 223], [92, 223], [154, 223],
  ),
  scale: 0.74,
  landing: at(228, 224),
  tents: at(110, 128),
  badge: at(206, 270),
  jetty: "M178 206 202 186 270 234 254 254Z",
  hit: { x: -40, y: 140, width: 440, height: 126 },
};

type DepositSpot = { centre: Point; foreign: Point[] };
const left = points([-93, 20], [-96, -6], [-90, 46], [-64, 52], [-126, 18], [-126, 44]);
const right = left.map(({ x, y }) => at(-x, y));
const below = points([-48, 39], [-18, 39], [12, 39], [42, 39], [-78, 38], [72, 38]);

export const DEPOSITS: Record<Gem, DepositSpot> = {
  p: { centre: at(214, 398), foreign: left },
  w: { centre: at(566, 490), foreign: right },
  y: { centre: at(150, 566), foreign: left },
  b: { centre: at(360, 704), foreign: below },
  r: { centre: at(360, 800), foreign: below },
};
export const DEPOSIT_SLOTS = points([-45, -13], [-15, -13], [15, -13], [45, -13], [-45, 14], [-15, 14], [15, 14], [45, 14]);
export const DEPOSIT_HIT = { x: -80, y: -50, width: 160, height: 94 };

/** Canoes on one disc, by their number: offsets from its centre to the waterline, back to front. */
const layout = (scale: number, ...list: [number, number][]): { scale: number; slots: Point[] } => ({ scale, slots: points(...list) });
export const LAYOUTS = [
  layout(1, [-4, 14]),
  layout(0.96, [-12, -6.5], [12, 26.5]),
  layout(0.86, [-18, -14], [16, 10], [-10, 34]),
  layout(0.78, [-39.9, -6], [31.9, -6], [-31.9, 26], [39.9, 26]),
  layout(0.74, [-38, -14], [30, -14], [0, 10], [-38, 34], [30, 34]),
  layout(0.72, [-37.1, -14], [29.1, -14], [-29.1, 10], [37.1, 10], [-37.1, 34], [29.1, 34]),
  layout(0.68, [-30.6, -14], [30.6, -14], [-57.2, 10], [4, 10], [65.2, 10], [-30.6, 34], [30.6, 34]),
  layout(0.66, [-34.4, -21.5], [26.4, -21.5], [-26.4, -0.5], [34.4, -0.5], [-34.4, 20.5], [26.4, 20.5], [-26.4, 41.5], [34.4, 41.5]),
  layout(0.64, [-28.8, -21.5], [28.8, -21.5], [-53.6, -0.5], [4, -0.5], [61.6, -0.5], [-28.8, 20.5], [28.8, 20.5], [-28.8, 41.5], [28.8, 41.5]),
  layout(0.63, [-28.4, -21.5], [28.4, -21.5], [-52.7, -0.5], [4, -0.5], [60.7, -0.5], [-60.7, 20.5], [-4, 20.5], [52.7, 20.5], [-28.4, 41.5], [28.4, 41.5]),
  layout(0.62, [-59.8, -21.5], [-4, -21.5], [51.8, -21.5], [-51.8, -0.5], [4, -0.5], [59.8, -0.5], [-59.8, 20.5], [-4, 20.5], [51.8, 20.5], [-27.9, 41.5], [27.9, 41.5]),
  layout(0.61, [-58.9, -21.5], [-4, -21.5], [50.9, -21.5], [-50.9, -0.5], [4, -0.5], [58.9, -0.5], [-58.9, 20.5], [-4, 20.5], [50.9, 20.5], [-50.9, 41.5], [4, 41.5], [58.9, 41.5]),
  layout(0.6, [-27, -27], [27, -27], [-50, -8.5], [4, -8.5], [58, -8.5], [-58, 10], [-4, 10], [50, 10], [-50, 28.5], [4, 28.5], [58, 28.5], [-27, 47], [27, 47]),
] as const;
export const CROWD = 5; // from so many canoes on a disc, the first tap lists them

/** The current, from space to space; discs and canoes share it, paddling up runs it backwards. */
export const CURRENT: Record<string, string> = {
  "source>S1": "M478 202 C452 210 333 230 322 250",
  "S1>S2": "M322 250 C311 270 393.7 295.7 412 322",
  "S2>S3": "M412 322 C430.3 348.3 439 380.7 432 408",
  "S3>S4": "M432 408 C425 435.3 383.7 459.3 370 486",
  "S4>S5": "M370 486 C356.3 512.7 336.3 543.3 350 568",
  "S5>L6": "M350 568 C332.3 592.7 291.7 615 264 634 C236.3 653 202.7 658 184 682",
  "L6>L7": "M184 682 C165.3 706 158.3 750.7 152 778",
  "L7>fall": "M152 778 C145.7 805.3 147.7 815.7 146 846 C144.3 876.3 142.7 941 142 960",
  "S5>R6": "M350 568 C363.7 592.7 421 615 452 634 C483 653 516.7 658 536 682",
  "R6>R7": "M536 682 C555.3 706 561.7 750.7 568 778",
  "R7>fall": "M568 778 C574.3 805.3 572.3 815.7 574 846 C575.7 876.3 577.3 941 578 960",
};

export const WEATHER: Record<number, Point> = { [-1]: at(236, 66), 0: at(326, 44), 1: at(424, 44), 2: at(514, 66) };
export const SIGN = at(624, 262);
export const SOURCE: Spot = { ...at(478, 202), scale: 0.6 };
export const LODGE: Spot = { ...at(566, 205), scale: 0.62 };
export const ELK_HOME: Spot = { ...at(463, 842), scale: 1 };
export const BEAVER = { alone: { x: 0, y: 6, scale: 1.05 }, crowded: { x: 40, y: -34, scale: 0.66 } };
export const CHEVRONS: Record<Arm, string> = { R: "translate(440 620) rotate(34)", L: "translate(280 620) rotate(146)" };
