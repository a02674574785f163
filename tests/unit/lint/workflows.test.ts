import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../../../.github/workflows/", import.meta.url);

it("pins every action of CI by the commit, with its tag as a comment", () => {
  const used = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), "utf8").matchAll(/^\s*-?\s*uses: (.*)$/gm)].map(
      ([, action = ""]) => action,
    ),
  );
  expect(used.length).toBeGreaterThan(5);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  // All uses of an action are pinned to the same commit and tag.
  const pins = new Map<string, Set<string>>();
  for (const action of used) {
    const [name = ""] = action.split("@");
    pins.set(name, (pins.get(name) ?? new Set()).add(action));
  }
  for (const [name, pinned] of pins) expect(pinned.size, name).toBe(1);
});

it("names only test files that exist", () => {
  const files = ["e2e", "faults", "http"].flatMap((part) =>
    readdirSync(new URL(`../../${part}/`, import.meta.url), { recursive: true, encoding: "utf8" }),
  );
  const named = readdirSync(folder).flatMap((name) =>
    [
      ...readFileSync(new URL(name, folder), "utf8").matchAll(/npm run test:(?:e2e|faults) -- ([\w -]+)$/gm),
    ].flatMap(([, names = ""]) => names.split(" ")),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !files.some((file) => file.includes(name)))).toEqual([]);
});
