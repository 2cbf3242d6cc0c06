// The board's places in river order, and which deposit serves which: R1.1-R1.3, needed to draw and to name them.
import type { Gem, Place, Space } from "./protocol";

export const GEMS: readonly Gem[] = ["p", "w", "y", "b", "r"];
export const SPACES: readonly Space[] = ["S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7"];
export const PLACES: readonly Place[] = ["camp", ...SPACES, "lost"];
export const CARDS = ["1", "2", "3", "4", "5", "6", "7", "C", "L", "X"] as const;

const DEPOSITS: Partial<Record<Place, Gem>> = { S3: "p", S4: "w", S5: "y", L6: "b", R6: "b", L7: "r", R7: "r" };

export const depositAt = (place: Place): Gem | null => DEPOSITS[place] ?? null;
export const byRiver = (one: Place, other: Place): number => PLACES.indexOf(one) - PLACES.indexOf(other);
