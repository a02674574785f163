/**
 * `npm run mutate [-- folder …]`: StrykerJS makes small semantic changes to the rules of each folder
 * (mutation-folders.ts), one at a time, and runs the tests that reach the changed place. Incremental: mutants whose
 * code and tests are unchanged keep their result (.cache/mutation). Exits with 1 if a folder's score is below 85 %, or
 * if mutation-survivors.ts lists a mutant that is killed. Prints unlisted survivors.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { mutationFolder, mutationFolders } from "./mutation-folders";
import { survivors } from "./mutation-survivors";

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

/**
 * Runs one folder.
 * @returns true if its score is high enough and no listed survivor is killed
 */
function run(name: string): boolean {
  const { mutate } = mutationFolder(name);
  mkdirSync(join(projectRoot, ".cache/mutation", name), { recursive: true });
  const args = ["--no-install", "stryker", "run", "--mutate", mutate.join(",")];
  const { status } = spawnSync("npx", args, {
    cwd: projectRoot,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, MUTATE: name },
  });
  if (status !== 0) throw new Error(`StrykerJS ended with ${status} on ${name}`);
  const report = readFileSync(join(projectRoot, ".cache/mutation", name, "report.json"), "utf8");
  const mutants = Object.entries((JSON.parse(report) as Report).files).flatMap(
    ([file, { source, mutants: all }]) =>
      all.map(({ location, replacement = "", status: outcome }) => ({
        file,
        line: location.start.line,
        is: textAt(source, location),
        becomes: replacement,
        isNoticed: outcome === "Killed" || outcome === "Timeout",
        isUnnoticed: outcome === "Survived" || outcome === "NoCoverage",
      })),
  );
  const isListed = ({ file, is, becomes }: (typeof mutants)[number]) =>
    survivors.some((one) => one.file === file && one.is === is && one.becomes === becomes);
  const noticed = mutants.filter(({ isNoticed }) => isNoticed).length;
  const open = mutants.filter((mutant) => mutant.isUnnoticed && !isListed(mutant));
  const stale = mutants.filter((mutant) => mutant.isNoticed && isListed(mutant));
  const listed = mutants.filter((mutant) => mutant.isUnnoticed && isListed(mutant)).length;
  const score = (100 * noticed) / (noticed + open.length);
  console.log(
    `${name}: ${score.toFixed(1)} % (${noticed} noticed, ${open.length} not, ${listed} listed with a reason)`,
  );
  for (const { file, line, is, becomes } of open) console.log(`  ${file}:${line}  ${is}  →  ${becomes}`);
  for (const { file, line, is } of stale) console.log(`  listed, and noticed by now: ${file}:${line}  ${is}`);
  return score >= LEAST_PERCENT && stale.length === 0;
}

const wanted = process.argv.slice(2);
const outcomes = (wanted.length > 0 ? wanted : Object.keys(mutationFolders)).map(run);
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
