// A call that fails is told in words, whatever went wrong.
import { afterEach, expect, it, vi } from "vitest";
import { say } from "../words";
import { complaint } from "./api";

afterEach(() => vi.unstubAllGlobals());

it("says so and reports it where the fault is the page's own", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const fault = new RangeError("of ours");
  expect(complaint(fault)).toBe(say("fault-here"));
  expect(reported).toHaveBeenCalledWith(fault);
});

it("says that the server cannot be reached where no JSON came", () => {
  expect(complaint(new SyntaxError("<html>"))).toBe(say("line-none"));
});
