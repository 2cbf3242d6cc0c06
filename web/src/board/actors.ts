// The actors: the elements that can be moved, their running animations, and the pace that all of them keep.
import { FADE_IN } from "./motion";
import { LENGTH } from "./pace";

export class Actors {
  haste = 1;
  calm = false;
  skipped = false;
  #elements = new Map<string, Element>();
  #running = new Set<Animation>();
  #sleepers = new Set<() => void>();

  /** Makes an element known by a name, as long as it is in the page. */
  enter = (id: string) => (element: Element): (() => void) => {
    this.#elements.set(id, element);
    return () => {
      if (this.#elements.get(id) === element) this.#elements.delete(id);
    };
  };

  /** Ends every motion at once, where it was to end. */
  finish(): void {
    this.skipped = true;
    for (const animation of [...this.#running]) animation.finish();
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Along frames; who is still on his way starts from where he is. Calm: he is simply there, and fades in. */
  travel(id: string, frames: Keyframe[], ms: number, easing: string): Promise<void> {
    if (this.calm) return this.animate(id, FADE_IN, LENGTH.calm, "ease-out");
    const element = this.#elements.get(id);
    const going = element?.getAnimations().find((animation) => this.#running.has(animation));
    if (!element || !going) return this.animate(id, frames, ms, easing);
    const here = { transform: getComputedStyle(element).transform };
    going.cancel();
    return this.animate(id, [here, ...frames.slice(1)], ms, easing);
  }

  /** A small movement of the hull itself, on top of its travel. */
  gesture(id: string, frames: Keyframe[], ms: number): Promise<void> {
    const hull = this.#elements.get(id)?.querySelector(".canoe");
    return hull && !this.calm && !this.skipped ? this.#run(hull, frames, ms, "ease-in-out") : Promise.resolve();
  }

  animate(id: string, frames: Keyframe[], ms: number, easing: string): Promise<void> {
    const element = this.#elements.get(id);
    return element && !this.skipped ? this.#run(element, frames, ms, easing) : Promise.resolve();
  }

  sleep(ms: number): Promise<void> {
    if (!ms || this.skipped) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms / this.haste);
      this.#sleepers.add(wake);
    });
  }

  async #run(element: Element, frames: Keyframe[], ms: number, easing: string): Promise<void> {
    const animation = element.animate(frames, { duration: ms / this.haste, easing });
    this.#running.add(animation);
    await animation.finished.catch(() => undefined); // rejected where another motion took over
    this.#running.delete(animation);
  }
}
