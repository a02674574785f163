import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import { distanceOf } from "../../kit/runner/nearest-first";

const tests = ["tests/unit", "tests/routes"].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
const nearestTo = (changed: string, count: number) =>
  tests
    .map((test) => ({ test, distance: distanceOf(test, changed) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ test }) => test);

it.each([
  ["server/session/session-data.ts", "tests/unit/session/session.test.ts", 11],
  ["server/session/session.server.ts", "tests/unit/session/session.test.ts", 2],
  ["server/runtime/clock.server.ts", "tests/unit/runtime/clock.test.ts", 1],
  ["server/limits/rate-limit.server.ts", "tests/unit/limits/rate-limit.test.ts", 1],
  ["app/routes/my-page/profile/route.tsx", "tests/routes/my-page/profile.test.ts", 10],
  ["app/domain/money.ts", "tests/unit/domain/money.test.ts", 1],
  ["tests/routes/dao.test.ts", "tests/routes/dao.test.ts", 1],
])("a change of %s runs %s among the first %i", (changed, test, count) => {
  expect(nearestTo(changed, count)).toContain(test);
});
