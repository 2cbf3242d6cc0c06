// What this browser remembers: light or dark, letters on stones, how fast the river is shown, whether letters and digits are keys.
import { keep, kept } from "./kept";
import type { Pace } from "./queue";

export type Theme = "system" | "light" | "dark";
type Kept = { theme: Theme; letters: boolean; speed: "normal" | "off"; keys: boolean };

const KEY = "niagara";
const DEFAULT: Kept = { theme: "system", letters: false, speed: "normal", keys: true };

class Settings {
  private kept = $state<Kept>(kept(KEY, DEFAULT));

  get theme(): Theme {
    return this.kept.theme;
  }
  get letters(): boolean {
    return this.kept.letters;
  }
  get speed(): Kept["speed"] {
    return this.kept.speed;
  }
  /** Whether a single letter, digit or sign does something; who dictates to the browser may not want it (WCAG 2.1.4). */
  get keys(): boolean {
    return this.kept.keys;
  }
  /** How the board shows what happens: calm where the system asks for less motion. */
  get pace(): Pace {
    if (this.kept.speed === "off") return "instant";
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? "calm" : "normal";
  }

  change(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    keep(KEY, this.kept);
    this.paint();
  }

  paint(): void {
    if (this.kept.theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.kept.theme;
  }
}

export const settings = new Settings();
