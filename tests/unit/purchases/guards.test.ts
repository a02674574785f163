import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guards } from "../../../tools/mutation/guard-list";

describe("a guard of `npm run guards`", () => {
  it.each(guards.map((guard) => [guard.name, guard] as const))(
    "stands exactly once in its file, and is changed by its fault: %s",
    (_, { file, is, becomes }) => {
      const parts = readFileSync(file, "utf8").split(is);
      expect(parts.length - 1, `in ${file}: ${is}`).toBe(1);
      expect(becomes).not.toBe(is);
    },
  );

  it("has a name of its own", () => {
    const names = guards.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
