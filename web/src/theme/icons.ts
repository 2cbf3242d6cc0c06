// The line icons, on a field of 24 by 24; the filled marks are symbols of their own.

export const LINES = {
  menu: "M5 7h14M5 12h14M5 17h14",
  "sound-off": "M5 10v4h3l4 3.5v-11L8 10zM16 10l4 4M20 10l-4 4",
  "sound-on": "M5 10v4h3l4 3.5v-11L8 10zM15.5 9.5a3.5 3.5 0 0 1 0 5M18 7a7 7 0 0 1 0 10",
  skip: "M5 7l6 5-6 5zM13 7l6 5-6 5z",
  help: "M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1",
  talk: "M5 6h14v9h-8l-4 4v-4H5z",
  back: "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  check: "m4 13 5 5L20 6",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 5l-5 15-3.5-6z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  play: "M8 5.5 18.5 12 8 18.5z",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  person: "M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  eye: "M2.5 12C5 7.5 8.5 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-6 6.5-9.5 6.5S5 16.5 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  leave: "M10 5H5v14h5M14 8l4 4-4 4M18 12H9",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  again: "M19 12a7 7 0 1 1-2.3-5.2M19 4v4h-4",
  moon: "M19 14.5A8 8 0 0 1 9.5 5 8 8 0 1 0 19 14.5z",
  day: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4",
  letters: "M4 18 8.5 6 13 18M5.5 14h6M20 11v7M20 14.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
} as const;

export const MARKS = {
  bot: ["#i-bot", "-13 -13 26 26"],
  away: ["#i-away", "-13 -13 26 26"],
  paddle: ["#i-paddle", "-12 -12 24 24"],
  rope: ["#i-rope", "-15 -15 30 30"],
  ring: ["#ring", "-9 -11 18 20"],
  cloud: ["#cloud", "-16 -16 32 32"],
  "sky-1": ["#sky-1", "-20 -20 40 40"],
  sky0: ["#sky0", "-20 -20 40 40"],
  sky1: ["#sky1", "-20 -20 40 40"],
  sky2: ["#sky2", "-20 -20 40 40"],
  elk: ["#elk", "-34 -64 60 60"],
  beaver: ["#beaver", "-40 -34 80 54"],
  hat: ["#hat", "-19 -16 38 24"],
  disc: ["#disc", "-70 -52 140 112"],
} as const satisfies Record<string, readonly [string, string]>;

export type IconName = keyof typeof LINES | keyof typeof MARKS;
