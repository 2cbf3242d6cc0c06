// Move texts taken apart: the notation's "Moves", read for the composer. Reading only: what is legal, the server says.
import type { Arm, CanoeName, Card, Gem, Place } from "./protocol";

/** One loading or unloading, or a trade: "+y", "-p". */
export type Op = `${"+" | "-"}${Gem}`;
export type Steal = { gem: Gem; victim: number; canoe: CanoeName };

export type CanoeMove = {
  kind: "canoe";
  text: string;
  canoe: CanoeName;
  points: number | null; // with the card 1/2/3
  before: Op[];
  to: Place | null; // where it really ends; null: no step
  washed: boolean;
  after: Op[];
  steals: Steal[];
  trade: { give: Gem | null; take: Gem | null } | null;
};

export type OtherMove = { text: string } & (
  | { kind: "card"; card: Card }
  | { kind: "end" }
  | { kind: "elk"; canoe: CanoeName }
  | { kind: "weather"; sign: "+" | "-" }
  | { kind: "lasso"; canoes: string }
  | { kind: "buy"; canoe: CanoeName; gem: Gem | null }
  | { kind: "nobuy" }
  | { kind: "arm"; canoe: CanoeName; arm: Arm }
);

export type Move = CanoeMove | OtherMove;

const CANOE = /^([ab])(?:=(\d))?(?:\(([-+pwybr]+)\))?(?:>(~?)(camp|lost|S\d|[LR]\d)(?:\(([-+pwybr]+)\))?)?((?:\*[pwybr]\d[ab])*)(?:&(.+))?$/;

const ops = (text: string | undefined): Op[] => (text?.match(/[-+][pwybr]/g) ?? []) as Op[];

function canoeMove(text: string): CanoeMove | null {
  const found = CANOE.exec(text);
  if (!found) return null;
  const [, canoe, points, before, washed, to, after, steals, trade] = found;
  const swap = ops(trade);
  return {
    kind: "canoe",
    text,
    canoe: canoe as CanoeName,
    points: points ? Number(points) : null,
    before: ops(before),
    to: (to as Place | undefined) ?? null,
    washed: washed === "~",
    after: ops(after),
    steals: (steals?.match(/[pwybr]\d[ab]/g) ?? []).map((one) => ({
      gem: one[0] as Gem,
      victim: Number(one[1]),
      canoe: one[2] as CanoeName,
    })),
    trade: trade
      ? {
          give: (swap.find((op) => op[0] === "-")?.[1] as Gem | undefined) ?? null,
          take: (swap.find((op) => op[0] === "+")?.[1] as Gem | undefined) ?? null,
        }
      : null,
  };
}

/** A move text of the server; it throws on one that the notation does not know. */
export function readMove(text: string): Move {
  const canoe = canoeMove(text);
  if (canoe) return canoe;
  const [word, first, second] = text.split(" ");
  switch (word) {
    case "card":
      return { kind: "card", text, card: first as Card };
    case "end":
    case "nobuy":
      return { kind: word, text };
    case "elk":
      return { kind: "elk", text, canoe: first as CanoeName };
    case "weather":
      return { kind: "weather", text, sign: first as "+" | "-" };
    case "lasso":
      return { kind: "lasso", text, canoes: first === "-" ? "" : (first ?? "") };
    case "buy":
      return { kind: "buy", text, canoe: first as CanoeName, gem: (second as Gem | undefined) ?? null };
    case "arm":
      return { kind: "arm", text, canoe: first as CanoeName, arm: second as Arm };
    default:
      throw new Error(`no such move: ${text}`);
  }
}

export const stealKey = (steal: Steal): string => `${steal.gem}${steal.victim}${steal.canoe}`;
export const tradeKey = (move: CanoeMove): string => `${move.trade?.give ?? ""}/${move.trade?.take ?? ""}`;
