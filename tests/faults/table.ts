import { beforeEach } from "vitest";
import { getCurrentTest } from "vitest/suite";
import type { FaultRow } from "../setup/fault-rows";

/** Puts the tests of a file or a `describe` into a row of the fault table. */
export function inRow(row: FaultRow): void {
  beforeEach(({ task }) => {
    task.meta.faultRow = row;
    // A test that is tried once more measures anew.
    task.meta.figures = [];
    task.meta.times = {};
  });
}

function measured() {
  const { figures, times } = getCurrentTest()?.meta ?? {};
  if (!figures || !times) throw new Error("The test is in no row of the fault table; see inRow.");
  return { figures, times };
}

/** Writes a figure of the running test into the table. */
export function figure(text: string): void {
  measured().figures.push(text);
}

/** Writes how long something took; of those with one name the table shows the longest. */
export function took(what: string, ms: number): void {
  (measured().times[what] ??= []).push(ms);
}

/** The p-th percentile (0 to 1) of times, in whole milliseconds. */
export function percentile(times: readonly number[], p: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0);
}
