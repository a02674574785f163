/** The site's program has its packages in it (server/cli/build.ts): a new one that stays outside costs every start. */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";

it("asks for three packages by name: one is in machine code, one starts threads of its own, one comes when it is wanted", () => {
  const parts = readdirSync(join(projectRoot, "build/site")).filter((file) => file.endsWith(".js"));
  expect(parts.length).toBeGreaterThan(1);
  const asked = ["site.js", ...parts.map((file) => `site/${file}`)]
    .flatMap((file) => {
      const code = readFileSync(join(projectRoot, "build", file), "utf8");
      return [...code.matchAll(/^import\b[^;"]*"([^."][^"]*)";$|\bimport\("([^."][^"]*)"\)/gm)];
    })
    .map(([, always, later]) => always ?? later ?? "")
    .filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
  expect([...new Set(asked)].sort()).toEqual(["@libsql/client", "pino", "redis"]);
});
