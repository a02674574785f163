import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtOf, projectRoot, sourceOf } from "#server/cli/children";

// tests/http/starts.test.ts with STARTS=all tests the behaviour, in a project whose node_modules is a symbolic link.
it.each(["site", "sandbox"] as const)(
  "leaves the packages out of what restarts the %s, where they really are",
  (program) => {
    const args = sourceOf(program);
    const exclude = `--exclude=${realpathSync(join(projectRoot, "node_modules"))}/**`;
    expect(args).toContain(exclude);
    expect(args.indexOf(exclude)).toBeLessThan(args.length - 1);
  },
);

it("opens an inspector port of its own for each program, and only when asked", () => {
  for (const argsOf of [sourceOf, builtOf]) {
    expect(argsOf("site", true)).toContain("--inspect=127.0.0.1:9229");
    expect(argsOf("sandbox", true)).toContain("--inspect=127.0.0.1:9230");
    expect(argsOf("site").filter((arg) => arg.startsWith("--inspect"))).toEqual([]);
  }
  // tsx expects Node's flags before the script. Flags after it would become the script's arguments.
  expect(sourceOf("site", true).at(-1)).toBe("server/cli/development.ts");
});
