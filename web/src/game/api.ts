// The calls over HTTP: people, tables, options. A refusal is thrown as what the server said.
import { retell, say } from "../words";
import type { Listed, Options, Person, Played, Refusal, Replay, Rules, Table } from "./protocol";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.text);
  }
}

async function ask(path: string, method = "GET", body?: unknown): Promise<Response> {
  const answer = await fetch(`/api${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (answer.ok) return answer;
  const said = (await answer.json()) as { refusal?: Refusal };
  throw new Refused(answer.status, said.refusal ?? { rule: null, key: "", args: {}, text: answer.statusText });
}

export async function call<T>(path: string, method?: string, body?: unknown): Promise<T> {
  const answer = await ask(path, method, body);
  return (answer.status === 204 ? {} : await answer.json()) as T;
}

export const me = (): Promise<Person> => call("/me");
export const rename = (name: string): Promise<Person> => call("/me", "PUT", { name });
export const options = (): Promise<Options> => call("/options");
export const table = (id: string): Promise<Table> => call(`/tables/${encodeURIComponent(id)}`);
export const create = (rules: Partial<Rules>): Promise<Table> => call("/tables", "POST", { rules });
export const play = (rules: Partial<Rules>, bots: number, strength: string): Promise<Table> =>
  call("/play", "POST", { rules, bots, strength });
export const join = (id: string): Promise<Table> => call(`/tables/${encodeURIComponent(id)}/join`, "POST");
export const myTables = (page: number): Promise<{ tables: Listed[]; more: boolean }> => call(`/me/tables?page=${page}`);
export const myGames = (page: number): Promise<{ games: Played[]; more: boolean }> => call(`/me/games?page=${page}`);
export const lobby = (page: number): Promise<{ tables: Listed[]; more: boolean }> => call(`/lobby?page=${page}`);
const gamesOf = (table: string, game: number): string => `/tables/${encodeURIComponent(table)}/games/${game}`;
export const replay = (table: string, game: number, after: number): Promise<Replay> => call(`${gamesOf(table, game)}/replay?after=${after}`);
export const replayOf = (record: string, after: number): Promise<Replay> => call("/replay", "POST", { record, after });
export const record = async (table: string, game: number): Promise<string> =>
  (await ask(`/tables/${encodeURIComponent(table)}/record?game=${game}`)).text();
export const playOn = (record: string, at: number): Promise<Table> => call("/tables/import", "POST", { record, at });
export const recordAddress = (id: string): string => `/api/tables/${encodeURIComponent(id)}/record`;

/** What to tell about a call that failed: the server's sentence, that it cannot be reached, or that the fault is here. */
export function complaint(fault: unknown): string {
  if (fault instanceof Refused) return retell(fault.refusal);
  if (fault instanceof TypeError || fault instanceof SyntaxError) return say("line-none");
  reportError(fault);
  return say("fault-here");
}
