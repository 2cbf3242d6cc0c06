// The own move while it is composed: taps on board and buttons in, one legal move out.
import type { CanoeRef, Hints } from "../board/contract";
import { type Chip, chips } from "./chips";
import { type Choice, type Offer, choose, composed, drop, endKey, ends, fitting, hints, isCanoe, readOffer, restsAt, selected } from "./composer";
import type { Move, Op } from "./moves";
import { retell } from "../words";
import { depositAt } from "./places";
import type { Answer } from "./socket";
import type { CanoeName, Card, Cost, Gem, Place, Refusal, State } from "./protocol";

/** What a turn needs of the table around it. */
type Around = {
  readonly state: State | null;
  readonly me: number | null;
  readonly mine: boolean;
  refusal: Refusal | null;
  refuse(refusal: Refusal | null): void;
  move(decision: string, move: string): Promise<Answer>;
  why(move: string): Promise<Refusal | null>;
};

const inOrder = (one: Op, other: Op): number => "-+pwybr".indexOf(one[0] ?? "") * 9 + "pwybr".indexOf(one[1] ?? "") - "-+pwybr".indexOf(other[0] ?? "") * 9 - "pwybr".indexOf(other[1] ?? "");

export class Turn {
  choices = $state.raw<Choice[]>([]);
  sending = $state(false);
  picked = $state<Card | null>(null); // on its way to the server, shown at once
  private bubble = $state.raw<Hints["refused"]>(null);

  constructor(private readonly around: Around) {}

  /** The offer of a turn; cards are chosen in the hand and need no composing. */
  readonly offer = $derived.by((): Offer | null => {
    const { state, me, mine } = this.around;
    if (!state?.view || me === null || !mine || state.view.phase === "cards") return null;
    return readOffer(state.legal, state.moves, state.view.seats[me]?.canoes ?? []);
  });
  readonly move = $derived.by((): Move | null => (this.offer ? composed(this.offer, this.choices) : null));
  readonly cost = $derived.by((): Cost | null => (this.move && this.around.state?.moves[this.move.text]) ?? null);
  readonly chips = $derived.by((): Chip[] => (this.offer ? chips(this.offer, this.choices) : []));
  readonly canoe = $derived.by((): CanoeName | null => (this.offer ? selected(this.offer, this.choices) : null));
  readonly hints = $derived.by((): Hints | null => {
    const { me } = this.around;
    if (me === null || (!this.offer && !this.bubble)) return null;
    if (this.offer) return hints(this.offer, this.choices, me, this.bubble);
    return { canoes: [], selected: null, ends: [], route: [], cargo: "", loads: [], unloads: [], refused: this.bubble };
  });

  reset(): void {
    this.choices = [];
    this.bubble = null;
    this.sending = false;
  }

  choose(choice: Choice): boolean {
    if (!this.offer || this.sending) return false;
    const after = choose(this.offer, this.choices, choice);
    const changed = after.length !== this.choices.length || after.some((one) => !this.choices.includes(one));
    if (changed) {
      this.choices = after;
      this.bubble = null;
      this.around.refusal = null;
    }
    return changed;
  }

  /** A button pressed: made, or taken back if it was made. */
  press(chip: Chip): void {
    const made = this.choices.some((one) => one.slot === chip.choice.slot && one.value === chip.choice.value);
    if (made && chip.on) this.choices = drop(this.choices, chip.choice);
    else this.choose(chip.choice);
  }

  back(): void {
    this.bubble = null;
    this.choices = this.choices.slice(0, -1);
  }

  async confirm(): Promise<void> {
    const decision = this.around.state?.decision;
    if (!this.move || !decision || this.sending) return;
    this.sending = true;
    await this.around.move(decision, this.move.text);
    this.sending = false;
  }

  async card(card: Card): Promise<void> {
    const { state } = this.around;
    const move = `card ${card}`;
    if (state?.decision && state.legal.includes(move)) {
      this.picked = card;
      const answer = await this.around.move(state.decision, move);
      if (answer.type !== "ack") this.picked = null;
    } else this.around.refuse(await this.around.why(move));
  }

  onplace(place: Place): void {
    this.bubble = null;
    if (!this.land(place) && !this.take(place)) void this.ask(place);
  }

  /** Whether the canoe can end there; then it shall. */
  private land(place: Place): boolean {
    const end = this.offer && ends(this.offer, this.choices).find((one) => one.place === place);
    if (end && !end.chosen) this.choose({ slot: this.canoe ? "end" : "whole", value: end.value });
    return !!end;
  }

  /** A tap beside one's canoes is meant for them: the first, and, where that cannot stay, with another tap the other. */
  private take(place: Place): boolean {
    const there = this.offer?.moves.find((move) => isCanoe(move) && move.canoe !== this.canoe && this.offer?.at[move.canoe] === place);
    return there !== undefined && isCanoe(there) && this.choose({ slot: "canoe", value: there.canoe });
  }

  oncanoe(canoe: CanoeRef | "joe"): void {
    if (canoe === "joe") return this.trade();
    const { me } = this.around;
    if (canoe.seat !== me) return this.steal(canoe);
    if (this.roped(canoe.canoe)) return;
    if (this.canoe === canoe.canoe && this.choices.length && this.stay(canoe.canoe)) return;
    if (this.choose({ slot: "canoe", value: canoe.canoe })) return;
    const at = this.around.state?.view?.seats[canoe.seat]?.canoes[canoe.canoe === "a" ? 0 : 1]?.at;
    if (at && this.canoe !== canoe.canoe) void this.ask(at, canoe.canoe);
  }

  ondeposit(deposit: string, gem: string): void {
    if (this.choose({ slot: "op", value: `+${gem as Gem}`, deposit: deposit as Gem })) return;
    const at = this.canoe && this.offer ? this.offer.at[this.canoe] : null;
    if (at && depositAt(at) === deposit) void this.ask(at, this.canoe ?? "a", `+${gem as Gem}`);
  }

  oncargo(gem: string): void {
    this.choose({ slot: "op", value: `-${gem as Gem}`, deposit: null });
  }

  /** The next or previous end along the river. */
  along(step: 1 | -1): void {
    if (!this.offer) return;
    const places = ends(this.offer, this.choices);
    if (!places.length) return this.other();
    const now = places.findIndex((end) => end.chosen);
    const next = places[now < 0 ? (step > 0 ? 0 : places.length - 1) : (now + step + places.length) % places.length];
    if (next) this.choose({ slot: this.canoe ? "end" : "whole", value: next.value });
  }

  /** The other canoe. */
  other(): void {
    const open = (this.offer?.moves ?? []).filter(isCanoe).map((move) => move.canoe);
    const next = open.find((canoe) => canoe !== this.canoe);
    if (next) this.choose({ slot: "canoe", value: next });
  }

  private steal(canoe: CanoeRef): void {
    const wanted = this.chips.find(
      ({ choice, on, move }) =>
        choice.slot === "steal" && !on && isCanoe(move) && move.steals.some((one) => one.victim === canoe.seat && one.canoe === canoe.canoe),
    );
    if (wanted) return this.press(wanted);
    this.meet(this.around.state?.view?.seats[canoe.seat]?.canoes[canoe.canoe === "a" ? 0 : 1]?.at);
  }

  private trade(): void {
    const wanted = this.chips.find(({ choice, on }) => choice.slot === "trade" && !on);
    if (wanted) this.press(wanted);
    else this.meet(this.around.state?.view?.joe?.at);
  }

  /** Goes where the other's canoe is, or hears why not. */
  private meet(at: Place | undefined): void {
    this.bubble = null;
    if (at && !this.land(at)) void this.ask(at);
  }

  /** With the Lasso a tap ropes a canoe, another tap leaves it. */
  private roped(canoe: CanoeName): boolean {
    const lassos = this.offer?.moves.filter((move) => move.kind === "lasso") ?? [];
    if (!lassos.length) return false;
    const now = this.move?.kind === "lasso" ? this.move.canoes : "";
    const wanted = now.includes(canoe) ? now.replace(canoe, "") : [...now, canoe].sort().join("");
    const lasso = lassos.find((move) => move.canoes === wanted);
    return lasso !== undefined && this.choose({ slot: "whole", value: lasso.text });
  }

  private stay(canoe: CanoeName): boolean {
    const { offer } = this;
    const here = offer && fitting(offer, this.choices).find((move) => isCanoe(move) && restsAt(offer, move) === offer.at[canoe]);
    return here !== null && here !== undefined && isCanoe(here) && this.choose({ slot: "end", value: endKey(here) });
  }

  /** Asks the server what is wrong with going there, and shows the answer at the place. */
  private async ask(place: Place, canoe = this.canoe ?? "a", load?: Op): Promise<void> {
    const { state, me } = this.around;
    const own = me === null ? undefined : state?.view?.seats[me]?.canoes[canoe === "a" ? 0 : 1];
    if (!own || own.at === "lost" || place === "lost") return;
    const points = this.choices.find((choice) => choice.slot === "points");
    const ops = this.choices.flatMap((choice) => (choice.slot === "op" ? [choice.value] : [])).concat(load ?? []);
    const before = ops.length ? `(${ops.sort(inOrder).join("")})` : "";
    const steps = place === own.at ? "" : `>${place}`;
    const refusal = await this.around.why(`${canoe}${points ? `=${points.value}` : ""}${before}${steps}`);
    this.bubble = refusal ? { place, text: retell(refusal) } : null;
  }
}
