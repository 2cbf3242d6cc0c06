// Every word that a person reads comes from here: one Fluent file a language, shared with the server.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import english from "$words/en.ftl?raw";

export type Args = Record<string, FluentVariable>;

const locale = "en";
const bundle = new FluentBundle(locale, { useIsolating: false });
const faults = bundle.addResource(new FluentResource(english));
if (faults.length) throw faults[0];

export const knows = (key: string): boolean => bundle.hasMessage(key);

/** The message of a key, filled in; a key or an argument that is missing is a fault of ours and throws. */
export function say(key: string, args: Args = {}): string {
  const pattern = bundle.getMessage(key)?.value;
  if (!pattern) throw new Error(`no words for ${key}`);
  return bundle.formatPattern(pattern, args);
}

const and = new Intl.ListFormat(locale, { type: "conjunction" });
const comma = new Intl.ListFormat(locale, { type: "unit", style: "short" });

const calendar = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

/** The day of a moment that the server tells. */
export const day = (at: string): string => (Number.isNaN(Date.parse(at)) ? "" : calendar.format(new Date(at)));

const amount = (unit: string): Intl.NumberFormat => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });

/** A length of time, roughly: minutes below an hour or two, hours below two days, days. */
export function span(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 100) return amount("minute").format(minutes);
  return minutes < 48 * 60 ? amount("hour").format(Math.round(minutes / 60)) : amount("day").format(Math.round(minutes / 1440));
}

export const allOf = (items: string[]): string => and.format(items);
export const oneByOne = (items: string[]): string => comma.format(items);

/** A bag of gems in words: "a red gem and 2 blue gems". */
export const gemsInWords = (gems: string): string =>
  allOf(
    [...new Set(gems)].map((gem) => {
      const count = [...gems].filter((one) => one === gem).length;
      return count > 1 ? say("gems-alike", { count, gem: say(`gem-${gem}`) }) : say(`a-gem-${gem}`);
    }),
  );

/** Arguments that are written in the notation, as words. */
const named = (args: Args): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const key = `${name}-${String(value)}`.replaceAll("_", "-");
      return [name, (name === "place" || name === "card" || name === "option") && knows(key) ? say(key) : value];
    }),
  );

/** What an option was set to, as its button calls it. */
function setTo(option: string, value: string): string {
  const key = `option-${option}-${value}`.replaceAll("_", "-");
  if (option === "name") return value;
  if (option === "stand_in") return say(`strength-${value}`);
  if (knows(key)) return say(key);
  if (option === "round_limit") return say("option-rounds", { rounds: Number(value) });
  return value === "yes" || value === "no" ? say(`option-${value}`) : value;
}

/** The server's own words for a refusal or a note, in this page's language where it has them, and the rule behind them. */
export function retell(saying: { key: string; args: Args; text: string; rule?: string | null }): string {
  if (!knows(saying.key)) return saying.text;
  const { option, value } = saying.args;
  const text = saying.key === "note-option"
    ? say("option-changed", named({ option: option ?? "", value: setTo(String(option), String(value)) }))
    : say(saying.key, named(saying.args));
  return saying.rule ? say("why-with-rule", { text, rule: saying.rule }) : text;
}

/** A sentence with its bold parts marked by two stars, cut into pieces. */
export const pieces = (text: string): { text: string; bold: boolean }[] =>
  text.split("**").map((part, index) => ({ text: part, bold: index % 2 === 1 })).filter((piece) => piece.text !== "");

export const plain = (text: string): string => text.replaceAll("**", "");
