import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import { mutationFolders } from "../../../tools/mutation/mutation-folders";
import packageJson from "../../../package.json";
import { projectFiles } from "../../kit/project/project-files";

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

it("names only commands that package.json has, and settings that a program reads", () => {
  const text = readFileSync(new URL("nightly.yml", folder), "utf8");
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
  const settings = [...text.matchAll(/^ +- (?:[A-Z_]+=\S+ )+/gm)].flatMap(
    ([line]) => line.match(/[A-Z_]{3,}(?==)/g) ?? [],
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  expect(settings.length).toBeGreaterThan(10);
  const programs = ["playwright.config.ts", ...projectFiles("tests", "tools")].map((file) =>
    readFileSync(join(projectRoot, file), "utf8"),
  );
  const isRead = (name: string) =>
    programs.some((program) => new RegExp(`"${name}"|env\\.${name}\\b`).test(program));
  expect(settings.filter((name) => !isRead(name))).toEqual([]);
});

it("mutates sources and runs tests that exist", () => {
  const files = projectFiles("app", "server", "tests");
  const asPattern = (glob: string) => new RegExp(`^${glob.replaceAll(".", "\\.").replaceAll("*", "[^/]+")}$`);
  const globs = Object.entries(mutationFolders).flatMap(([name, { mutate, tests }]) =>
    [...mutate, ...tests].map((glob) => [name, glob.replace(/^!/, "")] as const),
  );
  expect(globs.length).toBeGreaterThan(80);
  expect(globs.filter(([, glob]) => !files.some((file) => asPattern(glob).test(file)))).toEqual([]);
});
