// The still life behind the game: one drawing, fetched once, taken apart into its layers.
import address from "./scenery.svg?url";

export type LayerName = "still" | "flow" | "pour" | "mist";

let fetched: Promise<SVGSVGElement> | null = null;

async function fetchDrawing(): Promise<SVGSVGElement> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the scenery did not come: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return page.documentElement as unknown as SVGSVGElement;
}

/** A copy of one layer's group; the still one brings the definitions of all along. */
export async function layer(name: LayerName): Promise<SVGElement[]> {
  fetched ??= fetchDrawing();
  const drawing = await fetched;
  const wanted = `[data-layer="${name}"]${name === "still" ? ", defs" : ""}`;
  const parts = [...drawing.children].filter((part) => part.matches(wanted));
  return parts.map((part) => document.importNode(part, true) as SVGElement);
}
