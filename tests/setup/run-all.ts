/**
 * `npm test`: runs everything, first the parts that need no build, then those on the built site; a failed first half
 * stops the run. A name (`unit`, `e2e`, `faults`, …) runs only that part, and passes further arguments to its runner.
 * Prints the duration of each part.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { reasonToBuild } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";
import {
  bringCaddy,
  bringChromium,
  bringEngines,
  bringRedis,
  bringVarnish,
  requireTools,
  type Tool,
} from "./tools";

interface Part {
  name: string;
  title: string;
  /** Parts of one half run in parallel: some use both cores, others mostly wait. */
  half: 1 | 2;
  /** Programs that must exist or be installed. */
  needs?: Tool[];
  /** Work that must be done before the part runs. */
  before?: () => void;
  /** Programs with their arguments. */
  commands: string[][];
  /** Shows the output as it arrives, even with other parts running; else when a command has ended. */
  isLive?: boolean;
  /** Runs with low CPU priority, because other parts measure times. */
  isPatient?: boolean;
  /** Another name that runs this part together with others. */
  also?: string;
  /** Environment variables of its commands. Variables of the shell take precedence. */
  env?: Record<string, string>;
  /** Excluded from `npm test`, because it takes minutes. */
  byNameOnly?: boolean;
}

const node = process.execPath;
const bin = (name: string) => join(projectRoot, "node_modules/.bin", name);
/**
 * Test code is too short-lived for JIT optimization to pay off, and leaves much short-lived garbage. These V8 options
 * save a few percent of the browser tests' CPU time (docs/testing.md).
 */
const playwright = [node, "--no-opt", "--max-semi-space-size=32", bin("playwright"), "test"];
const buildCommand = [node, "--import", "tsx", "server/cli/build.ts"];

/** In start order, slowest first. */
const parts: Part[] = [
  {
    name: "unit",
    title: "Unit and route tests",
    half: 1,
    needs: ["redis"],
    before: bringRedis,
    commands: [[bin("vitest"), "run", "--project", "unit", "--project", "routes"]],
  },
  {
    name: "static",
    title: "Types, lint, format, imports, unused code",
    half: 1,
    isPatient: true,
    // The compiler and half of the linter are Go programs. With one thread each they do half the work (every checker
    // checks the same types again), and they collect garbage only when memory is short.
    env: { GOMAXPROCS: "1", GOGC: "off", GOMEMLIMIT: "2GiB" },
    commands: [
      [bin("oxlint")],
      [node, join(projectRoot, "node_modules/typescript-7/bin/tsc"), "--noEmit", "--checkers", "1"],
      [bin("oxfmt"), "--list-different", "."],
      [bin("knip"), "--no-progress"],
      [bin("depcruise"), "app", "server"],
    ],
  },
  { name: "build", title: "Build", half: 1, commands: [buildCommand], isPatient: true },
  {
    name: "bring",
    title: "What the second half needs, brought",
    half: 1,
    commands: [[node, "--import", "tsx", "tests/setup/bring.ts"]],
    isPatient: true,
  },
  {
    name: "e2e",
    title: "Browser tests",
    half: 2,
    needs: ["chromium"],
    before: bringChromium,
    commands: [playwright],
    isLive: true,
    isPatient: true,
  },
  {
    name: "faults",
    title: "Faults",
    half: 2,
    needs: ["redis", "chromium"],
    before: () => {
      bringRedis();
      bringChromium();
    },
    commands: [[bin("vitest"), "run", "--project", "faults"]],
  },
  {
    name: "served",
    also: "faults",
    title: "The built site, asked and attacked",
    half: 2,
    needs: ["redis"],
    before: bringRedis,
    commands: [[bin("vitest"), "run", "--project", "served"]],
  },
  {
    name: "topology-short",
    title: "Topology, short",
    half: 2,
    before: () => {
      bringRedis();
      if (!bringCaddy()) console.log("There is no Caddy here: tests/topology/topology.test.ts is not run.");
      if (!bringVarnish())
        console.log("There is no Varnish here: tests/topology/varnish.test.ts is not run.");
    },
    commands: [[bin("vitest"), "run", "--project", "topology"]],
    isPatient: true,
  },
  {
    name: "topology",
    title: "Topology",
    half: 2,
    byNameOnly: true,
    needs: ["redis", "caddy", "varnish"],
    env: { TOPOLOGY_SECONDS: "3", TOPOLOGY_RATE: "200" },
    before: () => {
      bringRedis();
      if (!bringCaddy()) throw new Error("No Caddy could be installed: install caddy, or name it in CADDY.");
      if (!bringVarnish())
        throw new Error("No Varnish could be installed: install varnish, or name it in VARNISHD.");
    },
    commands: [[bin("vitest"), "run", "--project", "topology"]],
  },
  {
    name: "releases",
    title: "The last release and this one side by side",
    half: 2,
    byNameOnly: true,
    before: bringRedis,
    commands: [[bin("vitest"), "run", "--project", "releases"]],
  },
  {
    name: "month",
    title: "A month of the clock",
    half: 2,
    byNameOnly: true,
    env: { MONTH_DAYS: "30", MONTH_VISITS: "12" },
    before: bringRedis,
    commands: [[bin("vitest"), "run", "--project", "faults", "tests/faults/month.test.ts"]],
  },
  {
    name: "engines",
    title: "Journeys in Chromium, Firefox and WebKit",
    half: 2,
    byNameOnly: true,
    before: () => {
      bringChromium();
      bringEngines();
    },
    commands: [[bin("vitest"), "run", "--project", "engines"]],
  },
];

/** Number of concurrent programs: two cores, and one that waits. */
const AT_ONCE = 3;

interface Tally {
  passed: number;
  failed: number;
}

/** Reads the numbers of a test report: Vitest's or Playwright's JSON. */
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

interface Command {
  part: Part;
  words: string[];
  /** Shows the output as it arrives. */
  isLive: boolean;
  /** Path of the test report. */
  report: string;
  env: NodeJS.ProcessEnv;
}

/**
 * Runs a command and reports its failure.
 * @returns true if it exited with 0
 */
function succeeds({ part, words: [program = node, ...args], isLive, env }: Command): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: projectRoot, stdio: isLive ? "inherit" : "pipe", env });
    if (part.isPatient && child.pid) setPriority(child.pid, 10);
    const output: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(false);
    });
    child.once("close", (status, signal) => {
      if (!isLive) {
        headline(`${part.title}: ${[basename(program), ...args].join(" ")}`);
        process.stdout.write(Buffer.concat(output));
      }
      if (signal) console.error(`${program} ended by ${signal}`);
      resolve(status === 0);
    });
  });
}

const headline = (text: string) => console.log(`\n── ${text} ${"─".repeat(Math.max(4, 90 - text.length))}`);

const tally: Tally = { passed: 0, failed: 0 };
const times = new Map<Part, { from: number; to: number; isGood: boolean }>();

function note({ part, report }: Command, from: number, isGood: boolean): void {
  const { passed, failed } = tallyOf(report);
  tally.passed += passed;
  // A type error or a test file that does not load fails no test, but counts as one failure.
  tally.failed += !isGood && failed === 0 ? 1 : failed;
  const known = times.get(part);
  times.set(part, {
    from: known?.from ?? from,
    to: Date.now(),
    isGood: isGood && known?.isGood !== false,
  });
}

/**
 * Runs the commands of some parts of one half.
 * @returns true if every command succeeded
 */
async function run(some: Part[], extra: string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "soria-report-"));
  const queue = some.flatMap((part) => part.commands.map((words) => ({ part, words })));
  const isOnly = queue.length === 1;
  let isGood = true;
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { part, words } = next;
      const report = join(folder, `report-${queue.length}.json`);
      const command: Command = {
        part,
        // A test name may exist in one of several runners only.
        words: [...words, ...extra, ...(extra.length > 0 && !isOnly ? ["--passWithNoTests"] : [])],
        isLive: isOnly || part.isLive === true || extra.length > 0,
        report,
        env: {
          ...part.env,
          ...process.env,
          SORIA_TEST_REPORT: report,
          ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
          // A missing measurement is detectable only in a run of all tests.
          ...(extra.length === 0 && !part.byNameOnly && { SORIA_FAULT_TABLE: "whole" }),
        },
      };
      const from = Date.now();
      if (command.isLive) headline(part.title);
      const isSo = await succeeds(command);
      note(command, from, isSo);
      isGood &&= isSo;
    }
  };
  try {
    for (const { before } of some) before?.();
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    tally.failed += 1;
    isGood = false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return isGood;
}

const [wanted, ...extra] = process.argv.slice(2);
const chosen = wanted
  ? parts.filter(({ name, also }) => name === wanted || also === wanted)
  : parts.filter(({ byNameOnly }) => !byNameOnly);
if (chosen.length === 0) {
  console.error(`There is no part ${wanted}; there are ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

try {
  requireTools(chosen.flatMap(({ needs = [] }) => needs));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const start = Date.now();
const first = chosen.filter(({ half }) => half === 1);
const second = chosen.filter(({ half }) => half === 2);
const build = parts.filter(({ name }) => name === "build");
const needsBuild = first.length === 0 && reasonToBuild(projectRoot) !== undefined;
const isGood = (await run(needsBuild ? build : first, needsBuild ? [] : extra)) && (await run(second, extra));

headline("What each part took");
for (const [{ title }, { from, to, isGood: isSo }] of times) {
  const second = (at: number) => Math.round((at - start) / 1000);
  console.log(
    `${title}: ${isSo ? "good" : "FAILED"}, ${second(to) - second(from)} s (from ${second(from)} to ${second(to)})`,
  );
}
console.log(`All parts together: ${Math.round((Date.now() - start) / 1000)} s`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(isGood ? 0 : 1);
