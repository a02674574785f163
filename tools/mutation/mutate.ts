/**
 * `npm run mutate [-- folder …]`: StrykerJS makes small semantic changes to the rules of each folder
 * (mutation-folders.ts), one at a time, and runs the tests that reach the changed place. Incremental: mutants whose
 * code and tests are unchanged keep their result (.cache/mutation). A run of a commit that was interrupted continues
 * where it ended. Exits with 1 if a folder's score is below 85 %, or
 * if mutation-survivors.ts lists a mutant that is killed or gone. Prints unlisted survivors and each file's score.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { mutationFolder, mutationFolders } from "./mutation-folders";
import { type Survivor, survivors } from "./mutation-survivors";

const LEAST_PERCENT = 85;

/** Fields of StrykerJS's report that this script reads. */
interface Report {
  files: Record<
    string,
    {
      source: string;
      mutants: { mutatorName: string; replacement?: string; status: string; location: Location }[];
    }
  >;
}
interface Location {
  start: { line: number; column: number };
  end: { line: number; column: number };
}

/** Returns the source text at a location. Lines and columns count from 1. */
function textAt(source: string, { start, end }: Location): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join("\n");
}

const percent = (noticed: number, open: number) => ((100 * noticed) / (noticed + open)).toFixed(1);

/**
 * Returns the file of results of a run that was interrupted, or will be; undefined when the sources differ from the
 * commit, because the results would not fit them.
 */
function resultsFile(name: string): string | undefined {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: projectRoot, encoding: "utf8" });
  const [changes, tree] = [git("status", "--porcelain"), git("rev-parse", "HEAD^{tree}")];
  if (changes.status !== 0 || changes.stdout !== "") return undefined;
  return join(projectRoot, ".cache/mutation", name, `results-${tree.stdout.trim()}.jsonl`);
}

/**
 * Runs one folder.
 * @returns true if its score is high enough and no listed survivor is killed
 */
function run(name: string): boolean {
  const { mutate } = mutationFolder(name);
  mkdirSync(join(projectRoot, ".cache/mutation", name), { recursive: true });
  const args = ["--no-install", "stryker", "run", "tools/stryker.config.mjs", "--mutate", mutate.join(",")];
  const log = join(".cache/mutation", name, "stryker.log");
  const results = resultsFile(name);
  const output = openSync(join(projectRoot, log), "w");
  const { status } = spawnSync("npx", args, {
    cwd: projectRoot,
    stdio: ["ignore", output, output],
    env: { ...process.env, MUTATE: name, ...(results && { MUTATION_RESULTS: results }) },
  });
  if (status !== 0) throw new Error(`StrykerJS ended with ${status} on ${name}: ${log}`);
  if (results) rmSync(results, { force: true });
  const report = readFileSync(join(projectRoot, ".cache/mutation", name, "report.json"), "utf8");
  const mutants = Object.entries((JSON.parse(report) as Report).files).flatMap(
    ([file, { source, mutants: all }]) =>
      all.map(({ location, replacement = "", status: outcome }) => ({
        file,
        line: location.start.line,
        lineText: (source.split("\n")[location.start.line - 1] ?? "").trim(),
        is: textAt(source, location),
        becomes: replacement,
        isTimeout: outcome === "Timeout",
        isNoticed: outcome === "Killed" || outcome === "Timeout",
        isUnnoticed: outcome === "Survived" || outcome === "NoCoverage",
      })),
  );
  const isOf = (one: Survivor, { file, lineText, is, becomes }: (typeof mutants)[number]) =>
    one.file === file &&
    one.is === is &&
    one.becomes === becomes &&
    (one.line === undefined || one.line === lineText);
  const isListed = (mutant: (typeof mutants)[number]) => survivors.some((one) => isOf(one, mutant));
  const noticed = mutants.filter(({ isNoticed }) => isNoticed).length;
  const timeouts = mutants.filter(({ isTimeout }) => isTimeout).length;
  const open = mutants.filter((mutant) => mutant.isUnnoticed && !isListed(mutant));
  const stale = survivors.filter(
    (one) =>
      mutants.some(({ file }) => file === one.file) &&
      !mutants.some((mutant) => mutant.isUnnoticed && isOf(one, mutant)),
  );
  const listed = mutants.filter((mutant) => mutant.isUnnoticed && isListed(mutant)).length;
  const score = (100 * noticed) / (noticed + open.length);
  console.log(
    `${name}: ${percent(noticed, open.length)} % (${noticed} noticed, ${timeouts} of them by a timeout; ${open.length} not, ${listed} listed with a reason)`,
  );
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const ofFile = mutants.filter((mutant) => mutant.file === file);
    const noticedHere = ofFile.filter(({ isNoticed }) => isNoticed).length;
    const openHere = open.filter((mutant) => mutant.file === file).length;
    if (noticedHere + openHere > 0)
      console.log(`  ${percent(noticedHere, openHere)} %  ${file} (${noticedHere} noticed, ${openHere} not)`);
  }
  for (const { file, line, is, becomes } of open) console.log(`  ${file}:${line}  ${is}  →  ${becomes}`);
  for (const { file, is, becomes } of stale)
    console.log(`  listed, and noticed by now, or gone: ${file}  ${is}  →  ${becomes}`);
  return score >= LEAST_PERCENT && stale.length === 0;
}

const wanted = process.argv.slice(2);
const outcomes = (wanted.length > 0 ? wanted : Object.keys(mutationFolders)).map(run);
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
