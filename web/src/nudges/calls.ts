// The calls about one's own nudges: docs/protocol.md.
import { call } from "../game/api";
import type { Saying } from "../game/protocol";

export type Kind = "push" | "mail" | "hook";
export type Way = { id: string; kind: Kind; to: string; mark: string; confirmed: boolean; stopped: Saying | null };
export type Wanted = boolean | null;
export type Nudges = {
  offers: { push: string; mail: boolean; hook: boolean };
  ways: Way[];
  unpaced: boolean;
  table: { id: string; slow: boolean; wanted: Wanted } | null;
};
export type Target =
  | { kind: "push"; endpoint: string; keys: { p256dh: string; auth: string } }
  | { kind: "mail"; address: string }
  | { kind: "hook"; url: string };

const named = (way: Way): string => `/nudges/ways/${encodeURIComponent(way.id)}`;

export const look = (table: string): Promise<Nudges> => call(`/nudges${table ? `?table=${encodeURIComponent(table)}` : ""}`);
export const add = (target: Target): Promise<Way> => call("/nudges/ways", "POST", target);
export const remove = (way: Way): Promise<void> => call(named(way), "DELETE");
export const tryOut = (way: Way): Promise<{ done: boolean; saying: Saying }> => call(`${named(way)}/test`, "POST");
export const wish = (wanted: Wanted, table: string): Promise<void> => call("/nudges/wishes", "PUT", { wanted, table });
export const forget = (): Promise<void> => call("/nudges", "DELETE");
export const confirm = (token: string): Promise<Way> => call("/nudges/confirm", "POST", { token });
export const off = (token: string): Promise<void> => call(`/nudges/off?t=${encodeURIComponent(token)}`, "POST");
