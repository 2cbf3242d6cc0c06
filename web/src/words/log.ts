// The log: events told as sentences of cause and effect, a line for every turn, river, and happening.
import type { Entry, Event } from "../game/protocol";
import { byRiver } from "../game/places";
import { type Args, allOf, gemsInWords, oneByOne, plain, say } from "./index";

/** A line: who begins it, what he does, one deed after the other, and whole sentences behind it. */
export type LogLine = {
  seq: number;
  seat: number | null;
  topic: "round" | "turn" | "river" | "joe" | "other";
  head: string;
  deeds: string[];
  after: string[];
};

export type Names = (seat: number) => { name: string; you: boolean };

/** The line with its bold parts still marked. */
export function lineMarked(line: LogLine): string {
  const said = line.deeds.length
    ? say("log-turn", { head: line.head, deeds: oneByOne(line.deeds) })
    : line.topic === "turn"
      ? say("log-turn-bare", { head: line.head })
      : line.head;
  return [said, ...line.after].join(" ");
}
export const lineText = (line: LogLine): string => plain(lineMarked(line));

/** The last that was played. A new round is told while the river still moves, and must not hide who went over the fall. */
export const latest = (log: readonly LogLine[]): LogLine | undefined => log.findLast(({ topic }) => topic !== "round") ?? log.at(-1);

type Told = { lines: LogLine[]; seq: number; names: Names; path: { canoe: string; from: string; to: string } | null; cargo: { event: string; gems: string } | null };

function begin(told: Told, line: Omit<LogLine, "seq" | "deeds" | "after">): void {
  told.path = null;
  told.cargo = null;
  told.lines = [...told.lines, { ...line, seq: told.seq, deeds: [], after: [] }];
}

function change(told: Told, how: (line: LogLine) => Partial<LogLine>): void {
  const last = told.lines.at(-1);
  if (last) told.lines = [...told.lines.slice(0, -1), { ...last, ...how(last) }];
}

const deed = (told: Told, text: string): void => change(told, (line) => ({ deeds: [...line.deeds, text] }));
const behind = (told: Told, text: string): void => {
  if (told.lines.length === 0) begin(told, { seat: null, topic: "other", head: text });
  else change(told, (line) => ({ after: [...line.after, text] }));
};

function person(told: Told, seat: number): Args {
  const { name, you } = told.names(seat);
  return { who: name, you: you ? "yes" : "no" };
}

/** The deeds of Joe are told like a player's, in a line of his own. */
function actor(told: Told, seat: number | null): Args {
  if (seat !== null) return person(told, seat);
  if (told.lines.at(-1)?.topic !== "joe") begin(told, { seat: null, topic: "joe", head: say("log-joe") });
  return { who: "", you: "no" };
}

/** Steps one after the other are told as one way, so the last deed is told anew with each. */
function step(told: Told, event: Event & { event: "step" }): void {
  const who = actor(told, event.seat);
  const canoe = `${event.seat}${event.canoe}`;
  const going = told.path?.canoe === canoe && told.path.to === event.from ? told.path : null;
  const from = going?.from ?? event.from;
  told.path = { canoe, from, to: event.to };
  if (event.to === "camp") {
    if (going) change(told, (line) => ({ deeds: line.deeds.slice(0, -1) }));
    return;
  }
  const key = from === "camp" ? "log-launch" : byRiver(event.to, event.from) < 0 ? "log-up" : "log-down";
  const text = say(key, { ...who, place: say(`place-${event.to}`) });
  const turned = going && (byRiver(event.to, event.from) < 0) !== (byRiver(going.to as typeof event.to, going.from as typeof event.to) < 0);
  change(told, (line) => ({ deeds: [...(going && !turned && going.to !== "camp" ? line.deeds.slice(0, -1) : line.deeds), text] }));
}

/** Gems loaded one after the other are told together. */
function load(told: Told, event: Event & { event: "load" | "unload" }): void {
  const who = actor(told, event.seat);
  const more = told.cargo?.event === event.event ? told.cargo : null;
  const gems = (more?.gems ?? "") + event.gem;
  if (more) change(told, (line) => ({ deeds: line.deeds.slice(0, -1) }));
  deed(told, say(`log-${event.event}`, { ...who, gems: gemsInWords(gems) }));
  told.cargo = { event: event.event, gems };
}

function fall(told: Told, event: Event & { event: "fall" }): void {
  const side = event.at.startsWith("L") ? "left" : "right";
  if (event.seat === null) return behind(told, say("log-fall-joe", { side }));
  const who = { ...person(told, event.seat), side };
  behind(told, event.gems ? say("log-fall", { ...who, gems: gemsInWords(event.gems) }) : say("log-fall-empty", who));
  if (event.elk) behind(told, say("log-fall-elk"));
}

function carry(told: Told, event: Event & { event: "carry" }): void {
  const place = say(`place-${event.to}`);
  const topic = told.lines.at(-1)?.topic;
  if (topic === "turn" || topic === "joe") {
    deed(told, event.to === "lost" ? say("log-carried-over") : say("log-carried", { place }));
  } else if (event.seat === null) behind(told, say("log-washed-joe", { place }));
  else behind(told, say("log-washed", { ...person(told, event.seat), place }));
}

function trade(told: Told, event: Event & { event: "trade" }): void {
  const { give, take } = event;
  const key = give && take ? "log-trade-swap" : take ? "log-trade-take" : "log-trade-give";
  deed(told, say(key, { ...person(told, event.seat), give: give ? say(`gem-${give}`) : "", take: take ? say(`gem-${take}`) : "" }));
}

function over(told: Told, event: Event & { event: "over" }): void {
  if (!event.winners.length) begin(told, { seat: null, topic: "other", head: say("log-nobody") });
  event.winners.forEach((seat, index) => {
    const ways = allOf((event.ways[index] ?? []).map((way) => say(`log-way-${way}`)));
    begin(told, { seat, topic: "other", head: say("log-won", { ...person(told, seat), ways }) });
  });
}

function tellEvent(told: Told, event: Event): void {
  if (event.event !== "load" && event.event !== "unload") told.cargo = null;
  switch (event.event) {
    case "round":
      return begin(told, { seat: null, topic: "round", head: say("log-round", { round: event.round, ...person(told, event.ring) }) });
    case "open":
      return begin(told, {
        seat: event.seat,
        topic: "turn",
        head: say("log-play", { ...person(told, event.seat), card: say(`card-${event.card}`) }),
      });
    case "bought": {
      const who = person(told, event.seat);
      const head = event.gem ? say("log-bought", { ...who, gem: say(`a-gem-${event.gem}`) }) : say("log-bought-free", who);
      return begin(told, { seat: event.seat, topic: "other", head });
    }
    case "declined":
      return begin(told, { seat: event.seat, topic: "other", head: say("log-declined", person(told, event.seat)) });
    case "points":
      return deed(told, say("log-points", { ...person(told, event.seat), points: event.points }));
    case "elk":
      return deed(told, say("log-elk", person(told, event.seat)));
    case "step":
      return step(told, event);
    case "home":
      return deed(
        told,
        event.gems
          ? say("log-home", { ...person(told, event.seat), gems: gemsInWords(event.gems) })
          : say("log-home-empty", person(told, event.seat)),
      );
    case "load":
    case "unload":
      return load(told, event);
    case "steal": {
      const victim = told.names(event.victim);
      return deed(
        told,
        say("log-steal", {
          ...person(told, event.seat),
          gem: say(`a-gem-${event.gem}`),
          victim: victim.name,
          "victim-you": victim.you ? "yes" : "no",
        }),
      );
    }
    case "trade":
      return trade(told, event);
    case "pass":
      return change(told, (line) => (line.deeds.length ? {} : { deeds: [say("log-idle", person(told, event.seat))] }));
    case "weather": {
      const weather = say(`weather-${event.after}`);
      return event.seat === null ? behind(told, say("log-beaver-weather", { weather })) : deed(told, say("log-weather", { weather }));
    }
    case "beaver":
      return behind(told, event.at ? say("log-beaver", { place: say(`place-${event.at}`) }) : say("log-beaver-gone"));
    case "lasso": {
      const key = event.canoes.length > 1 ? "both" : event.canoes ? "one" : "none";
      return deed(told, say(`log-lasso-${key}`, person(told, event.seat)));
    }
    case "river": {
      const key = event.speed ? "log-river" : "log-river-still";
      const head = say(key, { speed: event.speed, lowest: event.lowest, weather: say(`weather-${event.weather}`) });
      return begin(told, { seat: null, topic: "river", head });
    }
    case "whirlpool":
      return behind(told, event.at === "next" ? say("log-whirlpool-gone") : say("log-whirlpool-back", { place: say(`place-${event.at}`) }));
    case "carry":
      return carry(told, event);
    case "fall":
      return fall(told, event);
    case "elk_home":
      return behind(told, say("log-elk-home"));
    case "joe":
      return begin(told, { seat: null, topic: "other", head: say("log-joe-back", { place: say(`place-${event.at}`) }) });
    case "refill":
      return behind(told, say("log-refill", person(told, event.seat)));
    case "over":
      return over(told, event);
    case "chose":
    case "push":
    case "flag":
    case "unrope":
      return; // seen, not told
  }
}

/** The log with one more entry; lines that did not change stay the same objects. */
export function tell(lines: LogLine[], entry: Entry, names: Names): LogLine[] {
  if (entry.kind !== "move" && entry.kind !== "start") return lines;
  const told: Told = { lines, seq: entry.seq, names, path: null, cargo: null };
  if (entry.kind === "start") begin(told, { seat: null, topic: "other", head: say("log-start", { game: entry.game }) });
  for (const event of entry.events) tellEvent(told, event);
  return told.lines;
}
