// The stage: what is shown, and events acted out on it one after the other.
import { tick } from "svelte";
import type { Event, Gem, Space, View } from "../game/protocol";
import { Actors } from "./actors";
import type { BoardProps, Player } from "./contract";
import { CURRENT, SPOTS, type Point, type Spot } from "./geometry";
import { handing, isHanding, returning, type Throw } from "./handing";
import { journeys, slides, spotsOf, type Journey } from "./journeys";
import { follow, idOf, put, shownOf, stock, type Piece, type Shown } from "./model";
import * as motion from "./motion";
import { haste, length, LENGTH } from "./pace";
import { sample } from "./river";

/** A stone, or the elk, in the air. */
export type Flight = { id: string; thing: Gem | "elk"; at: Spot };
/** Something on its way over the edge. */
export type Faller = { id: string; thing: "disc" | "whirlpool" | "beaver" | Piece; at: Spot };

export class Stage implements Player {
  shown = $state.raw() as Shown;
  flights: Flight[] = $state.raw([]);
  fallers: Faller[] = $state.raw([]);
  playing = $state(false);
  /** How far the river moves, from the moment it is told until the events end. */
  river: BoardProps["speed"] = $state.raw(null);
  readonly actors = new Actors();

  #pending: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  constructor(view: View) {
    this.shown = shownOf(view);
  }

  /** Shows a view as it is, unless events are being played: they end on theirs. */
  rest(view: View): void {
    if (!this.playing) this.shown = shownOf(view);
  }

  play = (events: Event[], after: View, speed: "normal" | "calm" | "instant"): Promise<void> => {
    this.playing = true;
    const mine = this.#last.then(() => this.#act(events, after, speed));
    this.#last = mine.then(() => {
      if (this.#last === done) this.playing = false;
    });
    const done = this.#last;
    return done;
  };

  skip = (): void => this.actors.finish();

  async #act(events: Event[], after: View, speed: "normal" | "calm" | "instant"): Promise<void> {
    const { actors } = this;
    actors.skipped = speed === "instant" || document.hidden;
    actors.calm = speed === "calm" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    actors.haste = haste(events, actors.calm);
    for (const [i, event] of events.entries()) {
      if (actors.skipped) break;
      await this.#beat(event, events.slice(i + 1));
    }
    await Promise.all(this.#pending);
    this.#pending = [];
    this.flights = [];
    this.fallers = [];
    this.river = null;
    this.shown = shownOf(after);
    await tick();
  }

  async #beat(event: Event, coming: Event[]): Promise<void> {
    const ms = length(event, this.actors.calm);
    if (event.event === "push") return this.#push(event.path, coming, ms);
    if (event.event === "fall") return this.#fall(event);
    if (event.event === "river") {
      this.river = { at_most: event.speed, known: true, lowest: event.lowest, weather: event.weather };
      return this.actors.sleep(ms);
    }
    if (event.event === "carry" && event.to === "lost") return;
    if (isHanding(event) && !this.actors.calm) {
      const { meanwhile, thrown, rocking } = handing(this.shown, event);
      const next = follow(this.shown, event);
      for (const id of rocking) this.#pending.push(this.actors.gesture(id, motion.ROCK, ms));
      await Promise.all([this.#glide(meanwhile, ms, motion.IN_OUT_QUAD), ...thrown.map((one) => this.#fly(one, ms))]);
      this.shown = next;
      return;
    }
    if (event.event === "step") this.#pending.push(this.actors.gesture(idOf(event), motion.DIP, ms));
    if (event.event === "carry") return this.#glide(follow(this.shown, event), ms, motion.IN_OUT_SINE, [], idOf(event));
    return this.#glide(follow(this.shown, event), ms, motion.IN_OUT_QUAD);
  }

  /** Shows the next board; whatever stands elsewhere now travels there, what is new fades in. */
  async #glide(next: Shown, ms: number, easing: string, discs: Journey[] = [], spinning = ""): Promise<void> {
    const { moved, arrived } = journeys(this.shown, next);
    this.shown = next;
    if (!ms) return;
    await tick();
    await Promise.all([
      ...[...discs, ...moved].map(({ id, from, to, way }) => {
        const frames = motion.glide(from, to, way);
        return this.actors.travel(id, id === spinning ? motion.spun(frames) : frames, ms, easing);
      }),
      ...arrived.map((id) => this.actors.animate(id, motion.FADE_IN, ms, "ease-out")),
    ]);
  }

  /** One push: the discs of the path slide, what they carry rides along, the last tips over the edge. */
  async #push(path: Space[], coming: Event[], ms: number): Promise<void> {
    const before = this.shown;
    const edge = path.at(-1) as Space;
    const gone = before.canoes.filter((piece) => piece.at === edge && !piece.bank);
    const others = (["whirlpool", "beaver"] as const).filter((one) => before[one] === edge);
    this.#tip(["disc", ...others, ...gone], edge);
    const then = coming.find((event) => event.event === "push" || (event.event === "whirlpool" && event.at === "S1"));
    const enters = then?.event === "whirlpool";
    const pushed = follow(before, { event: "push", arm: edge === "L7" ? "L" : "R", path });
    const next: Shown = enters ? { ...pushed, whirlpool: "S1" } : pushed;
    this.#pending.push(this.#glide(next, LENGTH.push, motion.IN_OUT_SINE, slides(path)));
    await this.actors.sleep(ms);
  }

  /** Sends things over the edge; from now on they are no longer among the pieces. */
  #tip(things: Faller["thing"][], place: Space): void {
    const spots = spotsOf(this.shown);
    const centre: Spot = { ...SPOTS[place].centre, scale: 1 };
    const gone = things.map((thing): Faller => {
      const at = spots.get(typeof thing === "object" ? thing.id : thing) ?? centre;
      return { id: `fall-${this.#count++}`, thing, at };
    });
    this.fallers = [...this.fallers, ...gone];
    const way = sample(CURRENT[`${place}>fall`] as string, 8);
    const falling = async (): Promise<void> => {
      await tick();
      const side = place === "L7" ? "L" : "R";
      await Promise.all(
        gone.map(({ id, at }) =>
          this.actors.calm
            ? this.actors.animate(id, motion.FADE_OUT, LENGTH.calm, "linear")
            : this.actors.animate(id, motion.plunge(at, way, side), LENGTH.fall, "linear"),
        ),
      );
      this.fallers = this.fallers.filter((faller) => !gone.includes(faller));
    };
    this.#pending.push(falling());
  }

  /** A canoe is lost; its stones return to their deposits through the air. */
  async #fall(event: Event & { event: "fall" }): Promise<void> {
    const piece = this.shown.canoes.find(({ id }) => id === idOf(event));
    if (piece && piece.at !== "lost") this.#tip([piece], event.at);
    const foot = { ...(sample(CURRENT[`${event.at}>fall`] as string).at(8) as Point), scale: 0.6 };
    this.shown = follow(this.shown, { ...event, gems: "" });
    for (const thrown of returning(this.shown, event.gems, foot)) {
      const gem = thrown.thing as Gem;
      const back = async (): Promise<void> => {
        await this.actors.sleep(this.actors.calm ? 0 : LENGTH.fall / 2);
        await this.#fly(thrown, LENGTH.fall * 0.8);
        this.shown = stock(this.shown, gem, (bag) => put(bag, gem));
      };
      this.#pending.push(back());
    }
  }

  async #fly({ thing, from, to, height }: Throw, ms: number): Promise<void> {
    if (this.actors.skipped || this.actors.calm) return;
    const flight = { id: `flight-${this.#count++}`, thing, at: to };
    this.flights = [...this.flights, flight];
    await tick();
    await this.actors.animate(flight.id, motion.arc(from, to, height), ms, thing === "elk" ? motion.IN_OUT_QUAD : motion.OUT_BACK);
    this.flights = this.flights.filter((one) => one !== flight);
  }
}
