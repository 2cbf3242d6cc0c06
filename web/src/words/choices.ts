// What the composer's buttons and the composed move are called.
import { type Chip } from "../game/chips";
import { type Offer } from "../game/composer";
import type { CanoeMove, Op } from "../game/moves";
import type { CanoeName, Gem } from "../game/protocol";
import { allOf, oneByOne, say } from "./index";

type Names = { offer: Offer; spirits: boolean; name: (seat: number) => string };

export const canoeName = (canoe: CanoeName, spirits: boolean): string =>
  say(spirits ? (canoe === "a" ? "canoe-two-seat" : "canoe-one-seat") : `canoe-${canoe}`);

const gems = (list: readonly Op[], sign: "+" | "-"): string => allOf(list.filter((op) => op[0] === sign).map((op) => say(`gem-${op[1]}`)));

/** "unload purple, load 2 yellow here": the loads of a move in words. */
export function loadsInWords(move: CanoeMove, place: string): string {
  const list = [...move.before, ...move.after];
  if (!list.length) return say("chip-no-load");
  const parts = [
    ...(list.some((op) => op[0] === "-") ? [say("chip-unload", { gems: gems(list, "-") })] : []),
    ...(list.some((op) => op[0] === "+") ? [say("chip-load", { gems: gems(list, "+") })] : []),
  ];
  return say(move.before.length && move.to ? "chip-first" : "chip-at", { deeds: oneByOne(parts), place });
}

export function tradeInWords(give: Gem | null, take: Gem | null): string {
  const args = { give: give ? say(`gem-${give}`) : "", take: take ? say(`gem-${take}`) : "" };
  return say(give && take ? "chip-swap" : take ? "chip-take-joe" : "chip-give-joe", args);
}

function canoeMoveChip(slot: Chip["choice"]["slot"], move: CanoeMove, names: Names): string {
  const place = say(`spot-${move.to ?? names.offer.at[move.canoe]}`);
  switch (slot) {
    case "canoe":
      return say("chip-canoe", { canoe: canoeName(move.canoe, names.spirits), place: say(`spot-${names.offer.at[move.canoe]}`) });
    case "points":
      return say("chip-points", { points: move.points ?? 0 });
    case "end":
      return move.to === null ? say("chip-stay") : say(move.washed ? "chip-washed" : "chip-to", { place });
    case "steal":
      return allOf(move.steals.map((one) => say("chip-steal", { gem: say(`gem-${one.gem}`), who: names.name(one.victim) })));
    case "trade":
      return tradeInWords(move.trade?.give ?? null, move.trade?.take ?? null);
    default:
      return loadsInWords(move, place);
  }
}

/** Short under the question which canoes to rope. */
export function lassoInWords(canoes: string, spirits: boolean, form: "" | "-short" = ""): string {
  if (canoes.length === 1) return say(`chip-lasso-one${form}`, { canoe: canoeName(canoes as CanoeName, spirits) });
  return canoes ? say(`chip-lasso-both${form}`) : say(`chip-lasso-none${form}`);
}

export function chipInWords({ choice, move }: Chip, names: Names): string {
  if (choice.slot === "op") return say(choice.value[0] === "+" ? "chip-load" : "chip-unload", { gems: say(`gem-${choice.value[1]}`) });
  switch (move.kind) {
    case "canoe":
      return canoeMoveChip(choice.slot, move, names);
    case "elk":
      return say("chip-elk", { canoe: canoeName(move.canoe, names.spirits) });
    case "weather":
      return say(move.sign === "+" ? "chip-weather-up" : "chip-weather-down");
    case "lasso":
      return lassoInWords(move.canoes, names.spirits);
    case "buy":
      if (choice.slot === "canoe") return say("chip-buy-canoe", { canoe: canoeName(move.canoe, names.spirits) });
      return move.gem ? say("chip-buy", { gem: say(`gem-${move.gem}`) }) : say("chip-buy-free");
    case "arm":
      return say(move.arm === "L" ? "chip-arm-left" : "chip-arm-right");
    case "nobuy":
      return say("chip-nobuy");
    case "end":
      return say("chip-end");
    case "card":
      return say(`card-${move.card}`);
  }
}
