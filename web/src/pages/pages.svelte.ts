// A list that comes in pages, asked for anew as long as it is looked at.
import * as api from "../game/api";

const AGAIN = 15_000; // milliseconds

type Page<T> = { items: T[]; more: boolean };

export class Pages<T> {
  items = $state.raw<T[] | null>(null); // null until the first page has come
  more = $state(false);
  fault = $state("");
  #shown = 1; // pages

  constructor(private readonly ask: (page: number) => Promise<Page<T>>) {}

  /** Asks now and then, while the page is in sight; ends with what it returns. */
  keep = (): (() => void) => {
    const look = (): void => {
      if (!document.hidden) void this.#load();
    };
    look();
    const timer = setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  };

  async next(): Promise<void> {
    this.#shown += 1;
    await this.#load();
  }

  async #load(): Promise<void> {
    try {
      const pages: Page<T>[] = [];
      for (let page = 0; page < this.#shown; page++) pages.push(await this.ask(page));
      this.items = pages.flatMap(({ items }) => items);
      this.more = pages.at(-1)?.more ?? false;
      this.fault = "";
    } catch (fault) {
      this.fault = api.complaint(fault);
    }
  }
}
