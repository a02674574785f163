/**
 * `npm test`: runs everything, first the parts that need no build, then those on the built site; a failed first half
 * stops the run, except in CI. A name (`unit`, `e2e`, `faults`, …) runs only that part, and passes further arguments
 * to its runner. Prints the duration of each part.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { reasonToBuild } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";
import { node, type Part, parts } from "./parts";
import { readReport, type Tally } from "../../tests/kit/runner/reports";
import { MAIN_ONE_IN, ONE_IN, sampleSeed } from "../../tests/kit/data/sample";
import { skippedWithout, WITHOUT } from "../../tests/kit/runner/needs";
import { isOfSystem, provideTools } from "./tools";

/** Number of concurrent programs: two cores, and one that waits. */
const AT_ONCE = 3;

interface Command {
  part: Part;
  words: string[];
  /** Shows the output as it arrives. */
  isLive: boolean;
  /** Path of the test report. */
  report: string;
  env: NodeJS.ProcessEnv;
}

/** Number of characters of a failed command's output that are printed at the end once more. */
const END_LENGTH = 2_000;

/**
 * Runs a command and reports its failure.
 * @returns whether it exited with 0, and the end of its output unless that was shown live
 */
function runCommand({ part, words, isLive, env }: Command): Promise<{ isGood: boolean; end: string }> {
  const [program = node, ...args] = words;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: projectRoot, stdio: isLive ? "inherit" : "pipe", env });
    if (part.isPatient && child.pid) setPriority(child.pid, 10);
    const output: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", (error) => {
      console.error(`${program}: ${error.message}`);
      resolve({ isGood: false, end: error.message });
    });
    child.once("close", (status, signal) => {
      if (!isLive) {
        headline(`${part.title}: ${[basename(program), ...args].join(" ")}`);
        process.stdout.write(Buffer.concat(output));
      }
      if (signal) console.error(`${program} ended by ${signal}`);
      resolve({ isGood: status === 0, end: Buffer.concat(output).toString().slice(-END_LENGTH) });
    });
  });
}

const headline = (text: string) => console.log(`\n── ${text} ${"─".repeat(Math.max(4, 90 - text.length))}`);

const tally: Tally = { passed: 0, failed: 0, failures: [] };
const times = new Map<Part, { from: number; to: number; isGood: boolean }>();

function note({ part, words, report }: Command, from: number, isGood: boolean, end: string): void {
  const { passed, failed, failures } = readReport(report);
  tally.passed += passed;
  tally.failures.push(...failures);
  if (!isGood && failures.length === 0) tally.failures.push(`✗ ${part.title}: ${words.join(" ")}\n${end}`);
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
 * Returns the seed that selects the browser tests: BROWSER_TESTS_SEED, else the commit's hash with Node's version, so
 * that a run of CI can be repeated.
 */
function browserTestsSeed(): string {
  const { stdout, status } = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  return process.env["BROWSER_TESTS_SEED"] ?? sampleSeed(status === 0 ? stdout.trim() : undefined);
}

/**
 * Runs the commands of some parts of one half.
 * @returns true if every command succeeded
 */
async function run(some: Part[], extra: string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "soria-report-"));
  const queue = some.flatMap((part) => part.commands.map((words) => ({ part, words })));
  const isOnly = chosen.length === 1 && queue.length === 1;
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
          ...(extra.length === 0 &&
            !wanted && { BROWSER_TESTS_SEED: browserTestsSeed(), TESTS_SEED: browserTestsSeed() }),
          // A missing measurement is detectable only in a run of all tests.
          ...(extra.length === 0 && !part.byNameOnly && { SORIA_FAULT_TABLE: "whole" }),
        },
      };
      const from = Date.now();
      if (command.isLive) headline(part.title);
      if (part.name === "e2e" && command.env["BROWSER_TESTS_SEED"])
        console.log(
          `One in ${MAIN_ONE_IN} main journeys in one mode, and one in ${ONE_IN} others: BROWSER_TESTS_SEED=${command.env["BROWSER_TESTS_SEED"]}`,
        );
      const { isGood: isSo, end } = await runCommand(command);
      note(command, from, isSo, end);
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
let chosen = wanted
  ? parts.filter(({ name, also }) => name === wanted || also === wanted)
  : parts.filter(({ byNameOnly }) => !byNameOnly);
if (chosen.length === 0) {
  console.error(`There is no part ${wanted}; there are ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const missing = await provideTools(chosen.flatMap(({ needs = [] }) => needs));
const skips = missing.map((tool) => `No ${tool} here. Skipped: ${skippedWithout[tool].join(", ")}`);
if (skips.length > 0) {
  console.log(skips.join("\n"));
  if (process.env["CI"] === "true" && !missing.every(isOfSystem)) process.exit(1);
  process.env[WITHOUT] = missing.join(",");
  chosen = chosen.filter(
    ({ name }) => !missing.some((tool) => skippedWithout[tool].includes(`tests/${name}`)),
  );
}

const start = Date.now();
const first = chosen.filter(({ half }) => half === 1);
const second = chosen.filter(({ half }) => half === 2);
const build = parts.filter(({ name }) => name === "build");
const needsBuild = first.length === 0 && reasonToBuild(projectRoot) !== undefined;
let isGood = await run(needsBuild ? build : first, needsBuild ? [] : extra);
// In CI one run shall tell all that is broken; at a desk one failure is enough to stop.
const hasBuild = [...times].some(([{ name }, { isGood: isBuilt }]) => name === "build" && isBuilt);
if (isGood || (process.env["CI"] === "true" && hasBuild)) isGood = (await run(second, extra)) && isGood;

// At the end once more: the log of a whole run is long, and some viewers show only its end.
if (tally.failures.length > 0) {
  headline("What failed");
  console.log(tally.failures.join("\n"));
}
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
