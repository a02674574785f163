/**
 * Entry point of `npm run conform -- URL`. Reports which rules of the contract (docs/contract) an API meets, fails or
 * lacks, and which were not tried (docs/connecting-your-api.md).
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOptions, USAGE, UsageError } from "./options";
import { htmlOf } from "./report/html";
import { jsonOf } from "./report/json";
import { tableOf } from "./report/table";
import { conform, exitCodeOf } from "./runner";

const args = process.argv.slice(2);

/**
 * Runs the kit against the sandbox and its broken variants. Starts vitest, because code here must not import the
 * site.
 */
function selfTest(): number {
  const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "unit", "tests/unit/conform"], {
    cwd: join(import.meta.dirname, ".."),
    stdio: "inherit",
    env: { ...process.env, CONFORM: "all" },
  });
  return status === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  if (args.includes("--help") || args.length === 0) {
    console.log(USAGE);
    return args.length === 0 ? 2 : 0;
  }
  if (args.includes("--self-test")) return selfTest();
  const options = readOptions(args);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("stopped by hand")));
  if (options.buy.length > 0) {
    console.log(`Buys items ${options.buy.join(", ")} of ${options.url}, ten purchases at most.`);
  }
  const report = await conform(options, {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    patience: 2,
    wait: (ms) =>
      new Promise((resolve, reject) => {
        const onAbort = () => {
          clearTimeout(timer);
          reject(stop.signal.reason as Error);
        };
        const timer = setTimeout(() => {
          stop.signal.removeEventListener("abort", onAbort);
          resolve();
        }, ms);
        stop.signal.addEventListener("abort", onAbort, { once: true });
      }),
    signal: stop.signal,
    fetch: (request) => fetch(request),
  });
  // The files first: they are written whatever becomes of the table.
  for (const [path, text] of [
    [options.json, () => jsonOf(report)],
    [options.html, () => htmlOf(report)],
  ] as const) {
    if (path === undefined) continue;
    try {
      writeFileSync(path, text());
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  }
  console.log(tableOf(report));
  return exitCodeOf(report);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
