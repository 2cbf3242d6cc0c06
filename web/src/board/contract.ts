// What the board needs from outside and tells in return: the seam between scene and table.
import type { Event, Place, View } from "../game/protocol";

export type CanoeRef = { seat: number; canoe: "a" | "b" };

/** A place where the selected canoe can end, with what it costs. */
export type End = {
  place: Place; // where the steps end: glows
  washedFrom: Place | null; // the whirlpool that carries it there
  steps: number; // paddle points used for steps, extras included
  load: number; // points used for loading and unloading, of the best-known composition
  colour: string | null; // colour letter of the stone shown in the badge
  chosen: boolean;
};

/** Everything that glows, computed by the composer from the legal list. */
export type Hints = {
  canoes: CanoeRef[]; // may be tapped
  selected: CanoeRef | null;
  ends: End[];
  route: Place[]; // the drawn path, from the canoe's place on; empty: none
  cargo: string; // what the ghost canoe at the route's end would carry
  loads: { deposit: string; gem: string }[]; // stones at deposits that may be tapped to load
  unloads: string[]; // gem letters in the selected canoe that may be tapped to unload
  refused: { place: Place; text: string } | null; // the bubble
};

/** How a seat looks. */
export type SeatLook = { seat: number; name: string; colour: number };

export type BoardProps = {
  view: View;
  looks: SeatLook[];
  me: number | null;
  hints: Hints | null;
  speed: { at_most: number | null; known: boolean; lowest: number | null; weather: number } | null;
  letters: boolean; // letters on stones, on request
  onplace: (place: Place) => void;
  oncanoe: (canoe: CanoeRef | "joe") => void;
  ondeposit: (deposit: string, gem: string) => void;
  oncargo: (gem: string) => void;
};

/** Exported by the Board component instance: shows events one after the other, then rests on `after`. */
export type Player = {
  play: (events: Event[], after: View, speed: "normal" | "calm" | "instant") => Promise<void>;
  skip: () => void;
};
