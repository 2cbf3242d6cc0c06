// A browser that keeps nothing, or something damaged, must not keep the page white.
import { afterEach, expect, it, vi } from "vitest";
import { keep, kept } from "./kept";

const otherwise = { theme: "system", letters: false };
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("remembers, and fills in what is new since then", () => {
  keep("niagara", { letters: true });
  expect(kept("niagara", otherwise)).toEqual({ theme: "system", letters: true });
});

it.each(["{", "null", "7", "[1]"])("goes on without a damaged memory: %s", (damaged) => {
  localStorage.setItem("niagara", damaged);
  expect(kept("niagara", otherwise)).toEqual(otherwise);
});

it("goes on where site data are blocked: already the name localStorage throws there", () => {
  vi.stubGlobal("localStorage", new Proxy({}, { get: () => { throw new DOMException("denied", "SecurityError"); } }));
  expect(() => keep("niagara", { letters: true })).not.toThrow();
  expect(kept("niagara", otherwise)).toEqual(otherwise);
});
