// The page calls when it is one's turn: in its title and in its icon, and in the hand.
import { settings } from "../game/settings.svelte";
import { say } from "../words";
import calm from "../../public/icon.svg?raw";

const MARK = '<circle cx="24" cy="8" r="7" fill="#ffd35c" stroke="#1f3138" stroke-width="2"/></svg>';
const address = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export function called(mine: boolean, place: string): void {
  document.title = mine ? say("title-turn", { place }) : say("title", { place });
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = address(mine ? calm.replace("</svg>", MARK) : calm);
}

const SHAKE = 120; // ms

/** Where the device can, and the person has touched the page: browsers allow it only then. */
export function shake(): void {
  if (settings.pace === "normal" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE);
}
