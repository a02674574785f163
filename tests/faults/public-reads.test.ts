/** Public pages while the API hangs, and while it is down across a restart of the site: cached copies are shown. */
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDateTime } from "~/domain/japan-time";
import { freePort } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running } from "../kit/programs/site";
import { TestClock } from "../kit/programs/test-clock";
import { texts } from "../kit/data/texts";
import { figure, inRow, percentile } from "./table";

const READERS = 120;
const AT_ONCE = 4;
/** After a minute a page shows the age of its content; 26 h exceed an outage of a day. */
const JUMP_MS = 26 * 60 * 60_000;
const PAGES = ["/", "/news", "/news/3", "/support/faq"];

const folder = mkdtempSync(join(tmpdir(), "soria-reading-"));
const clock = new TestClock();
let sandbox: Running;
let site: Running;
let start: () => Promise<Running>;
let startSandbox: () => Promise<Running>;

beforeAll(async () => {
  const [port, apiPort] = [await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(apiPort),
    DATA_DIR: folder,
    LOG_LEVEL: "info",
    RATE_LIMIT_FACTOR: "0",
  };
  startSandbox = () => runProgram("sandbox", apiPort, env, "/mailbox.json");
  sandbox = await startSandbox();
  start = () => runProgram("site", port, { ...env, ...clock.env }, "/healthz");
  site = await start();
});
afterAll(async () => {
  await Promise.all([site.stop(), sandbox.stop()]);
  clock.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Reading {
  status: number;
  /** Time to the response's headers, in ms. */
  ms: number;
  text: string;
  requestId: string;
}

/** Requests a page over a separate connection. */
function read(path: string): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    request(site.origin + path, { agent: false }, (response) => {
      const ms = performance.now() - began;
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => {
        const requestId = String(response.headers["x-request-id"]);
        resolve({ status: response.statusCode ?? 0, ms, text, requestId });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** Requests four pages, with four concurrent readers. Each URL is unique, so that no cached page matches. */
async function readers(mark: string): Promise<Reading[]> {
  const waiting = Array.from({ length: READERS }, (_, n) => `${PAGES[n % PAGES.length]}?${mark}=${n}`);
  const readings: Reading[] = [];
  const one = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) readings.push(await read(path));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return readings;
}

/** Moves the site's clock ahead by JUMP_MS, or back. */
const jump = (to = JUMP_MS) => clock.set(to, [site]);

const p99 = (readings: Reading[]) =>
  percentile(
    readings.map(({ ms }) => ms),
    0.99,
  );

/** Returns the log lines of the requests among these that waited for a call of the API. */
async function waitersAmong(readings: Reading[]): Promise<string[]> {
  const lineOf = (id: string) =>
    site
      .output()
      .split("\n")
      .find((line) => line.includes('"msg":"request"') && line.includes(`"requestId":"${id}"`));
  const ids = readings.map(({ requestId }) => requestId);
  await expect.poll(() => ids.filter((id) => !lineOf(id))).toEqual([]);
  return ids.flatMap((id) => (/"apiCalls"/.test(lineOf(id) ?? "") ? [lineOf(id) ?? ""] : []));
}

describe("reading", () => {
  inRow("down");

  it("goes on with the API down and the site restarted: news, a post and FAQ with their age", async () => {
    const readAt = Date.now();
    for (const path of PAGES) expect((await read(path)).status, path).toBe(200);
    const title = /<h1[^>]*>(.*?)<\/h1>/s.exec((await read("/news/3")).text)?.[1] ?? "";
    await sandbox.stop("SIGKILL");
    await site.stop();
    site = await start();
    await jump();
    // The minute may have changed during the request.
    const ages = [0, 60_000].map((more) =>
      texts("ja", "errors")("stale", { time: formatDateTime(readAt + more, "ja") }),
    );
    for (const path of PAGES.slice(1)) {
      const { status, text, ms } = await read(path);
      expect([path, status]).toEqual([path, 200]);
      expect(
        ages.some((age) => text.includes(age)),
        `${path} tells its age`,
      ).toBe(true);
      figure(`API down, site restarted, a day later: ${path} after ${Math.round(ms)} ms`);
    }
    expect((await read("/news/3")).text).toContain(title);
    expect((await read("/")).status).toBe(200);
    await jump(0);
    sandbox = await startSandbox();
  });
});

describe("a page that was read before", () => {
  inRow("stalls");

  it(
    `is sent to ${READERS} readers at once while the API hangs: none waits for a call`,
    { timeout: 90_000 },
    async () => {
      const api = new SandboxClient(sandbox.origin);
      for (const path of PAGES) expect((await read(path)).status, path).toBe(200);
      const usual = await readers("usual");
      const last = (await api.calls()).calls.at(-1)?.id ?? 0;
      await api.faults([{ path: "/api/", mode: "stall" }]);
      const fresh = await readers("fresh");
      // After the jump all content is stale: each page requests it again, without a response.
      await jump();
      const old = await readers("old");
      await api.faults([]);
      for (const { status } of [...fresh, ...old]) expect(status).toBe(200);
      figure(
        `API hanging, ${READERS} readers, p99 of the first byte: ${p99(fresh)} ms just after it began, ${p99(old)} ms a day later; ${p99(usual)} ms with a working API`,
      );
      // The API got calls, and no reader's request has waited for one.
      const stalled = async () => (await api.calls()).calls.filter(({ id }) => id > last).length;
      await expect.poll(stalled, { timeout: 20_000 }).toBeGreaterThan(0);
      expect(await waitersAmong([...fresh, ...old])).toEqual([]);
    },
  );
});
