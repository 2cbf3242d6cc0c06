// A bot for Niagara in plain Node, without packages: node examples/ferryman.mjs
// It speaks the protocol of docs/bots.md: a line of JSON in, a line of JSON out.
// It weighs moves by what they bring home and what they risk; it does not look ahead.
import { createInterface } from "node:readline";

const STEPS = { camp: 0, S1: 1, S2: 2, S3: 3, S4: 4, S5: 5, L6: 6, R6: 6, L7: 7, R7: 7, lost: 0 }; // from camp
const DEPOSIT = { S3: "p", S4: "w", S5: "y", L6: "b", R6: "b", L7: "r", R7: "r" };
const LOADING = 2; // points

function answer(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function best({ position, seat, moves }) {
  const judge = { cards: card, turns: turn, buy }[position.phase] ?? (() => 0);
  const worth = (move) => judge(position, position.seats[seat], move);
  return moves.reduce((one, other) => (worth(other) > worth(one) ? other : one));
}

// What one more gem of a colour is worth: more, the nearer it brings one of the three ways to win.
function need(home, colour) {
  const have = home.split(colour).length - 1;
  const kinds = new Set(home).size;
  const fresh = have === 0 ? 0.3 + kinds * 0.3 : 0; // five colours
  const alike = have * 0.9; // four of one colour
  return 1 + Math.max(fresh, alike) + home.length * 0.1; // seven in all
}

const worthOf = (home, gems) => [...gems].reduce((sum, gem) => sum + need(home, gem), 0);

// How likely the river takes a canoe over the falls from here, if it moves at this speed: 0 to 1.
function risk(place, speed) {
  if (place === "camp" || place === "lost") return 0;
  const far = STEPS[place];
  const pushes = far <= 5 ? 5 - far + 4.5 : far === 6 ? 3 : 1; // until it falls; below the fork every other push counts
  return speed >= pushes + 0.5 ? 1 : speed >= pushes - 0.5 ? 0.5 : 0;
}

function speedNow(position) {
  const open = position.seats.filter((seat) => seat.open && seat.card >= "1" && seat.card <= "7").map((seat) => Number(seat.card));
  const lowest = Math.min(...open, open.length === position.rules.players ? 9 : 3);
  return Math.max(0, lowest + position.weather);
}

// A card, by what each canoe could do with its points.
function card(position, me, move) {
  const shown = move.slice("card ".length);
  const speed = Math.max(0, 2 + position.weather);
  if (shown === "X") return 0.6 + 0.2 * Math.max(...me.canoes.map((canoe) => withPoints(position, me, canoe, 3)));
  const points = Number(shown) || 0;
  let sum = points ? -0.1 * points : -0.3; // high cards are for later, if a low one does
  let launched = false;
  for (const canoe of me.canoes) {
    if (canoe.at === "lost" || (canoe.at === "camp" && (launched || !points))) continue;
    if (canoe.at === "camp") launched = true;
    if (points) sum += withPoints(position, me, canoe, points);
    else sum -= danger(me, canoe.at, canoe.gems, shown === "L" ? 0 : speed);
  }
  return sum;
}

function withPoints(position, me, canoe, points) {
  const far = STEPS[canoe.at];
  const colour = DEPOSIT[canoe.at];
  const speed = Math.max(0, Math.min(points, 3) + position.weather);
  if (canoe.at === "camp") {
    const goal = { 3: "S3", 4: "S4", 5: "S5", 6: "L6", 7: "L7" };
    const loads = goal[points - LOADING] && position.deposits[DEPOSIT[goal[points - LOADING]]];
    return (loads ? 1 : 0.2) - danger(me, goal[loads ? points - LOADING : points] ?? "S1", "", speed);
  }
  if (canoe.gems) {
    if (points >= far) return 3 * worthOf(me.home, canoe.gems);
    return points * 0.2 - danger(me, placeAt(far - points), canoe.gems, speed);
  }
  if (colour && points >= LOADING && position.deposits[colour].length) {
    const up = points - LOADING;
    if (up >= far) return 3 * need(me.home, colour);
    return need(me.home, colour) - danger(me, placeAt(far - up), colour, speed);
  }
  return 0.3 - danger(me, placeAt(Math.max(0, far - points)), "", speed);
}

const placeAt = (steps) => ["camp", "S1", "S2", "S3", "S4", "S5", "L6", "L7"][steps];
const danger = (me, place, gems, speed) => risk(place, speed) * (1.5 + worthOf(me.home, gems));

// A move of a turn, read from its text: a>S4(+w), b(-p)>camp, a>S3*r2b, weather +, lasso ab, elk a, end.
function turn(position, me, move) {
  const speed = speedNow(position);
  if (move === "end") return 0;
  if (move.startsWith("elk")) return 0.5;
  if (move.startsWith("weather")) {
    const faster = speed + (move.endsWith("+") ? 1 : -1);
    return -me.canoes.reduce((sum, canoe) => sum + danger(me, canoe.at, canoe.gems, faster), 0);
  }
  if (move.startsWith("lasso")) {
    const roped = move.slice("lasso ".length);
    const free = me.canoes.filter((_, index) => !roped.includes("ab"[index]));
    return -free.reduce((sum, canoe) => sum + danger(me, canoe.at, canoe.gems, speed), 0);
  }
  return paddle(position, me, move, speed);
}

function paddle(position, me, move, speed) {
  const canoe = me.canoes["ab".indexOf(move[0])];
  const end = />~?(\w+)/.exec(move)?.[1] ?? canoe.at;
  let gems = canoe.gems;
  for (const [, gem] of move.matchAll(/-([pwybr])/g)) gems = gems.replace(gem, "");
  for (const [, gem] of move.matchAll(/\+([pwybr])/g)) gems += gem;
  const stolen = [...move.matchAll(/\*([pwybr])/g)].map(([, gem]) => gem).join("");
  gems += stolen;
  if (end === "camp") return 3 * worthOf(me.home, gems) - (gems ? 0 : 1);
  if (end === "lost") return -9;
  const home = gems ? -0.15 * STEPS[end] : goal(position, me, end);
  return worthOf(me.home, gems) + 0.5 * worthOf(me.home, stolen) + home - danger(me, end, gems, speed);
}

// An empty canoe wants to lie where it can load next time, and come home with it.
function goal(position, me, place) {
  const colour = DEPOSIT[place];
  if (!colour || !position.deposits[colour].length) return -0.1;
  return 0.4 * need(me.home, colour) - 0.1 * STEPS[place];
}

// A canoe is worth the gem that is needed least.
function buy(position, me, move) {
  const gem = /^buy [ab] (\w)/.exec(move)?.[1];
  if (move === "nobuy") return me.canoes.filter((canoe) => canoe.at === "lost").length > 1 ? -9 : -1.2;
  return (move.startsWith("buy a") ? 0.1 : 0) - (gem ? need(me.home.replace(gem, ""), gem) : 0);
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.do === "hello") answer({ id: asked.id, name: "Ferryman", version: "1" });
  if (asked.do === "choose") answer({ id: asked.id, move: best(asked) });
}
