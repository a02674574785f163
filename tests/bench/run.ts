/**
 * `npm run bench`: the built site with its sandbox against a bare Remix page and a static string of plain Express,
 * one after the other in one run, since only figures of one run can be compared.
 */
import autocannon from "autocannon";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { reasonToBuild } from "../../server/cli/build-age";
import { projectRoot } from "../../server/cli/children";
import { HttpMember } from "../setup/http-member";
import { freePort } from "../setup/redis-server";
import { startSite } from "../setup/site";
import { bareRemixScriptBytes, buildBareRemix } from "./bare-remix";

const CONNECTIONS = 10;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);

if (reasonToBuild(projectRoot)) {
  execFileSync(process.execPath, ["--import", "tsx", "server/cli/build.ts"], {
    cwd: projectRoot,
    stdio: "inherit",
  });
}

interface Load {
  perSecond: number;
  p50: number;
  p99: number;
}

async function load(url: string, cookie?: string): Promise<Load> {
  const run = (duration: number) =>
    autocannon({ url, connections: CONNECTIONS, duration, ...(cookie ? { headers: { cookie } } : {}) });
  await run(1);
  const result = await run(SECONDS);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Milliseconds at p50 from request to last byte, one after the other. */
async function alone(url: string, cookie?: string, count = 60): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await (await fetch(url, { headers: cookie ? { cookie } : {} })).text();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[count >> 1] ?? 0;
}

/** Resident memory of a process in MB. */
function memory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Bytes of a page as a browser gets it: the HTML gzipped, scripts and style as their brotli copies are sent. */
async function weights(origin: string, path: string, cookie?: string) {
  const html = await (await fetch(origin + path, { headers: cookie ? { cookie } : {} })).text();
  const client = join(projectRoot, "build/client");
  // A file too small to be worth compressing is sent as it is.
  const sizeOf = (file: string) => {
    const packed = join(client, `${file}.br`);
    return readFileSync(existsSync(packed) ? packed : join(client, file)).length;
  };
  const sized = (pattern: RegExp) =>
    [...new Set([...html.matchAll(pattern)].map(([, file = ""]) => file))].reduce(
      (sum, file) => sum + sizeOf(file),
      0,
    );
  return {
    html: Buffer.byteLength(html),
    scripts: sized(/"(\/assets\/[\w.-]+\.js)"/g),
    style: sized(/"(\/assets\/[\w.-]+\.css)"/g),
  };
}

const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const whole = (value: number) => Math.round(value).toLocaleString("en");
const tenth = (value: number) => value.toFixed(1);

const bare = buildBareRemix();
const barePort = await freePort();
const baseline = spawn(
  process.execPath,
  [
    "--import",
    "tsx",
    "tests/bench/baseline-server.ts",
    String(barePort),
    join(bare, "build/server/index.js"),
  ],
  { cwd: projectRoot, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
);
const started = performance.now();
const { site, sandbox, stop } = await startSite({ env: { LOG_LEVEL: "error" } });
const startMs = performance.now() - started;
try {
  const bareOrigin = `http://127.0.0.1:${barePort}`;
  while (!(await fetch(bareOrigin).catch(() => undefined))?.ok) await pause(100);
  const atRest = memory(site.child.pid);

  const made = await fetch(`${sandbox?.origin}/__members`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ history: 120 }),
  });
  const member = new HttpMember(site.origin);
  await member.signIn(((await made.json()) as { email: string }).email);
  const cookie = member.cookieHeader;
  const pages: [string, string, string?][] = [
    ["home", "/"],
    ["news list", "/news"],
    ["news detail", "/news/3"],
    ["sign-in", "/sign-in"],
    ["my-page/history", "/my-page/history", cookie],
    ["store list", "/store/products", cookie],
  ];

  const fixed = await load(`${bareOrigin}/static`);
  const reference = await load(`${bareOrigin}/`);
  console.log(`\n${CONNECTIONS} connections, ${SECONDS} s each, the load and the server on one machine\n`);
  row("page", "pages/s", "p50 ms", "p99 ms", "of the bare page's rate", "alone, p50 ms");
  row("---", "--:", "--:", "--:", "--:", "--:");
  row(
    "Express, a static string",
    whole(fixed.perSecond),
    tenth(fixed.p50),
    tenth(fixed.p99),
    "",
    tenth(await alone(`${bareOrigin}/static`)),
  );
  row(
    "bare Remix page",
    whole(reference.perSecond),
    tenth(reference.p50),
    tenth(reference.p99),
    "1.00",
    tenth(await alone(`${bareOrigin}/`)),
  );
  for (const [name, path, own] of pages) {
    const { perSecond, p50, p99 } = await load(site.origin + path, own);
    row(
      name,
      whole(perSecond),
      tenth(p50),
      tenth(p99),
      (perSecond / reference.perSecond).toFixed(2),
      tenth(await alone(site.origin + path, own)),
    );
  }

  const bareScripts = bareRemixScriptBytes();
  console.log("");
  row("page", "scripts kB (brotli)", "of the bare page's", "style kB", "HTML kB (raw)");
  row("---", "--:", "--:", "--:", "--:");
  row("bare Remix page", tenth(bareScripts / 1000), "1.00", "", "");
  for (const [name, path, own] of pages) {
    const { html, scripts, style } = await weights(site.origin, path, own);
    row(
      name,
      tenth(scripts / 1000),
      (scripts / bareScripts).toFixed(2),
      tenth(style / 1000),
      tenth(html / 1000),
    );
  }

  const requests = (amount: number) =>
    autocannon({ url: `${site.origin}/news`, connections: CONNECTIONS, amount });
  await requests(1_000);
  const early = memory(site.child.pid);
  await requests(9_000);
  const late = memory(site.child.pid);
  console.log(`\nStart to first answer ${whole(startMs)} ms (sandbox and site together).`);
  console.log(
    `Memory at rest ${whole(atRest)} MB; after 1,000 requests more ${whole(early)} MB, after 10,000 ${whole(late)} MB.`,
  );
} finally {
  baseline.kill();
  await stop();
}
