// A game of Niagara's shape and size for boardgame.io: four players choose a card in secret, then paddle in turn; the river
// moves. It is not Niagara: any move is legal, so that its server has less to work out than ours.

const { ActivePlayers } = require("boardgame.io/core");

const MOVES = 300; // of a match
const CARDS = [1, 2, 3, 4, 5, 6, 7];
const COLOURS = ["purple", "white", "yellow", "blue", "red"];
const FALLS = 8; // the space behind the last

const canoe = () => ({ at: 0, gem: null, bank: false, elk: false, moved: false });
const seat = () => ({ home: [], canoes: [canoe(), canoe()], hand: [...CARDS], card: null, open: false, points: null, bought: null });

function setup({ ctx }) {
  return {
    rules: { players: ctx.numPlayers, spirits: true, joe: true, fork: "alternating", tie_break: "shared", round_limit: 0 },
    round: 1,
    weather: 0,
    flag: "R",
    deposits: Object.fromEntries(COLOURS.map((colour) => [colour, 7])),
    seats: Array.from({ length: ctx.numPlayers }, seat),
    whirlpool: 3,
    beaver: null,
    elk: "red",
    joe: { at: 1, gems: [] },
    chosen: 0,
    acted: 0,
    moves: 0,
    events: [], // of the last move
  };
}

function choose({ G, playerID }, card) {
  const me = G.seats[playerID];
  if (me.card !== null || !me.hand.includes(card)) return "INVALID_MOVE";
  me.card = card;
  G.chosen += 1;
  G.moves += 1;
  G.events = [{ event: "chose", seat: Number(playerID) }];
}

function paddle({ G, playerID }, number, steps) {
  const me = G.seats[playerID];
  const boat = me.canoes[number];
  const events = [{ event: "open", seat: Number(playerID), card: me.card }];
  me.open = true;
  const from = boat.at;
  boat.at = Math.max(0, Math.min(FALLS - 1, boat.at + Math.sign(steps) * Math.min(me.card, Math.abs(steps))));
  boat.moved = true;
  events.push({ event: "step", seat: Number(playerID), canoe: number, from, to: boat.at, cost: Math.abs(boat.at - from) });
  if (boat.at === 0 && boat.gem) {
    me.home.push(boat.gem);
    events.push({ event: "home", seat: Number(playerID), canoe: number, gem: boat.gem });
    boat.gem = null;
  } else if (boat.at > 1 && !boat.gem) {
    const colour = COLOURS[boat.at % COLOURS.length];
    if (G.deposits[colour] > 0) {
      G.deposits[colour] -= 1;
      boat.gem = colour;
      events.push({ event: "load", seat: Number(playerID), canoe: number, gem: colour, at: boat.at });
    }
  }
  G.acted += 1;
  G.moves += 1;
  if (G.acted === G.seats.length) river(G, events);
  G.events = events;
}

function river(G, events) {
  const speed = Math.min(...G.seats.map((one) => one.card));
  events.push({ event: "river", speed, lowest: speed, weather: G.weather });
  for (const [number, one] of G.seats.entries()) {
    for (const [which, boat] of one.canoes.entries()) {
      if (boat.at > 0) boat.at += speed;
      if (boat.at >= FALLS) {
        events.push({ event: "fall", seat: number, canoe: which, gem: boat.gem });
        if (boat.gem) G.deposits[boat.gem] += 1;
        one.canoes[which] = canoe();
      }
      boat.moved = false;
    }
    one.hand = one.hand.filter((card) => card !== one.card);
    if (one.hand.length === 0) one.hand = [...CARDS];
    Object.assign(one, { card: null, open: false });
  }
  G.flag = G.flag === "R" ? "L" : "R";
  G.round += 1;
  G.chosen = G.acted = 0;
}

/** Nobody sees a card that lies face down, nor the hand to which it still belongs. */
function playerView({ G, playerID }) {
  const cut = (one, number) => (String(number) === playerID || one.open ? one : { ...one, card: one.card === null ? null : "hidden" });
  return { ...G, seats: G.seats.map(cut) };
}

module.exports.game = {
  name: "river",
  setup,
  playerView,
  disableUndo: true,
  phases: {
    cards: {
      start: true,
      turn: { activePlayers: ActivePlayers.ALL_ONCE },
      moves: { choose: { move: choose, redact: true, client: false } },
      endIf: ({ G }) => G.chosen === G.seats.length,
      next: "turns",
    },
    turns: {
      turn: { minMoves: 1, maxMoves: 1 },
      moves: { paddle },
      endIf: ({ G }) => G.chosen === 0,
      next: "cards",
    },
  },
  endIf: ({ G }) => (G.moves >= MOVES ? { moves: G.moves } : undefined),
};
