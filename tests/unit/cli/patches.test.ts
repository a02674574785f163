import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");

it("npm install has applied the patch of Remix: a lost script does not reload the current page", () => {
  const patch = read("patches/@remix-run+react+2.17.5.patch");
  const installed = read("node_modules/@remix-run/react/dist/esm/routeModules.js");
  const added = patch.split("\n").filter((line) => /^\+(?!\+\+ )/.test(line));
  expect(added).toHaveLength(4);
  for (const line of added) expect(installed).toContain(line.slice(1));
  expect(installed).not.toContain("window.location.reload()");
});

it("npm install has applied the patch of the router: a table of routes is ranked once", () => {
  const patch = read("patches/@remix-run+router+1.23.4.patch");
  const installed = read("node_modules/@remix-run/router/dist/router.cjs.js");
  const added = patch.split("\n").filter((line) => /^\+(?!\+\+ )/.test(line));
  expect(added).toHaveLength(13);
  for (const line of added) expect(installed).toContain(line.slice(1));
});
