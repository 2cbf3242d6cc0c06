// The live region adds to what is being read and never takes the words out of a reader's mouth.
import { flushSync, mount, unmount } from "svelte";
import { expect, it } from "vitest";
import Voice from "./Voice.svelte";

it("keeps a line as it is while others join it, and is there before the first", () => {
  const props = $state({ lines: [] as { id: number; text: string }[] });
  const voice = mount(Voice, { target: document.body, props });
  const log = document.querySelector(".voice") as HTMLElement;
  expect(log.getAttribute("aria-live")).toBe("polite");
  props.lines = [{ id: 0, text: "Your turn." }];
  flushSync();
  const first = log.firstElementChild;
  props.lines = [...props.lines, { id: 1, text: "Your turn." }];
  flushSync();
  expect(log.firstElementChild).toBe(first);
  expect(log.children).toHaveLength(2);
  void unmount(voice);
});
