// What the server tells in keys and arguments, in the words of the page.
import { expect, it } from "vitest";
import { retell } from "./index";

it.each([
  ["tie_break", "gem_value", "Several winners: gem value decides."],
  ["players", "3", "Players: 3."],
  ["round_limit", "0", "Round limit: none."],
  ["round_limit", "17", "Round limit: 17 rounds."],
  ["watch", "no", "Onlookers: off."],
  ["stand_in", "drifter", "Who stands in: Drifter."],
  ["name", "yes", "Name of the table: yes."],
])("tells that %s was set to %s as the buttons call it", (option, value, told) => {
  expect(retell({ key: "note-option", args: { option, value }, text: "" })).toBe(`The table is changed. ${told}`);
});
