// A move composed tap by tap: pure filters over the legal moves that the server sent. No rule lives here.
import type { End, Hints } from "../board/contract";
import { type CanoeMove, type Move, type Op, readMove, stealKey, tradeKey } from "./moves";
import { byRiver, depositAt } from "./places";
import type { CanoeName, Cost, Gem, Place } from "./protocol";

/** What may be done, with what it costs, and where the own canoes are. */
export type Offer = { moves: Move[]; costs: Record<string, Cost>; at: Record<CanoeName, Place>; gems: Record<CanoeName, string> };

/** One tap. `end` is a place, "stay" for a move without a step, "~" before it where the whirlpool carries. */
export type Choice =
  | { slot: "whole"; value: string }
  | { slot: "canoe"; value: CanoeName }
  | { slot: "gem"; value: Gem }
  | { slot: "points"; value: number }
  | { slot: "end"; value: string }
  | { slot: "op"; value: Op; deposit: Gem | null }
  | { slot: "ops"; value: string }
  | { slot: "steal"; value: string }
  | { slot: "trade"; value: string };
export type Slot = Choice["slot"];

export const readOffer = (
  legal: string[],
  costs: Record<string, Cost>,
  canoes: { at: Place; gems: string }[],
): Offer => ({
  moves: legal.map(readMove),
  costs,
  at: { a: canoes[0]?.at ?? "camp", b: canoes[1]?.at ?? "camp" },
  gems: { a: canoes[0]?.gems ?? "", b: canoes[1]?.gems ?? "" },
});

export const endKey = (move: CanoeMove): string => (move.washed ? "~" : "") + (move.to ?? "stay");
export const opsKey = (move: CanoeMove): string => `${move.before.join("")}|${move.after.join("")}`;
export const isCanoe = (move: Move): move is CanoeMove => move.kind === "canoe";
export const sameChoice = (one: Choice, other: Choice): boolean => one.slot === other.slot && one.value === other.value;

/** Where a canoe ends: its own place if it takes no step. */
export const restsAt = (offer: Offer, move: CanoeMove): Place => move.to ?? offer.at[move.canoe];

const times = <T>(list: readonly T[], item: T): number => list.filter((one) => one === item).length;

function depositOfOps(offer: Offer, move: CanoeMove): Gem | null {
  return depositAt(move.before.length ? offer.at[move.canoe] : restsAt(offer, move));
}

function fitsOne(offer: Offer, move: Move, choice: Choice, all: readonly Choice[]): boolean {
  if (choice.slot === "whole") return move.text === choice.value;
  if (choice.slot === "canoe") return (isCanoe(move) || move.kind === "buy") && move.canoe === choice.value;
  if (choice.slot === "gem") return move.kind === "buy" && move.gem === choice.value;
  if (!isCanoe(move)) return false;
  switch (choice.slot) {
    case "points":
      return move.points === choice.value;
    case "end":
      return endKey(move) === choice.value;
    case "ops":
      return opsKey(move) === choice.value;
    case "op": {
      const wanted = all.filter((one) => sameChoice(one, choice)).length;
      const here = choice.deposit === null || choice.deposit === depositOfOps(offer, move);
      return here && times([...move.before, ...move.after], choice.value) >= wanted;
    }
    case "steal":
      return move.steals.some((steal) => stealKey(steal) === choice.value);
    case "trade":
      return move.trade !== null && tradeKey(move) === choice.value;
  }
}

/** The legal moves that agree with every choice. */
export const fitting = (offer: Offer, choices: readonly Choice[]): Move[] =>
  offer.moves.filter((move) => choices.every((choice) => fitsOne(offer, move, choice, choices)));

const without = (choices: readonly Choice[], ...slots: Slot[]): Choice[] =>
  choices.filter((choice) => !slots.includes(choice.slot));

const REPLACES: Partial<Record<Slot, Slot[]>> = {
  whole: ["canoe", "gem", "points", "end", "op", "ops", "steal", "trade"],
  end: ["end"],
  op: ["ops"],
  ops: ["op", "ops"],
  steal: [],
};

/** One more tap: it replaces its like, and older choices give way where they no longer agree. Unchanged if nothing fits it. */
export function choose(offer: Offer, choices: readonly Choice[], choice: Choice): Choice[] {
  const gone = [...(REPLACES[choice.slot] ?? [choice.slot]), ...(choice.slot === "whole" ? [] : (["whole"] as Slot[]))];
  const kept: Choice[] = [choice];
  for (const old of without(choices, ...gone)) {
    if (fitting(offer, [...kept, old]).length) kept.push(old);
  }
  if (!fitting(offer, kept).length) return [...choices];
  return [...kept.slice(1), choice];
}

/** Taken back: the choice itself, and nothing else. */
export const drop = (choices: readonly Choice[], choice: Choice): Choice[] =>
  choices.filter((one) => !sameChoice(one, choice));

const extras = (move: CanoeMove): string[] => [
  ...move.before.map((op) => `<${op}`),
  ...move.after.map((op) => `>${op}`),
  ...move.steals.map((steal) => `*${stealKey(steal)}`),
  ...(move.trade ? [`&${tradeKey(move)}`] : []),
];

const contains = (large: string[], small: string[]): boolean =>
  small.every((item) => times(large, item) >= times(small, item));

/** The one move that these candidates share as their core: every other only adds to it (a theft, a load before landing). */
export function core(moves: readonly Move[]): Move | null {
  const smallest = [...moves].sort((one, other) => size(one) - size(other))[0];
  if (!smallest || moves.length === 1) return smallest ?? null;
  if (!isCanoe(smallest)) return null;
  const inner = extras(smallest);
  const grown = moves.every(
    (move) =>
      isCanoe(move) &&
      move.canoe === smallest.canoe &&
      move.points === smallest.points &&
      endKey(move) === endKey(smallest) &&
      contains(extras(move), inner),
  );
  return grown ? smallest : null;
}

const size = (move: Move): number => (isCanoe(move) ? extras(move).length : 0);

/** The complete move that the choices mean, or null while something must still be chosen. */
export const composed = (offer: Offer, choices: readonly Choice[]): Move | null => core(fitting(offer, choices));

/** The canoe that is being moved: chosen, or the only one that can. */
export function selected(offer: Offer, choices: readonly Choice[]): CanoeName | null {
  const canoes = new Set(fitting(offer, choices).filter(isCanoe).map((move) => move.canoe));
  return canoes.size === 1 ? ([...canoes][0] ?? null) : null;
}

/** Whether the canoe's end is settled: tapped, or the only one. */
export function ended(offer: Offer, choices: readonly Choice[]): boolean {
  const move = composed(offer, choices);
  return choices.some((choice) => choice.slot === "end") || (move !== null && isCanoe(move));
}

/** The places where the selected canoe can end, each with its cheapest known composition. */
export function ends(offer: Offer, choices: readonly Choice[]): (End & { value: string })[] {
  const arms = fitting(offer, []).filter((move) => move.kind === "arm");
  if (arms.length) return arms.map((move) => armEnd(move, choices));
  if (!selected(offer, choices)) return [];
  const open = fitting(offer, without(choices, "end", "ops", "steal", "trade")).filter(isCanoe);
  const chosen = fitting(offer, choices).filter(isCanoe);
  const keys = [...new Set(open.map(endKey))];
  const found = keys.map((value) => {
    const group = open.filter((move) => endKey(move) === value);
    const fit = chosen.filter((move) => endKey(move) === value);
    const best = [...(fit.length ? fit : group)].sort((one, other) => size(one) - size(other))[0] as CanoeMove;
    const cost = offer.costs[best.text];
    const stone = [...best.before, ...best.after].sort()[0];
    return {
      value,
      place: restsAt(offer, best),
      washedFrom: cost?.washed_from ?? null,
      steps: cost?.steps ?? 0,
      load: cost?.load ?? 0,
      colour: stone?.[1] ?? null,
      chosen: ended(offer, choices) && fit.length > 0 && fit.length === chosen.length,
    };
  });
  return found.sort((one, other) => byRiver(one.place, other.place));
}

/** An arm of the fork is chosen by the space in which it begins. */
function armEnd(move: Move & { kind: "arm" }, choices: readonly Choice[]): End & { value: string } {
  const chosen = choices.some((choice) => choice.slot === "whole" && choice.value === move.text);
  return { value: move.text, place: `${move.arm}6`, washedFrom: null, steps: 0, load: 0, colour: null, chosen };
}

/** What the canoe would carry at the end of a move: its gems, and what the move's text takes out and in. */
export function cargoAfter(offer: Offer, move: CanoeMove): string {
  let gems = offer.gems[move.canoe];
  const give = (gem: Gem | null) => (gems = gem ? gems.replace(gem, "") : gems);
  const take = (gem: Gem | null) => (gems += gem ?? "");
  for (const op of [...move.before, ...move.after]) (op[0] === "-" ? give : take)(op[1] as Gem);
  for (const steal of move.steals) take(steal.gem);
  give(move.trade?.give ?? null);
  take(move.trade?.take ?? null);
  return [..."pwybr"].flatMap((gem) => [...gems].filter((one) => one === gem)).join("");
}

/** Everything that glows on the board for these choices. */
export function hints(offer: Offer, choices: readonly Choice[], me: number, refused: Hints["refused"]): Hints {
  const canoe = selected(offer, choices);
  const places = ends(offer, choices);
  const move = composed(offer, choices) ?? (ended(offer, choices) ? fitting(offer, choices)[0] : null) ?? null;
  const cost = move && offer.costs[move.text];
  const ready = move && isCanoe(move) ? move : null;
  const movable = [...new Set(offer.moves.flatMap((one) => ("canoe" in one ? [one.canoe] : "canoes" in one ? ([...one.canoes] as CanoeName[]) : [])))];
  const open = canoe ? fitting(offer, without(choices, "ops", "steal", "trade")).filter(isCanoe) : [];
  const stones = open.flatMap((one) =>
    [...one.before, ...one.after].filter((op) => op[0] === "+").map((op) => `${depositOfOps(offer, one)}${op[1]}`),
  );
  return {
    canoes: movable.map((name) => ({ seat: me, canoe: name })),
    selected: canoe ? { seat: me, canoe } : null,
    ends: places,
    route: ready && cost ? [offer.at[ready.canoe], ...cost.route, ...(ready.washed && ready.to ? [ready.to] : [])] : [],
    cargo: ready ? cargoAfter(offer, ready) : "",
    loads: [...new Set(stones)].map((stone) => ({ deposit: stone[0] as string, gem: stone[1] as string })),
    // not before a tap: the first one on a glowing canoe picks it up, wherever it is hit
    unloads: !choices.length ? [] : [...new Set(open.flatMap((one) => [...one.before, ...one.after].filter((op) => op[0] === "-").map((op) => op[1] as string)))],
    refused,
  };
}
