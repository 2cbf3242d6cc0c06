// What is asked for holds until the table tells of it: the second of two quick changes builds on the first.
import { expect, it } from "vitest";
import { Asked } from "./asked.svelte";
import type { Answer } from "./socket";

type Pace = { bank: number; increment: number };
const refused: Answer = { type: "refused", id: "a", refusal: { rule: null, key: "host-only", args: {}, text: "No." } };
const ack = (seq: number): Answer => ({ type: "ack", id: "a", seq });

function table() {
  const now = { pace: { bank: 5, increment: 10 }, seq: 1 };
  const answers: ((answer: Answer) => void)[] = [];
  const asked = new Asked<Pace>(() => now.pace, () => now.seq);
  const ask = (change: Partial<Pace>) => asked.ask({ ...asked.value, ...change }, () => new Promise((answer) => answers.push(answer)));
  return { now, asked, ask, answer: (index: number, answer: Answer) => answers[index]?.(answer) };
}

it("builds the second change on the first, before the table has told of it", async () => {
  const { now, asked, ask, answer } = table();
  const first = ask({ bank: 1 });
  const second = ask({ increment: 5 });
  expect(asked.value).toEqual({ bank: 1, increment: 5 });
  answer(0, ack(2));
  await first;
  now.pace = { bank: 1, increment: 10 };
  now.seq = 2;
  expect(asked.value).toEqual({ bank: 1, increment: 5 });
  answer(1, ack(3));
  await second;
  expect(asked.value).toEqual({ bank: 1, increment: 5 }); // the answer may come before the entry
  now.pace = { bank: 1, increment: 5 };
  now.seq = 3;
  expect(asked.value).toBe(now.pace);
});

it("shows what holds when it is refused, and what another has changed later", async () => {
  const { now, asked, ask, answer } = table();
  const first = ask({ bank: 1 });
  answer(0, refused);
  await first;
  expect(asked.value).toBe(now.pace);
  const second = ask({ bank: 3 });
  answer(1, ack(2));
  await second;
  now.pace = { bank: 60, increment: 0 };
  now.seq = 3;
  expect(asked.value).toBe(now.pace);
});
