/**
 * Every environment variable with a valid and an invalid value × every way to start the site. It must either serve, or
 * exit with one line that names the variable. Runs a sample by default, all with STARTS=all (nightly).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { variableNames } from "#server/config/env.server";
import { copyProject } from "../kit/programs/project-copy";
import { draw } from "../kit/data/sample";
import { RedisServer } from "../kit/programs/redis-server";
import { FREE_PORT, type StartRow, startRows, type Way, ways } from "../kit/programs/start-rows";
import { expectServed, refusalOf } from "../kit/programs/starts";

const isAll = process.env["STARTS"] === "all";
const drawn = draw("STARTS", 12);
const folder = mkdtempSync(join(tmpdir(), "soria-starts-"));
let redis: RedisServer;
const taken = createServer();
let rows: StartRow[];
let apiPort: string;

interface Cell {
  row: StartRow;
  way: Way;
  side: "right" | "wrong";
}
const cellName = ({ row, way, side }: Cell) =>
  `${way} with ${Object.entries(row[side] ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(" ")}`;

beforeAll(async () => {
  const { apiOrigin } = inject("servedSite");
  apiPort = new URL(apiOrigin).port;
  taken.listen(0);
  [redis] = await Promise.all([RedisServer.start(), once(taken, "listening")]);
  const address = taken.address();
  const takenPort = typeof address === "object" && address ? String(address.port) : "";
  rows = startRows({ apiOrigin, redisUrl: redis.url, takenPort, folder });
});
afterAll(async () => {
  taken.close();
  await redis.remove();
  rmSync(folder, { recursive: true, force: true });
});

it("has a row for each variable, with a value that serves and one that is refused", () => {
  const named = (side: "right" | "wrong") =>
    new Set(rows.flatMap((row) => (row[side] ? [row.variable] : [])));
  const expected = variableNames.filter((name) => name !== "NODE_ENV").sort();
  expect([...named("right")].sort()).toEqual(expected);
  expect([...named("wrong")].sort()).toEqual(expected);
});

/** @returns the failure; undefined when the cell passes */
async function faultOf({ row, way, side }: Cell): Promise<string | undefined> {
  const isBuilt = way === "node build/site.js";
  const base = {
    PORT: FREE_PORT,
    // Only the built site uses the sandbox that is already running; the other ways start their own.
    ...(isBuilt ? { SANDBOX_PORT: apiPort, SANDBOX: "1" } : { SANDBOX_PORT: FREE_PORT }),
  };
  const start = { way, variables: row[side] ?? {}, base };
  try {
    if (side === "right") {
      await expectServed(start, row.does);
      return undefined;
    }
    const { code, lines } = await refusalOf(start);
    if (code === 0 || code === null) return `ended with ${code}: ${lines.join(" ⏎ ")}`;
    if (lines.length !== 1) return `${lines.length} lines: ${lines.join(" ⏎ ")}`;
    return lines[0]?.includes(row.variable) ? undefined : `names another variable: ${lines[0]}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Selects the cells to run. */
function chosen(): Cell[] {
  const names = Object.keys(ways) as Way[];
  const all = names.flatMap((way) =>
    (["right", "wrong"] as const).flatMap((side) =>
      rows
        .filter((row) => row[side] && (row.ways ?? names).includes(way))
        .map((row): Cell => ({ row, way, side })),
    ),
  );
  if (isAll) return all;
  const some = (way: Way, side: Cell["side"], times: number) => {
    const cells = all.filter((cell) => cell.way === way && cell.side === side);
    return Array.from({ length: times }, () => drawn.some(cells)).flat();
  };
  return [
    ...new Set([
      ...some("npm run dev", "right", 1),
      ...some("npm start", "wrong", 2),
      ...some("node build/site.js", "right", 2),
      ...some("npm run dev", "wrong", 2),
      ...some("node build/site.js", "wrong", 2),
    ]),
  ];
}

it("serves with a right value, and refuses a wrong one in one line that names the variable", async () => {
  const began = Date.now();
  const cells = chosen();
  const results: { cell: Cell; fault: string | undefined; seconds: number }[] = [];
  // Two lanes for two cores. Development servers share Vite's cache folder, so they run one after the other.
  const slow = cells.filter(({ way, side }) => way === "npm run dev" && side === "right");
  const lanes = [slow, cells.filter((cell) => !slow.includes(cell))];
  const work = async (queue: Cell[]) => {
    for (let cell = queue.shift(); cell; cell = queue.shift()) {
      const start = Date.now();
      results.push({ cell, fault: await faultOf(cell), seconds: (Date.now() - start) / 1000 });
    }
  };
  await Promise.all(
    lanes.map(async (queue) => {
      await work(queue);
      await work(lanes[1] ?? []);
    }),
  );
  const lines = results
    .map(({ cell, fault, seconds }) => {
      const outcome = fault ? "FAILED" : cell.side === "right" ? "serves" : "refused";
      return `  ${outcome.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s  ${cellName(cell)}`;
    })
    .sort((one, other) => one.slice(18).localeCompare(other.slice(18)));
  console.log(
    `Starts: ${results.length} cells in ${Math.round((Date.now() - began) / 1000)} s (${drawn.told})\n${lines.join("\n")}`,
  );
  const faults = results.flatMap(({ cell, fault }) => (fault ? [`${cellName(cell)}: ${fault}`] : []));
  expect(faults).toEqual([]);
}, 1_500_000);

it.runIf(isAll)("npm run dev starts once when node_modules is a symbolic link", async () => {
  const root = copyProject("linked");
  try {
    const start = {
      way: "npm run dev" as const,
      variables: {},
      base: { PORT: FREE_PORT, SANDBOX_PORT: FREE_PORT },
      root,
    };
    // Longer than the two seconds after which an unwanted restart occurs.
    const lines = await expectServed(start, () => pause(8_000));
    expect(lines.filter((line) => line.includes("Restarting"))).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
