// The board's places in river order, and which deposit serves which: R1.1-R1.3, needed to draw and to name them.
import type { Card, Gem, Place, Space, Way } from "./protocol";

export const GEMS: readonly Gem[] = ["p", "w", "y", "b", "r"];
export const SPACES: readonly Space[] = ["S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7"];
export const PLACES: readonly Place[] = ["camp", ...SPACES, "lost"];
export const CARDS: readonly Card[] = ["1", "2", "3", "4", "5", "6", "7", "C", "L", "X"];

const DEPOSITS: Partial<Record<Place, Gem>> = { S3: "p", S4: "w", S5: "y", L6: "b", R6: "b", L7: "r", R7: "r" };

export const depositAt = (place: Place): Gem | null => DEPOSITS[place] ?? null;
export const byRiver = (one: Place, other: Place): number => PLACES.indexOf(one) - PLACES.indexOf(other);

/** The cards of a rule set, in their fixed order: R1.7. */
export const cardsOf = (spirits: boolean): Card[] => CARDS.filter((card) => spirits || !"7LX".includes(card));

/** How far a player is on each of the three ways to win: R8.1. */
export function progress(home: string): { way: Way; has: number; of: number }[] {
  const counts = GEMS.map((gem) => [...home].filter((one) => one === gem).length);
  return [
    { way: "kinds", has: counts.filter(Boolean).length, of: 5 },
    { way: "alike", has: Math.min(4, Math.max(...counts)), of: 4 },
    { way: "seven", has: Math.min(7, home.length), of: 7 },
  ];
}
