import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { timeSliced } from "#server/http/connections";
import { noteConnection } from "#server/runtime/event-loop-yield.server";

/** Blocks the event loop for this long. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("one that comes alone is begun at once, and so is the next one after a turn", async () => {
  const begin = timeSliced(5);
  for (let n = 0; n < 3; n += 1) {
    let begun = false;
    begin(() => (begun = true));
    expect(begun).toBe(true);
    await turnOfTheLoop();
    await turnOfTheLoop();
  }
});

test("many that come at once are begun in their order, a slice in each turn, with others' work in between", async () => {
  const begin = timeSliced(5);
  const order: number[] = [];
  const ofTurn: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    begin(() => {
      order.push(n);
      work(1);
    });
  }
  ofTurn.push(order.length);
  while (order.length < 60) {
    await turnOfTheLoop();
    ofTurn.push(order.length);
  }
  expect(order).toEqual(Array.from({ length: 60 }, (_, n) => n));
  // Each turn starts some requests, and at least one in a busy process.
  expect(ofTurn[0]).toBeGreaterThan(0);
  expect(ofTurn[0]).toBeLessThan(8);
  expect(ofTurn.length).toBeGreaterThan(9);
});

test("one that takes longer than a slice holds up no second one in its turn", async () => {
  // Long enough that a busy machine does not use up the slice between two lines.
  const begin = timeSliced(50);
  const begun: string[] = [];
  for (const name of ["a", "b", "c"]) {
    begin(() => {
      begun.push(name);
      work(60);
    });
  }
  expect(begun).toEqual(["a"]);
  await turnOfTheLoop();
  expect(begun).toEqual(["a", "b"]);
  await turnOfTheLoop();
  expect(begun).toEqual(["a", "b", "c"]);
});

test("connections that come are taken before requests are begun, but not for ever", async () => {
  const begin = timeSliced(5);
  const begun: number[] = [];
  let turns = 0;
  noteConnection();
  for (let n = 0; n < 3; n += 1) {
    begin(() => {
      begun.push(turns);
      work(6);
    });
  }
  while (begun.length < 3) {
    noteConnection();
    await turnOfTheLoop();
    turns += 1;
  }
  const waits = begun.map((at, n) => at - (begun[n - 1] ?? 0));
  for (const wait of waits) {
    expect(wait).toBeGreaterThan(200);
    expect(wait).toBeLessThan(300);
  }
});
