import { defineConfig } from "vitest/config";
import base from "./vitest.config";
import { mutationFolder } from "./tests/setup/mutation-folders";

const { tests } = mutationFolder(process.env["MUTATE"]);

/** Vitest configuration for StrykerJS: the unit and route tests of the folder in MUTATE. */
export default defineConfig({
  test: {
    ...base.test,
    // StrykerJS runs in threads; tests/setup/mutation-runner.mjs keeps their modules.
    poolOptions: { threads: { isolate: false } },
    reporters: ["default"],
    projects: (base.test?.projects ?? []).flatMap((project) => {
      if (typeof project !== "object" || !("test" in project)) return [];
      const { name } = project.test ?? {};
      const include = tests.filter((file) => file.startsWith(`tests/${String(name)}/`));
      return include.length > 0 ? [{ ...project, test: { ...project.test, include } }] : [];
    }),
  },
});
