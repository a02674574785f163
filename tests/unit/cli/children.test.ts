import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot, sourceOf } from "#server/cli/children";

// The behaviour, in a project whose node_modules is a link: tests/served/starts.test.ts with STARTS=all.
it.each(["site", "sandbox"] as const)(
  "leaves the packages out of what restarts the %s, where they really are",
  (program) => {
    const args = sourceOf(program);
    const exclude = `--exclude=${realpathSync(join(projectRoot, "node_modules"))}/**`;
    expect(args).toContain(exclude);
    expect(args.indexOf(exclude)).toBeLessThan(args.length - 1);
  },
);
