/** One port, two worker processes (WORKERS): the state they share, and the effect of losing one. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { forgetProcessState } from "../faults/session-support";
import { HttpMember } from "../setup/http-member";
import { freePort } from "../setup/redis-server";
import { SandboxClient } from "../setup/sandbox-client";
import { SIGNATURE_FIELD } from "../setup/stamps";
import { type Running, type RunningSite, startSite } from "../setup/site";

let running: RunningSite;
let site: Running;
let sandbox: SandboxClient;
let metricsPort: number;
/** Number of sign-ins so far. Each counts towards the rate limit. */
let signIns: number;
async function start(): Promise<void> {
  forgetProcessState();
  signIns = 0;
  metricsPort = await freePort();
  running = await startSite({
    env: { WORKERS: "2", RATE_LIMIT_FACTOR: "1", METRICS_PORT: String(metricsPort), LOG_LEVEL: "info" },
  });
  ({ site } = running);
  sandbox = new SandboxClient(running.sandbox?.origin ?? "");
  await vi.waitUntil(() => workersIn("listening").size === 2, { timeout: 20_000 });
}
beforeAll(start);
// Restarts the site before a retry: killed workers and counters cannot be restored.
beforeEach(async ({ task }) => {
  if (!task.result?.retryCount) return;
  await running.stop();
  await start();
});
afterAll(() => running.stop());

/** Parses the JSON lines of the site's log so far. */
const lines = () =>
  site
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { pid?: number; msg: string; path?: string; status?: number });
const workersIn = (msg: string, path?: string) =>
  new Set(lines().flatMap((line) => (line.msg === msg && line.path === path ? [line.pid] : [])));
const children = () => {
  const pid = site.child.pid ?? 0;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
};

/** Sums a metric per worker. "0" holds series without a worker label, which the primary reports. */
async function series(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const sums: Record<string, number> = {};
  for (const [, labels = "", value] of text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, "gm"))) {
    const worker = /worker="(\d)"/.exec(labels)?.[1] ?? "0";
    sums[worker] = (sums[worker] ?? 0) + Number(value);
  }
  return sums;
}

const counted = async (name: string) =>
  Object.values(await series(name)).reduce((sum, value) => sum + value, 0);

/** Closes the connection, so that the next request can reach the other worker. */
const anew = { headers: { Connection: "close" } };

async function signedIn(): Promise<HttpMember> {
  const { email, password } = await sandbox.makeMember({ history: 12 });
  const member = new HttpMember(site.origin);
  await member.signIn(email, password);
  signIns += 1;
  return member;
}

it("a member who signed in at one is known to both, and the metrics are those of both", async () => {
  const member = await signedIn();
  // The kernel gives a connection to any free worker, so open several at once.
  await expect
    .poll(async () => {
      const all = Array.from({ length: 6 }, () => member.request("/my-page/profile", anew));
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(6).fill(200));
      return workersIn("request", "/my-page/profile");
    })
    .toEqual(workersIn("listening"));
  expect(await counted("soria_workers")).toBe(2);
  const requests = () => lines().filter(({ msg }) => msg === "request").length;
  expect(requests()).toBeGreaterThan(6);
  await expect
    .poll(async () => (await counted("soria_request_seconds_count")) - requests(), { timeout: 10_000 })
    .toBe(0);
  // One shared store, counted by both workers.
  expect(await series("soria_sessions")).toEqual({ 1: 1, 2: 1 });
});

it("a rate limit counts what both have taken", async () => {
  const visitor = new HttpMember(site.origin);
  const stamp = (await visitor.stamp("/sign-in", "sign-in")) ?? "";
  const answers: number[] = [];
  for (let n = 0; n < 32; n += 1) {
    const body = new URLSearchParams({
      [SIGNATURE_FIELD]: stamp,
      intent: "sign-in",
      email: `nobody-${n}@soria.test`,
      password: "not-this-one",
    });
    answers.push((await visitor.request("/sign-in", { method: "POST", body, ...anew })).status);
  }
  const left = 30 - signIns;
  expect(answers).toEqual([...Array<number>(left).fill(400), ...Array<number>(32 - left).fill(429)]);
});

it("one that is killed under load loses its own connections only, and is started anew", async () => {
  const clients = { go: true, good: 0, lost: [] as number[], bad: [] as string[] };
  const browse = async (id: number) => {
    const visitor = new HttpMember(site.origin);
    for (let n = 0; clients.go; n += 1) {
      // Leaves CPU time for the new worker to start: eight clients could otherwise saturate two cores.
      await pause(20);
      try {
        const { status } = await visitor.request(n % 2 ? "/support/faq" : `/sign-in?n=${id}-${n}`);
        if (status === 200) clients.good += 1;
        else clients.bad.push(`${status}`);
      } catch (error) {
        clients.lost.push(id);
        if (!(error instanceof TypeError)) clients.bad.push(String(error));
      }
    }
  };
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map(browse);
  await pause(300);
  const before = await series("soria_request_seconds_count");
  const [victim = 0, other = 0] = children();
  process.kill(victim, "SIGKILL");
  await expect.poll(() => workersIn("listening").size, { timeout: 20_000 }).toBe(3);
  expect(await counted("soria_workers")).toBe(2);
  const good = clients.good;
  await expect.poll(() => clients.good - good, { timeout: 20_000 }).toBeGreaterThan(20);
  clients.go = false;
  await Promise.all(all);
  expect(clients.bad).toEqual([]);
  // Each client had at most one request in flight, and about half of these were with the killed worker.
  expect(clients.lost.length).toBeLessThan(8);
  expect(new Set(clients.lost).size).toBe(clients.lost.length);
  expect(children()).toContain(other);
  expect(children()).not.toContain(victim);
  // Only the killed worker's counter may reset, which Prometheus' rate() handles.
  const after = await series("soria_request_seconds_count");
  expect(Object.keys(await series("process_cpu_seconds_total"))).toEqual(["1", "2"]);
  const fallen = ["1", "2"].filter((worker) => (after[worker] ?? 0) < (before[worker] ?? 0));
  expect(fallen.length).toBeLessThanOrEqual(1);
});

it("SIGTERM drains both: what is under way ends, and nobody is left", async () => {
  const pids = children();
  const visitor = new HttpMember(site.origin);
  await sandbox.faults([{ path: "/api/news", delayMs: 1_500 }]);
  const slow = [1, 2, 3, 4].map((n) => visitor.request(`/news?page=${n + 40}`, anew));
  await pause(300);
  const ended = site.stop("SIGTERM");
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  expect(statuses.every((status) => status < 500)).toBe(true);
  expect(await ended).toBe(0);
  const stopped = lines().filter(({ msg }) => msg === "stopped") as { cut?: number }[];
  expect(stopped.map(({ cut }) => cut)).toEqual([0, 0]);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
