// Every word comes from the Fluent file: the keys that the client uses are there, and no component writes a text of its own.
import { parse } from "svelte/compiler";
import { expect, it } from "vitest";
import english from "$words/en.ftl?raw";
import { knows } from "./index";

const read = import.meta.glob<string>("/src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
const sources = Object.entries(read).filter(([file]) => !/\.test\.ts$|\.d\.ts$/.test(file));
const keys = [...english.matchAll(/^([a-z][\w-]*) =/gim)].map(([, key]) => key as string);

/** What stands first in each call of say: up to the comma or the bracket that ends it. */
function* firstArguments(source: string): Generator<string> {
  for (const { index } of source.matchAll(/\bsay\(/g)) {
    let depth = 0;
    let end = index + 4;
    for (; depth >= 0 && !(depth === 0 && source[end] === ","); end += 1) {
      if ("([{".includes(source[end] as string)) depth += 1;
      if (")]}".includes(source[end] as string)) depth -= 1;
    }
    yield source.slice(index + 4, end);
  }
}

/** The keys that a source names: whole ones, and patterns where a part is filled in. */
const named = (source: string): string[] =>
  [...firstArguments(source)].flatMap((call) =>
    [...call.replace(/[!=]== "[^"]*"/g, "").matchAll(/(["`])([a-z][^"`]*)\1/gi)].map(([, , key]) => key as string),
  );

it.each(sources)("%s uses only keys that have words", (_, source) => {
  for (const key of named(source)) {
    const pattern = new RegExp(`^${key.replace(/\$\{[^}]*\}/g, ".+")}$`);
    expect(keys.filter((one) => pattern.test(one)), key).not.toEqual([]);
  }
});

it("finds a key that has no words", () => {
  expect(named('say(open ? "no-such-key" : `gem-${gem}`, { a: "b" })')).toEqual(["no-such-key", "gem-${gem}"]);
  expect(knows("no-such-key")).toBe(false);
});

type Node = { type: string; name?: string; data?: string; value?: unknown } & Record<string, unknown>;
const SPOKEN = ["aria-label", "title", "placeholder", "alt"];

function* texts(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* texts(one);
  if (typeof node !== "object" || node === null) return;
  const { type, name, data, value } = node as Node;
  if (type === "Attribute") {
    if (SPOKEN.includes(name ?? "") && Array.isArray(value)) yield* texts(value);
    return;
  }
  if (type === "StyleDirective") return;
  if (type === "Text" && data) yield data;
  for (const [key, part] of Object.entries(node)) if (key !== "parent") yield* texts(part);
}

it.each(sources.filter(([file]) => file.endsWith(".svelte")))("%s says nothing of its own", (_, source) => {
  const { fragment } = parse(source, { modern: true });
  const written = [...texts(fragment)].filter((text) => /\p{L}{2,}/u.test(text));
  expect(written).toEqual([]);
});
