import { beforeAll, expect, test } from "vitest";
import { type Importers, importersOfAll, testsThatReach, withinBudget } from "#server/cli/near-tests";

const filesOf = (tests: { file: string }[]) => tests.map(({ file }) => file);

let importers: Importers;
beforeAll(async () => {
  importers = await importersOfAll();
});
const reachedBy = (...changed: string[]) => testsThatReach(changed, importers);

test("a change reaches the tests that import it, over however many files, nearest first", () => {
  const reached = reachedBy("server/runtime/restart-backoff.ts", "server/cli/env-file.ts");
  expect(reached.slice(0, 2)).toEqual([
    { file: "tests/unit/cli/env-file.test.ts", distance: 1 },
    { file: "tests/unit/runtime/restart-backoff.test.ts", distance: 1 },
  ]);
  const far = reachedBy("app/domain/paths.ts");
  expect(far.length).toBeGreaterThan(10);
  expect(far.map(({ distance }) => distance)).toEqual(
    far.map(({ distance }) => distance).sort((a, b) => a - b),
  );
});

test("a test reaches itself, a text the pages that show it, and what nothing imports nothing", () => {
  const own = "tests/unit/runtime/restart-backoff.test.ts";
  expect(reachedBy(own)).toEqual([{ file: own, distance: 0 }]);
  expect(reachedBy("app/i18n/locales/en/news.json").length).toBeGreaterThan(5);
  expect(reachedBy("docs/testing.md")).toEqual([]);
});

test("within a budget there are the nearest, the one that is nearest of all, and every test that has changed", () => {
  const tests = ["a", "b", "c", "d"].map((file, distance) => ({ file, distance }));
  const durations = new Map([
    ["a", 60_000],
    ["b", 1_000],
    ["c", 9_000],
    ["d", 1_000],
  ]);
  expect(filesOf(withinBudget(tests, durations, 5_000))).toEqual(["a"]);
  expect(filesOf(withinBudget(tests.slice(1), durations, 5_000))).toEqual(["b", "d"]);
  const changed = tests.map(({ file }) => ({ file, distance: 0 }));
  expect(filesOf(withinBudget(changed, durations, 0))).toHaveLength(4);
});
