/**
 * `npm run guards`: mutation test that disables one purchase guard (guard-list.ts) at a time in a copy of the
 * sources, and runs the purchase tests, then the random walks. Prints a table; exits with 1 if
 * a fault was not noticed. Arguments select guards by parts of their names.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { guards } from "./guard-list";
import { copyProject } from "../../tests/kit/programs/project-copy";

/** Fields of the report of `vitest --reporter=json` that this script reads. */
interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

const UNIT_TESTS = ["tests/unit/purchases"];
const WALKS = "tests/routes/store-fuzz.test.ts";
const ROUTE_TESTS = readdirSync(join(projectRoot, "tests/routes"))
  .filter((name) => /^store-.*\.test\.ts$/.test(name))
  .map((name) => `tests/routes/${name}`)
  .filter((path) => path !== WALKS);

const copy = copyProject("linked");
const reportPath = join(copy, "guards-report.json");

/**
 * Runs test files up to the first failure.
 * @returns the failed test, or undefined if all passed
 */
function firstFailure(files: readonly string[], env: Record<string, string> = {}): string | undefined {
  rmSync(reportPath, { force: true });
  const { status } = spawnSync(
    "npx",
    [
      ...["--no-install", "vitest", "run", "--bail", "1", "--project", "unit", "--project", "routes"],
      ...["--reporter", "json", "--outputFile", reportPath, ...files],
    ],
    { cwd: copy, env: { ...process.env, ...env }, stdio: "ignore" },
  );
  if (status === 0) return undefined;
  const { testResults } = JSON.parse(readFileSync(reportPath, "utf8")) as Report;
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === "failed");
    if (failed) return `\`${basename(name, ".test.ts")}\`: "${failed.fullName.replaceAll("|", "\\|")}"`;
  }
  throw new Error(`vitest ended with ${status}, and no test failed`);
}

const WALKS_ENV = { WALKS: "60", WALK_SEED: "1" };
let doWalksPass: boolean | undefined;

/** Checks once that the walks pass with all guards. They are slow, so this waits until a fault reaches them. */
function mustWalk(): void {
  doWalksPass ??= firstFailure([WALKS], WALKS_ENV) === undefined;
  if (!doWalksPass) throw new Error("The walks fail with every guard in its place");
}

const wanted = process.argv.slice(2);
let unnoticed = 0;
try {
  const failure = firstFailure([...UNIT_TESTS, ...ROUTE_TESTS]);
  if (failure) throw new Error(`A test fails with every guard in its place: ${failure}`);
  console.log("| Guard taken out | Noticed by |\n| --- | --- |");
  for (const { name, file, is, becomes } of guards) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    const path = join(copy, file);
    const source = readFileSync(path, "utf8");
    if (source.split(is).length !== 2) throw new Error(`${file} does not hold once: ${is}`);
    const fault = source.replace(is, () => becomes);
    writeFileSync(path, fault);
    let by = firstFailure(UNIT_TESTS) ?? firstFailure(ROUTE_TESTS);
    if (!by) {
      writeFileSync(path, source);
      mustWalk();
      writeFileSync(path, fault);
      if (firstFailure([WALKS], WALKS_ENV)) by = "the walks alone";
    }
    writeFileSync(path, source);
    if (!by) unnoticed += 1;
    console.log(`| ${name} | ${by ?? "NOT NOTICED"} |`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = unnoticed === 0 ? 0 : 1;
