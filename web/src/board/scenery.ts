// The still life behind the game: one drawing, fetched once, taken apart into its layers.
import address from "./scenery.svg?url";

export type LayerName = "ground" | "flow" | "scene" | "spill" | "mist";

let fetched: Promise<SVGSVGElement> | null = null;

async function fetchDrawing(): Promise<SVGSVGElement> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the scenery did not come: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return page.documentElement as unknown as SVGSVGElement;
}

/** A copy of one layer's group; the ground brings the definitions of all along. */
export async function layer(name: LayerName): Promise<SVGElement[]> {
  fetched ??= fetchDrawing();
  const drawing = await fetched;
  const parts = drawing.querySelectorAll(name === "ground" ? `defs, [data-layer="${name}"]` : `[data-layer="${name}"]`);
  return [...parts].filter((part) => part.parentElement === drawing as unknown as HTMLElement).map((part) => document.importNode(part, true) as SVGElement);
}
