/**
 * `npm run check`, while one works: types, lint and format of what changed, and the unit and route tests nearest to it by
 * imports, as many as take some ten seconds (`-- --all`: all that reach it, which for a rule that every page uses are
 * nearly all there are).
 * What changed is what differs from the branch that it will join (`--base REF`; main without it), committed or not.
 * Types are checked whole (a change breaks its users), from what the last check knew.
 *
 * Ends with the first part's exit code that is not 0, after all have run, so that one look shows everything.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve as resolvePath } from "node:path";
import { projectRoot } from "./children";
import { importersOfAll, lastDurations, testsThatReach, withinBudget } from "./near-tests";

const began = Date.now();
/** Of tests, on two cores. */
const TESTS_MS = 16_000;

const cache = join(projectRoot, "node_modules/.cache");
const baseAt = process.argv.indexOf("--base");
const base = baseAt > 0 ? (process.argv[baseAt + 1] ?? "main") : "main";

function git(...args: string[]): string[] {
  return execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).split("\n").filter(Boolean);
}

/** The commit that this branch left `base` at; HEAD where there is no such branch (a shallow clone). */
function branchPoint(): string {
  try {
    return git("merge-base", base, "HEAD")[0] ?? "HEAD";
  } catch {
    return "HEAD";
  }
}

function changedFiles(): string[] {
  const files = [
    ...git("diff", "--name-only", "--diff-filter=d", branchPoint()),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(files)].filter((file) => existsSync(join(projectRoot, file)));
}

interface Part {
  name: string;
  /** A program of node_modules/.bin (or its path), with its arguments. */
  command: string[];
}

/** @returns the exit code; what the program wrote is printed when it fails */
function run({ name, command: [program = "", ...args] }: Part): Promise<number> {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(resolvePath(projectRoot, "node_modules/.bin", program), args, {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(1);
    });
    child.once("exit", (code) => {
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      console.log(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trimEnd());
      resolve(code ?? 1);
    });
  });
}

const changed = changedFiles();
const code = changed.filter((file) => /\.(?:tsx?|m?js)$/.test(file) && !/^public\//.test(file));
const parts: Part[] = [
  {
    name: "types",
    command: [
      process.execPath,
      join(projectRoot, "node_modules/typescript-7/bin/tsc"),
      "--noEmit",
      ...["--incremental", "--tsBuildInfoFile", join(cache, "check-7.tsbuildinfo")],
    ],
  },
];
if (code.length > 0) {
  parts.push({ name: `lint (${code.length} files)`, command: ["oxlint", ...code] });
}
if (changed.length > 0) {
  parts.push({
    name: `format (${changed.length} files)`,
    command: ["oxfmt", "--list-different", "--no-error-on-unmatched-pattern", ...changed],
  });
}
let leftOut = 0;
/** The tests to run; that a file cannot be parsed is for types and lint to say. */
async function testsPart(): Promise<Part | undefined> {
  const tested = changed.filter((file) => /^(?:app|server|tests)\/.*\.(?:tsx?|js|json)$/.test(file));
  if (tested.length === 0) return undefined;
  const importers = await importersOfAll().catch(() => undefined);
  if (!importers) return undefined;
  const reaching = testsThatReach(tested, importers);
  const near = process.argv.includes("--all") ? reaching : withinBudget(reaching, lastDurations(), TESTS_MS);
  leftOut = reaching.length - near.length;
  if (near.length === 0) return undefined;
  const options = ["run", "--reporter=dot", "--project", "unit", "--project", "routes"];
  return {
    name: `tests (${near.length} of the ${reaching.length} files that reach the change)`,
    command: ["vitest", ...options, ...near.map(({ file }) => file)],
  };
}

// Types beside lint and format, then the tests: two cores are two programs.
const [types, ...quick] = parts;
const inTurn = async (list: Part[]) => {
  let worst = 0;
  for (const part of list) worst = (await run(part)) || worst;
  return worst;
};
const [tests, ...results] = await Promise.all([testsPart(), types ? run(types) : 0, inTurn(quick)]);
if (tests) results.push(await run(tests));
if (leftOut > 0) {
  console.log(`${leftOut} test files further away were left out: npm run check -- --all, or npm test.`);
}
console.log(`${changed.length} files differ from ${base}; ${((Date.now() - began) / 1000).toFixed(1)} s`);
process.exit(results.find((result) => result !== 0) ?? 0);
