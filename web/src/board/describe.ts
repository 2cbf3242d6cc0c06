// The board in words: what a person hears who does not look at it.
import { allOf, oneByOne, say } from "../words";
import type { Gem, Place } from "../game/protocol";
import type { BoardProps, End, SeatLook } from "./contract";
import type { Piece, Shown } from "./model";

export type Eyes = { looks: SeatLook[]; me: number | null };
export type CanoeState = "plain" | "to-move" | "selected" | "moved";

const sentence = (parts: string[]): string => {
  const text = oneByOne(parts);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** "2 purple, 1 red" */
const counted = (gems: string): string => {
  const count = (gem: string): number => [...gems].filter((one) => one === gem).length;
  return oneByOne([...new Set(gems)].map((gem) => say("gems-count", { count: count(gem), gem: say(`gem-${gem}`) })));
};

export function canoeInWords(piece: Piece, { looks, me }: Eyes, state: CanoeState = "plain"): string {
  const name = looks.find(({ seat }) => seat === piece.seat)?.name ?? "";
  const who =
    piece.seat === null ? say("board-joe") : say("board-canoe", { mine: piece.seat === me ? "yes" : "no", name, seats: piece.seats });
  return sentence([
    who,
    piece.gems ? say("board-cargo", { gems: allOf([...piece.gems].map((gem) => say(`gem-${gem}`))) }) : say("board-cargo-empty"),
    ...(piece.elk ? [say("board-with-elk")] : []),
    ...(piece.bank ? [say("board-roped")] : []),
    ...(state === "plain" ? [] : [say(`board-${state}`)]),
  ]);
}

function endInWords(end: End): string[] {
  const cost = end.load ? say("board-end-load", { steps: end.steps, load: end.load }) : say("board-end-steps", { steps: end.steps });
  return [...(end.washedFrom ? [say("board-end-washed")] : []), end.chosen ? say("board-end-chosen") : cost];
}

/** A place, who is there and whether the move may end there. */
export function placeInWords(place: Place, shown: Shown, eyes: Eyes, end: End | undefined): string {
  const here = shown.canoes.filter((piece) => piece.at === place && place !== "lost").map((piece) => canoeInWords(piece, eyes));
  const others = [
    ...(shown.whirlpool === place ? [say("board-whirlpool")] : []),
    ...(shown.beaver === place ? [say("board-beaver")] : []),
    ...here,
  ];
  return [
    `${say("board-place", { place })}: ${others.length ? others.join("; ") : say("board-empty")}`,
    ...(end ? endInWords(end) : []),
  ].join(". ");
}

export function depositInWords(deposit: Gem, shown: Shown, loadable: boolean): string {
  const gems = shown.deposits[deposit];
  const elk = deposit === "r" && shown.elk === "red" ? [say("board-elk-here")] : [];
  const stones = `${say("board-deposit", { gem: deposit })}: ${[gems ? counted(gems) : say("board-deposit-bare"), ...elk].join("; ")}`;
  return loadable ? `${stones}. ${say("board-load", { gem: say(`a-gem-${deposit}`) })}` : stones;
}

export function speedInWords(speed: BoardProps["speed"], weather: number): string {
  const sky = say(`weather-${speed?.weather ?? weather}`);
  if (speed?.at_most == null) return say("board-speed-open", { weather: sky });
  return say(speed.known ? "board-speed-known" : "board-speed-most", { speed: speed.at_most, lowest: speed.lowest ?? 0, weather: sky });
}
