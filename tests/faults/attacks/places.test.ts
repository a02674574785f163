/**
 * The attack matrix: phase of the held requests × identity × source × target. In each cell, a new guest, a signed-in
 * member and the health check get their responses within a second.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { paces, serverOptions } from "#server/http/budgets";
import { draw } from "../../setup/sample";
import { freePort } from "../../setup/redis-server";
import { runProgram, type Running } from "../../setup/site";
import { hasCaddy } from "../../setup/tools";
import { threadWait, timed } from "../../setup/cpu-wait";
import { startProxy } from "../../topology/machines";
import { closedAfter, type Cell, cells, Crowd, identities, phases, sources, targets } from "./crowd";
import { Target } from "./site";

const LIMIT_MS = 1_000;
/** Enough to occupy the members' share of the work limit twice. */
const MEMBERS = 16;

let direct: Target;
/** A second site on the same store, behind a proxy. */
let proxied: Running;
let proxy: { port: number; pid?: number | undefined; stop?: () => Promise<void> };
/** Started first, so that these timeouts elapse during the matrix. */
let late: { head: Promise<number>; body: Promise<number>; upload: Promise<number> };
let dataDir = "";
let member = "";
const cookies: Record<Cell["who"], string[]> = { guest: [], ended: [], member: [], members: [] };
/** The slowest response of each tested cell, in ms; undefined if one was late. */
const slowest = new Map<Cell, number | undefined>();

const { isDrawn, told } = draw("ATTACKS", 20);
/** The sample, with at least one cell of each phase. */
const chosen = cells.filter(isDrawn);
for (const phase of phases) {
  if (!chosen.some((cell) => cell.phase === phase)) {
    chosen.push(...cells.filter((cell) => cell.phase === phase).slice(0, 1));
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "soria-places-"));
  direct = await Target.start({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
  const port = await freePort();
  const directPort = Number(new URL(direct.origin).port);
  late = {
    head: closedAfter(directPort, "half a head", "page"),
    body: closedAfter(directPort, "dripped body", "form"),
    upload: closedAfter(directPort, "dripped body", "upload"),
  };
  proxied = await runProgram(
    "site",
    port,
    {
      PORT: String(port),
      SANDBOX_PORT: new URL(direct.sandbox.origin).port,
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: "0",
      TRUST_PROXY: "loopback",
      LOG_LEVEL: "error",
    },
    "/healthz",
  );
  proxy = { port };
  if (hasCaddy()) {
    const caddyPort = await freePort();
    proxy = { port: caddyPort, ...(await startProxy(caddyPort, [`localhost:${port}`])) };
  } else console.log("No Caddy here: X-Forwarded-For stands in for the proxy.");

  const signIn = async () => (await direct.member()).client;
  member = (await signIn()).cookie;
  const ended = await signIn();
  cookies.ended = [ended.cookie];
  await ended.post("/sign-out", "");
  cookies.members = await Promise.all(Array.from({ length: MEMBERS }, async () => (await signIn()).cookie));
  cookies.member = cookies.members.slice(0, 1);
});

afterAll(async () => {
  console.log(`Attack matrix, ${chosen.length} of ${cells.length} cells, ${told}\n${table()}`);
  await proxy.stop?.();
  await proxied.stop();
  await direct.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Probe {
  path: string;
  method?: string;
  body?: string;
  cookie?: string;
  expected: number;
}

const probes: Record<string, Probe> = {
  "health check": { path: "/healthz?of=ready", expected: 200 },
  "guest's page": { path: "/sign-in?fresh=1", expected: 200 },
  "guest's form": { path: "/sign-in", method: "POST", body: "email=x", expected: 400 },
  "member's page": { path: "/my-page/profile", expected: 200, cookie: "member" },
};

/**
 * Sends a request from a visitor's separate address.
 * @returns the status; 0 if the connection broke
 */
function ask(port: number, { path, method = "GET", body, cookie }: Probe, address: string, forward: boolean) {
  const headers: Record<string, string> = {
    Accept: "text/html",
    ...(cookie ? { Cookie: member } : {}),
    ...(forward ? { "X-Forwarded-For": address } : {}),
    ...(body === undefined
      ? {}
      : {
          Origin: `http://localhost:${port}`,
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": String(Buffer.byteLength(body)),
        }),
    Host: `localhost:${port}`,
  };
  const localAddress = forward ? "127.0.0.1" : address;
  return new Promise<number>((resolve) => {
    const call = httpRequest(
      { host: "127.0.0.1", port, path, method, headers, localAddress, agent: false, timeout: 15_000 },
      (response) => response.resume().once("end", () => resolve(response.statusCode ?? 0)),
    );
    call.once("error", () => resolve(0)).once("timeout", () => call.destroy());
    call.end(body);
  });
}

const nameOf = ({ phase, who, from, what }: Cell) => `${phase}, ${who}, from ${from}, asks for ${what}`;

it.each(chosen.map((cell) => [nameOf(cell), cell] as const))("%s", async (_, cell) => {
  const isDirect = cell.from === "one" || cell.from === "three";
  const isForwarded = cell.from === "a /48" || (cell.from === "proxy" && !proxy.stop);
  const port = isDirect ? Number(new URL(direct.origin).port) : Number(new URL(proxied.origin).port);
  const ports = cell.from === "proxy" ? proxy.port : port;
  const site = isDirect ? direct.running.site : proxied;
  const crowd = new Crowd({ port: ports, cell, cookies: cookies[cell.who], isForwarded });
  slowest.set(cell, undefined);
  try {
    await crowd.start();
    const proxyWaited = threadWait(proxy.pid);
    const times = await Promise.all(
      Object.entries(probes).map(async ([name, probe], n) => {
        const asked = timed(() => ask(ports, probe, `127.0.0.${10 + n}`, isForwarded), site.child.pid);
        const { result, ms, waited: own } = await asked;
        // The waits of the proxy and the site add up.
        const waited = own + (cell.from === "proxy" ? threadWait(proxy.pid) - proxyWaited : 0);
        expect(result, name).toBe(probe.expected);
        expect(
          ms - waited,
          `${name}, ${Math.round(ms)} ms of which ${Math.round(waited)} waiting for a processor`,
        ).toBeLessThan(LIMIT_MS);
        return ms;
      }),
    );
    slowest.set(cell, Math.max(...times));
  } finally {
    crowd.stop();
    // Leaves the site time to finish the work of this crowd.
    await pause(100);
  }
});

it("closes a head, a dripped body and a dripped upload that are late, when the docs say", async () => {
  const [head, body, upload] = await Promise.all([late.head, late.body, late.upload]);
  console.log(`Closed after: head ${head} ms, dripped body ${body} ms, dripped upload ${upload} ms`);
  expect(head).toBeGreaterThan(serverOptions.headersTimeout - 500);
  // Timers are late on a busy machine.
  expect(head).toBeLessThan(
    serverOptions.headersTimeout + 2 * serverOptions.connectionsCheckingInterval + 1_000,
  );
  for (const [ms, { graceMs, deadlineMs }] of [
    [body, paces.bodies],
    [upload, paces.uploads],
  ] as const) {
    expect(ms).toBeGreaterThan(graceMs - 500);
    expect(ms).toBeLessThan(Math.min(deadlineMs, graceMs + 3_000));
  }
});

/** Formats the slowest responses in ms: a row for each phase and target, a column for each source and identity. */
function table(): string {
  const columns = sources.flatMap((from) => identities.map((who) => ({ from, who })));
  const rows = phases.flatMap((phase) =>
    targets.flatMap((what) => {
      const row = columns.map(({ from, who }) => {
        const cell = cells.find(
          (one) => one.phase === phase && one.what === what && one.from === from && one.who === who,
        );
        if (!cell || !slowest.has(cell)) return "–";
        const ms = slowest.get(cell);
        return ms === undefined ? "FAILED" : String(Math.round(ms));
      });
      return row.some((value) => value !== "–") ? [`| ${phase}, ${what} | ${row.join(" | ")} |`] : [];
    }),
  );
  const head = `| ms | ${columns.map(({ from, who }) => `${from}, ${who}`).join(" | ")} |`;
  return [head, head.replace(/[^|]+/g, " --- "), ...rows].join("\n");
}
