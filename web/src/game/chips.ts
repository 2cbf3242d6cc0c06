// What the composer's buttons offer next: every choice that can be made on the board can be made here too.
import { type Choice, type Offer, composed, endKey, ended, fitting, isCanoe, opsKey, sameChoice, selected } from "./composer";
import { type CanoeMove, type Move, stealKey, tradeKey } from "./moves";
import { byRiver } from "./places";

/** A button: the choice that it makes, whether it is made, and a move that shows what is meant. */
export type Chip = { choice: Choice; on: boolean; move: Move };

const SHOWN_WHOLE = new Set(["end", "elk", "weather", "lasso", "nobuy", "arm"]);

function distinct<T extends Move>(moves: T[], value: (move: T) => Choice | null, choices: readonly Choice[]): Chip[] {
  const found = new Map<string, Chip>();
  for (const move of moves) {
    const choice = value(move);
    const key = choice && String(choice.value);
    if (choice && key !== null && !found.has(key)) {
      found.set(key, { choice, move, on: choices.some((one) => sameChoice(one, choice)) });
    }
  }
  return [...found.values()];
}

const open = (offer: Offer, choices: readonly Choice[], ...slots: Choice["slot"][]): Move[] =>
  fitting(offer, choices.filter((choice) => !slots.includes(choice.slot) && choice.slot !== "whole"));

/** Several answers, or none of one's own to show. */
const several = (chips: Chip[]): Chip[] => (chips.length > 1 ? chips : []);

function purchases(offer: Offer, choices: readonly Choice[]): Chip[] {
  const buys = (moves: Move[]) => moves.filter((move) => move.kind === "buy");
  const canoes = distinct(buys(open(offer, choices, "canoe")), (move) => ({ slot: "canoe", value: move.canoe }), choices);
  const gems = distinct(
    buys(open(offer, choices, "gem")),
    (move) => (move.gem ? { slot: "gem", value: move.gem } : { slot: "whole", value: move.text }),
    choices,
  );
  const unsaid = canoes.length > 1 && (!choices.some((one) => one.slot === "canoe") || gems.length === 1);
  return [...several(canoes), ...(unsaid ? [] : gems)];
}

function extrasOf(offer: Offer, choices: readonly Choice[]): Chip[] {
  const settled = (moves: Move[]): CanoeMove[] => moves.filter(isCanoe);
  const loads = settled(open(offer, choices, "op", "ops", "steal", "trade"));
  const same = (one: CanoeMove, other: CanoeMove) => opsKey(one) === opsKey(other) && one.points === other.points;
  const move = composed(offer, choices);
  const now = move && isCanoe(move) ? move : null;
  const rest = now ? settled(open(offer, choices, "steal", "trade")).filter((one) => same(one, now)) : [];
  const thefts = now ? settled(open(offer, choices, "trade")).filter((one) => same(one, now)) : [];
  const trades = now ? settled(open(offer, choices, "trade")).filter((one) => same(one, now) && one.trade) : [];
  const stealable = rest.flatMap((one) => one.steals.map((steal) => ({ ...one, steals: [steal] })));
  const possible = new Set(thefts.flatMap((one) => one.steals.map(stealKey)));
  return [
    ...several(distinct(loads, (one) => ({ slot: "ops", value: opsKey(one) }), choices)).map((chip) => ({
      ...chip,
      on: now !== null && isCanoe(chip.move) && opsKey(chip.move) === opsKey(now),
    })),
    ...distinct(
      stealable.filter((one) => one.steals.some((steal) => possible.has(stealKey(steal)))),
      (one) => ({ slot: "steal", value: one.steals.map(stealKey).join("") }),
      choices,
    ),
    ...distinct(trades, (one) => ({ slot: "trade", value: tradeKey(one) }), choices),
  ];
}

/** The buttons that the composer shows now, in the order of a turn. */
export function chips(offer: Offer, choices: readonly Choice[]): Chip[] {
  const canoe = selected(offer, choices);
  const done = ended(offer, choices);
  const begun = choices.some((choice) => choice.slot !== "canoe" && choice.slot !== "whole");
  const ropes = (move: Move) => (move.kind === "lasso" ? move.canoes.length : 0);
  const wholes = offer.moves.filter((move) => SHOWN_WHOLE.has(move.kind)).sort((one, other) => ropes(one) - ropes(other));
  const whole = begun ? [] : distinct(wholes, (move) => ({ slot: "whole", value: move.text }), choices);
  const movers = offer.moves.filter(isCanoe);
  const canoes = begun ? [] : several(distinct(movers, (move) => ({ slot: "canoe", value: move.canoe }), choices));
  const points = canoe
    ? several(
        distinct(
          open(offer, choices, "points", "ops", "steal", "trade").filter(isCanoe),
          (move) => (move.points === null ? null : { slot: "points", value: move.points }),
          choices,
        ),
      )
    : [];
  const begunWith = fitting(offer, choices)[0];
  const loads = new Map(choices.filter((choice) => choice.slot === "op" && !done).map((choice) => [choice.value, choice]));
  const loaded = begunWith ? [...loads.values()].map((choice): Chip => ({ choice, move: begunWith, on: true })) : [];
  const targets = canoe && !done ? fitting(offer, choices).filter(isCanoe) : [];
  const order = (one: CanoeMove, other: CanoeMove) => byRiver(one.to ?? offer.at[one.canoe], other.to ?? offer.at[other.canoe]);
  return [
    ...purchases(offer, choices),
    ...canoes,
    ...points,
    ...loaded,
    ...distinct(targets.sort(order), (move) => ({ slot: "end", value: endKey(move) }), choices),
    ...(done ? extrasOf(offer, choices) : []),
    ...whole,
  ];
}
