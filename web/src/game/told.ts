// The server tells no more of a state than is new (docs/protocol.md, Brief entries); here it is whole again.
import type { BriefEntry, State, View, ViewChange } from "./protocol";

/** A view with what is new in it. */
export function changed(view: View, { seats, ...change }: ViewChange): View {
  return { ...view, ...change, seats: view.seats.map((seat, number) => seats?.[number] ?? seat) };
}

/** The state after an entry; `before` is what was told last. */
export function stateAfter(before: State | null, { seq, state, change }: BriefEntry): State {
  if (state) return state;
  if (!before || !change) throw new Error("a change came before any state");
  const { view, ...rest } = change;
  return { ...before, ...rest, seq, view: view && before.view ? changed(before.view, view) : before.view };
}
