// What the page does to call: a dot in its icon, and a shake where the person has touched it and wants motion.
import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../game/settings.svelte";
import { called, shake } from "./calling";

const vibrate = vi.fn();
const touched = (hasBeenActive: boolean) => Object.assign(navigator, { vibrate, userActivation: { hasBeenActive } });

afterEach(() => {
  vibrate.mockClear();
  settings.change({ speed: "normal" });
});

test("the title and the icon tell that it is one's turn, and no longer", () => {
  document.head.innerHTML = '<link rel="icon" href="data:," />';
  const icon = () => document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "";
  called(false, "Friday");
  const [calm, title] = [icon(), document.title];
  called(true, "Friday");
  expect(document.title).toContain("Your turn");
  expect(icon()).not.toBe(calm);
  called(false, "Friday");
  expect([icon(), document.title]).toEqual([calm, title]);
});

test("it shakes only where the person has touched the page and has not switched motion off", () => {
  touched(false);
  shake();
  expect(vibrate).not.toHaveBeenCalled();
  touched(true);
  shake();
  expect(vibrate).toHaveBeenCalledOnce();
  settings.change({ speed: "off" });
  shake();
  expect(vibrate).toHaveBeenCalledOnce();
});
