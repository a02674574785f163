/**
 * `npm test`: everything, first what needs no build, then what asks the built site; stops after the half that failed.
 * With a name (`unit`, `e2e`, `faults`, …) only that part; further arguments go to its runner. At the end: what each part
 * took.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { reasonToBuild } from "#server/cli/build-age";
import { projectRoot } from "#server/cli/children";
import { bringCaddy, bringChromium, bringEngines, bringRedis, requireTools, type Tool } from "./tools";

interface Part {
  name: string;
  title: string;
  /** Parts of one half run side by side: some use both cores, some wait more than they work. */
  half: 1 | 2;
  /** Programs that must be there, or be installed. */
  needs?: Tool[];
  /** What must be done before it runs. */
  before?: () => void;
  /** Programs with their arguments. */
  commands: string[][];
  /** Written as it comes, also beside others; else when a command has ended. */
  isLive?: boolean;
  /** Steps back from a core that others want: those measure times. */
  isPatient?: boolean;
  /** Another name that it runs by, together with others. */
  also?: string;
  /** What its commands find in the environment, unless the shell has set it. */
  env?: Record<string, string>;
  /** Not a part of `npm test`: it takes minutes. */
  byNameOnly?: boolean;
}

const node = process.execPath;
const bin = (name: string) => join(projectRoot, "node_modules/.bin", name);
/**
 * A test does nothing often enough for its code's optimization to pay, and leaves much behind that is short-lived: with
 * both told, the browser tests take a few hundredths less of processor time (docs/testing.md).
 */
const playwright = [node, "--no-opt", "--max-semi-space-size=32", bin("playwright"), "test"];
const buildCommand = [node, "--import", "tsx", "server/cli/build.ts"];

/** In the order in which they start: what takes long comes first. */
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
    // The compiler and the linter's half of it are in Go: beside the tests one thread each does with half the work (each
    // checker of several checks the same types again), and so does collecting garbage only where there is much of it.
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
      if (!bringCaddy()) console.log("There is no Caddy here: tests/topology is not run.");
    },
    commands: [[bin("vitest"), "run", "--project", "topology"]],
    isPatient: true,
  },
  {
    name: "topology",
    title: "Topology",
    half: 2,
    byNameOnly: true,
    needs: ["redis", "caddy"],
    env: { TOPOLOGY_SECONDS: "3", TOPOLOGY_RATE: "200" },
    before: () => {
      bringRedis();
      if (!bringCaddy()) throw new Error("No Caddy could be installed: install caddy, or name it in CADDY.");
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

/** Programs at once: two cores, and one that waits. */
const AT_ONCE = 3;

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

interface Command {
  part: Part;
  words: string[];
  /** Whether what it writes is shown as it comes. */
  isLive: boolean;
  /** Where it leaves what it says of its tests. */
  report: string;
  env: NodeJS.ProcessEnv;
}

/** @returns whether it ended well; it has said itself what went wrong */
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
  // A type error or a test file that cannot be loaded fails no test, and is a failure all the same.
  tally.failed += !isGood && failed === 0 ? 1 : failed;
  const known = times.get(part);
  times.set(part, {
    from: known?.from ?? from,
    to: Date.now(),
    isGood: isGood && known?.isGood !== false,
  });
}

/** Runs what belongs to some parts of one half. @returns whether every command ended well */
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
        // A name may be of one of several runners alone.
        words: [...words, ...extra, ...(extra.length > 0 && !isOnly ? ["--passWithNoTests"] : [])],
        isLive: isOnly || part.isLive === true || extra.length > 0,
        report,
        env: {
          ...part.env,
          ...process.env,
          SORIA_TEST_REPORT: report,
          ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
          // Only who runs all of them can say that a figure is missing.
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
