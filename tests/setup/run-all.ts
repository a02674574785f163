/**
 * `npm test`: everything, in the order of what fails fastest; stops at the first part that fails. With a name
 * (`unit`, `e2e`, `faults`, …) only that part; further arguments go to its runner. At the end: what each part took.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reasonToBuild } from "#server/cli/build-age";
import { projectRoot } from "#server/cli/children";
import { bringCaddy, bringChromium, bringRedis } from "./tools";

interface Part {
  name: string;
  title: string;
  /** What must be there before it runs. */
  before?: () => void;
  /** Programs with their arguments. Side by side where each uses one core, which says `atOnce`; else in turn. */
  commands: string[][];
  atOnce?: boolean;
  /** Not a part of `npm test`: it takes minutes, and a proxy that has to be there. */
  byNameOnly?: boolean;
}

const node = process.execPath;
const bin = (name: string) => join(projectRoot, "node_modules/.bin", name);
const buildCommand = [node, "--import", "tsx", "server/cli/build.ts"];

const parts: Part[] = [
  {
    name: "static",
    title: "Types, lint, format, imports, unused code",
    atOnce: true,
    commands: [
      [bin("tsc"), "--noEmit"],
      [bin("eslint"), ".", "--max-warnings", "0"],
      [bin("prettier"), "--check", "--log-level", "warn", "."],
      [bin("depcruise"), "app", "server"],
      [bin("knip"), "--no-progress"],
    ],
  },
  {
    name: "unit",
    title: "Unit and route tests",
    before: bringRedis,
    commands: [[bin("vitest"), "run", "--project", "unit", "--project", "routes"]],
  },
  { name: "build", title: "Build", commands: [buildCommand] },
  { name: "e2e", title: "Browser tests", before: bringChromium, commands: [[bin("playwright"), "test"]] },
  {
    name: "faults",
    title: "Faults",
    before: () => {
      bringRedis();
      bringChromium();
    },
    // The faults wait more than they work; what measures no time uses the other core.
    atOnce: true,
    commands: [
      [bin("vitest"), "run", "--project", "faults"],
      [bin("vitest"), "run", "--project", "served"],
    ],
  },
  {
    name: "topology",
    title: "Topology",
    byNameOnly: true,
    before: () => {
      bringRedis();
      bringCaddy();
    },
    commands: [[bin("vitest"), "run", "--project", "topology"]],
  },
];

interface Tally {
  passed: number;
  failed: number;
}

/** What a runner wrote about its tests: Vitest's and Playwright's JSON. */
function tallyOf(report: string): Tally {
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, stats } = JSON.parse(readFileSync(report, "utf8")) as {
    numPassedTests?: number;
    numFailedTests?: number;
    stats?: { expected: number; unexpected: number; flaky: number };
  };
  return {
    passed: (numPassedTests ?? 0) + (stats ? stats.expected + stats.flaky : 0),
    failed: (numFailedTests ?? 0) + (stats?.unexpected ?? 0),
  };
}

/** @returns whether a command ended well; it has said itself what went wrong */
function succeeds([program = node, ...args]: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: projectRoot, stdio: "inherit", env });
    child.once("error", (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(false);
    });
    child.once("exit", (status, signal) => {
      if (signal) console.error(`${program} ended by ${signal}`);
      resolve(status === 0);
    });
  });
}

interface Command {
  words: string[];
  env: NodeJS.ProcessEnv;
}

async function allSucceed(commands: Command[], atOnce: boolean): Promise<boolean> {
  const runs = ({ words, env }: Command) => succeeds(words, env);
  if (atOnce) return (await Promise.all(commands.map(runs))).every(Boolean);
  for (const one of commands) if (!(await runs(one))) return false;
  return true;
}

const times: string[] = [];

/** @returns whether every command of the part ended well */
async function run(part: Part, extra: string[], tally: Tally): Promise<boolean> {
  const start = Date.now();
  console.log(`\n── ${part.title} ${"─".repeat(Math.max(4, 70 - part.title.length))}`);
  const folder = mkdtempSync(join(tmpdir(), "soria-report-"));
  const reportOf = (index: number) => join(folder, `report-${index}.json`);
  let isGood = true;
  try {
    part.before?.();
    const commands = part.commands.map((command, index) => ({
      // A name may be of one of the two runners alone.
      words: [...command, ...extra, ...(extra.length > 0 && part.atOnce ? ["--passWithNoTests"] : [])],
      env: {
        ...process.env,
        SORIA_TEST_REPORT: reportOf(index),
        // Only who runs all of them can say that a figure is missing.
        ...(extra.length === 0 && { SORIA_FAULT_TABLE: "whole" }),
      },
    }));
    isGood = await allSucceed(commands, part.atOnce === true);
    const tallies = commands.map((_, index) => tallyOf(reportOf(index)));
    const failed = tallies.reduce((sum, each) => sum + each.failed, 0);
    tally.passed += tallies.reduce((sum, each) => sum + each.passed, 0);
    tally.failed += failed;
    // A type error or a test file that cannot be loaded fails no test, and is a failure all the same.
    if (!isGood && failed === 0) tally.failed += 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    tally.failed += 1;
    isGood = false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const took = `${part.title}: ${isGood ? "good" : "FAILED"}, ${Math.round((Date.now() - start) / 1000)} s`;
  console.log(`── ${took}`);
  times.push(took);
  return isGood;
}

const [wanted, ...extra] = process.argv.slice(2);
const chosen = wanted
  ? parts.filter(({ name }) => name === wanted)
  : parts.filter(({ byNameOnly }) => !byNameOnly);
if (chosen.length === 0) {
  console.error(`There is no part ${wanted}; there are ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const tally: Tally = { passed: 0, failed: 0 };
const needsBuild = wanted !== undefined && ["e2e", "faults", "topology"].includes(wanted);
const [build] = parts.filter(({ name }) => name === "build");
if (needsBuild && build && reasonToBuild(projectRoot)) chosen.unshift(build);

const start = Date.now();
let isGood = true;
for (const part of chosen) {
  isGood = await run(part, part.name === wanted ? extra : [], tally);
  if (!isGood) break;
}
console.log(`\n${times.join("\n")}\nAll parts together: ${Math.round((Date.now() - start) / 1000)} s`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(isGood ? 0 : 1);
