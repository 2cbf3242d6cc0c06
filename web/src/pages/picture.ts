// A moment of a game to look at on the first page: round six, late in the morning.
import type { Canoe, Place, SeatView, View } from "../game/protocol";

const canoe = (at: Place, gems = "", bank = false): Canoe => ({ at, gems, bank, elk: false, moved: false });
const seat = (first: Canoe, second: Canoe): SeatView => ({
  home: "", canoes: [first, second], hand: "123456C", card: null, open: false, points: null, bought: null,
});

export const PICTURE: View = {
  rules: { players: 5, spirits: true, joe: true, fork: "alternating", elk_on_choice_card: 2, tie_break: "shared", round_limit: 0 },
  round: 6, phase: "cards", ring: 0, turn: null, weather: 0, flag: "R",
  deposits: { p: "ppppp", w: "wwwwww", y: "yyyypw", b: "bbbbbb", r: "rrrrr" },
  seats: [
    seat(canoe("S1", "p"), canoe("camp")),
    seat(canoe("L6", "b"), canoe("S4", "w")),
    seat(canoe("camp"), canoe("R7", "r")),
    seat(canoe("S4"), canoe("camp")),
    seat(canoe("R6", "by"), canoe("S5", "y", true)),
  ],
  whirlpool: "S3", beaver: "S2", elk: "red", joe: { at: "L7", gems: "r" }, winners: [],
};
