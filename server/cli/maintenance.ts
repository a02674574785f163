/**
 * `npm run maintenance -- link`; without npm `node build/maintenance.js link`. Prints a link that lets the operator's
 * browser pass a running maintenance. `check FILE` parses a plan before it is put in place.
 */
import { readFileSync } from "node:fs";
import { env } from "#server/config/env.server";
import { LINK_MS, makePass } from "#server/maintenance/pass.server";
import { parsePlan } from "#server/maintenance/plan-file.server";
import { sayPlan } from "#server/maintenance/words.server";
import { loadEnvFile } from "./env-file";

const USAGE = "Usage: npm run maintenance -- link, or npm run maintenance -- check FILE";

function run([command, file]: string[]): string {
  if (command === "check" && file !== undefined) {
    const { planned, plannedText, title, text, own } = sayPlan(parsePlan(readFileSync(file, "utf8")), "en");
    return [planned, plannedText, title, text, own].filter((line) => line !== "").join("\n");
  }
  if (command !== "link") throw new Error(USAGE);
  const { sessionSecrets, siteUrl, port } = env();
  const pass = makePass("link", sessionSecrets, Date.now() + LINK_MS);
  return `${siteUrl ?? `http://localhost:${port}`}/maintenance?pass=${pass}\nIt works for 15 minutes; the browser that opens it passes for 12 hours.`;
}

if (process.argv[1]?.endsWith(".ts")) loadEnvFile();
try {
  console.log(run(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
