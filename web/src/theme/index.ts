// What the whole client takes from the theme; <Symbols /> must stand once at the root of the page.
export { default as CanoeSprite } from "./CanoeSprite.svelte";
export { default as CardFace } from "./CardFace.svelte";
export { default as Gem } from "./Gem.svelte";
export { default as Icon } from "./Icon.svelte";
export { default as Paddle } from "./Paddle.svelte";
export { default as SeatSwatch } from "./SeatSwatch.svelte";
export { default as Symbols } from "./Symbols.svelte";
export { bag } from "./bag";
export { type IconName } from "./icons";
