/**
 * `npm test`: everything, in the order of what fails fastest; stops at the first part that fails. With a name
 * (`unit`, `routes`, `e2e`, `faults`) only that part; further arguments go to its runner.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reasonToBuild } from "#server/cli/build-age";
import { projectRoot } from "#server/cli/children";
import { bringChromium, bringRedis } from "./tools";

interface Part {
  name: string;
  title: string;
  /** What must be there before it runs. */
  before?: () => void;
  /** Programs of node_modules/.bin, or node's own arguments. */
  commands: string[][];
}

const node = process.execPath;
const bin = (name: string) => join(projectRoot, "node_modules/.bin", name);
const buildCommand = [node, "--import", "tsx", "server/cli/build.ts"];

const parts: Part[] = [
  { name: "types", title: "Type check", commands: [[bin("tsc"), "--noEmit"]] },
  {
    name: "lint",
    title: "Lint, format, unused code",
    commands: [
      [bin("eslint"), ".", "--max-warnings", "0"],
      [bin("prettier"), "--check", "--log-level", "warn", "."],
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
    commands: [[bin("vitest"), "run", "--project", "faults"]],
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

/** @returns whether every command of the part ended well */
function run(part: Part, extra: string[], tally: Tally): boolean {
  const start = Date.now();
  console.log(`\n── ${part.title} ${"─".repeat(Math.max(4, 70 - part.title.length))}`);
  const folder = mkdtempSync(join(tmpdir(), "soria-report-"));
  const report = join(folder, "report.json");
  let isGood = true;
  try {
    part.before?.();
    isGood = part.commands.every(([program = node, ...args]) => {
      const { status, signal, error } = spawnSync(program, [...args, ...extra], {
        cwd: projectRoot,
        stdio: "inherit",
        env: {
          ...process.env,
          SORIA_TEST_REPORT: report,
          // Only who runs all of them can say that a figure is missing.
          ...(extra.length === 0 && { SORIA_FAULT_TABLE: "whole" }),
        },
      });
      if (error) console.error(`${program}: ${error.message}`);
      if (signal) console.error(`${program} ended by ${signal}`);
      return status === 0;
    });
    const { passed, failed } = tallyOf(report);
    tally.passed += passed;
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
  console.log(
    `── ${part.title}: ${isGood ? "good" : "FAILED"}, ${Math.round((Date.now() - start) / 1000)} s`,
  );
  return isGood;
}

const [wanted, ...extra] = process.argv.slice(2);
const chosen = wanted ? parts.filter(({ name }) => name === wanted) : parts;
if (chosen.length === 0) {
  console.error(`There is no part ${wanted}; there are ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const tally: Tally = { passed: 0, failed: 0 };
const needsBuild = wanted === "e2e" || wanted === "faults";
const [build] = parts.filter(({ name }) => name === "build");
if (needsBuild && build && reasonToBuild(projectRoot)) chosen.unshift(build);

const start = Date.now();
const isGood = chosen.every((part) => run(part, part.name === wanted ? extra : [], tally));
console.log(`\nAll parts together: ${Math.round((Date.now() - start) / 1000)} s`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(isGood ? 0 : 1);
