import { defineConfig } from "vitest/config";
import base from "../vitest.config";
import { mutationFolder } from "./mutation/mutation-folders";

const { tests } = mutationFolder(process.env["MUTATE"]);

// One project for all tests of the folder, because each change of project costs a new process: that of the route
// tests, which sets up all that unit tests need.
const only = tests.some((file) => file.startsWith("tests/routes/")) ? "routes" : "unit";

/** Vitest configuration for StrykerJS: the unit and route tests of the folder in MUTATE. */
export default defineConfig({
  test: {
    ...base.test,
    // StrykerJS runs in threads; tools/mutation/mutation-runner.mjs keeps their modules.
    poolOptions: { threads: { isolate: false } },
    reporters: ["default"],
    // In their order: StrykerJS's own sets a mutant of code that runs on import, ours then evaluates the modules again.
    sequence: { setupFiles: "list" },
    projects: (base.test?.projects ?? []).flatMap((project) => {
      if (typeof project !== "object" || !("test" in project) || project.test?.name !== only) return [];
      const setupFiles = ["tools/mutation/mutation-modules.ts", ...[project.test.setupFiles ?? []].flat()];
      // Mutations run beside other work: a test that waits for the processor must not count as failed.
      return [
        {
          ...project,
          test: {
            ...project.test,
            include: tests,
            setupFiles,
            testTimeout: 600_000,
            sequence: { setupFiles: "list" },
          },
        },
      ];
    }),
  },
});
