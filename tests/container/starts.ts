/**
 * The image with valid and invalid values of each variable: it serves, or exits with one line that names the
 * variable.
 */
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { ChildProcess } from "node:child_process";
import { freePort, RedisServer } from "../kit/programs/redis-server";
import { FREE_PORT, startRows, type StartRow, type Variables } from "../kit/programs/start-rows";
import { isOwnLine, status } from "../kit/programs/starts";

/** The running program of the image. */
export interface ImageRun {
  process: ChildProcess;
  output: () => string;
  end: () => Promise<void>;
}

const READY_MS = 30_000;

async function serves(
  run: ImageRun,
  variables: Variables,
  does: StartRow["does"],
): Promise<string | undefined> {
  const host = variables["SITE_URL"] ? new URL(variables["SITE_URL"]).host : "localhost";
  const port = variables["PORT"] ?? "";
  const deadline = Date.now() + READY_MS;
  while ((await status(port, "/healthz", host)) !== 200) {
    if (run.process.exitCode !== null) return `ended: ${run.output()}`;
    if (Date.now() > deadline) return `did not serve within ${READY_MS / 1000} s: ${run.output()}`;
    await pause(100);
  }
  // A page that does not call the API.
  const page = await status(port, "/terms-of-use", host);
  if (page !== 200) return `/terms-of-use answered ${page}`;
  await does?.(variables);
  return undefined;
}

async function refuses(run: ImageRun, name: string): Promise<string | undefined> {
  const late = setTimeout(() => void run.end(), READY_MS);
  await once(run.process, "close");
  clearTimeout(late);
  const lines = run.output().split("\n").filter(isOwnLine);
  const isHeld = run.process.exitCode !== 0 && lines.length === 1 && lines[0]?.includes(name);
  return isHeld ? undefined : `ended with ${run.process.exitCode}: ${run.output()}`;
}

/**
 * Starts the image once for each value.
 *
 * @param begin starts the image's command with the given environment
 * @param folder a folder of this machine; values that refer to it are skipped, because the image does not have it
 * @returns the number of starts and the failures
 */
export async function imageStarts(
  begin: (variables: Variables) => ImageRun,
  folder: string,
): Promise<{ count: number; faults: string[] }> {
  const redis = await RedisServer.start();
  const taken = createServer().listen(0);
  await once(taken, "listening");
  const address = taken.address();
  const takenPort = typeof address === "object" && address ? String(address.port) : "";
  const surroundings = { apiOrigin: "http://127.0.0.1:9", redisUrl: redis.url, takenPort, folder };
  const cells = startRows(surroundings).flatMap((row) =>
    (["right", "wrong"] as const).flatMap((side) => {
      const isOfImage = !row.ways || row.ways.includes("node build/site.js");
      const isOfMachine = Object.values(row[side] ?? {}).some((value) => value.startsWith(folder));
      return row[side] && isOfImage && !isOfMachine ? [{ row, side, values: row[side] }] : [];
    }),
  );
  const faults: string[] = [];
  try {
    for (const { row, side, values } of cells) {
      const all = { PORT: FREE_PORT, SANDBOX: "1", LOG_LEVEL: "warn", ...values };
      const variables: Variables = {};
      for (const [name, value] of Object.entries(all)) {
        if (value) variables[name] = value === FREE_PORT ? String(await freePort()) : value;
      }
      const run = begin(variables);
      let fault: string | undefined;
      if (side === "wrong") fault = await refuses(run, row.variable);
      else {
        fault = await serves(run, variables, row.does).catch(String);
        if (run.process.exitCode === null) await run.end();
      }
      const label = `${side === "right" ? "serves " : "refused"}  ${Object.entries(values)
        .map(([name, value]) => `${name}=${value}`)
        .join(" ")}`;
      console.log(`         ${fault ? "FAILED " : ""}${label}`);
      if (fault) faults.push(`${label}: ${fault}`);
    }
  } finally {
    taken.close();
    await redis.remove();
  }
  return { count: cells.length, faults };
}
