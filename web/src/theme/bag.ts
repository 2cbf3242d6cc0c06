// A bag of gems, as the notation writes it, taken apart.
import type { Gem } from "../game/protocol";

export const bag = (gems: string): Gem[] => [...gems] as Gem[];
