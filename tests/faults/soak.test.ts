/**
 * Mixed traffic on the built site: visitors and members read pages and data, sign in and out, and submit forms. There
 * must be no error, and no growth after the warm-up: of the objects that are left after a garbage collection
 * (tests/kit/programs/collect.mjs), and of open files and connections. `npm run soak` is short;
 * SOAK_MINUTES=30 in nightly runs. Heap, external memory and resident size are reported.
 */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seededRandom, type Random } from "#server/sandbox/seed/random";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { SandboxClient, type Member } from "../kit/visitors/sandbox-client";
import { oneConnection, type RunningSite, startSite } from "../kit/programs/site";
import { figure, inRow, percentile } from "./table";

inRow("soak");

const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 0);
const SOAK_MS = MINUTES * 60_000;
/** Share of the run for the warm-up: caches fill, code is compiled, pools grow. */
const WARM_UP = MINUTES > 0 ? 0.6 : 0.5;
/**
 * Visits per visitor in the short run, independent of the machine's speed. After the warm-up about 750 responses
 * remain, so a leak of three objects per response is detected.
 */
const TURNS = 12;
const VISITORS = 6;
/** Enough pages of about 45 kB to exceed the cache's 8 MB. */
const PAGES_TO_FILL = 250;
const MB = 1024 * 1024;

let running: RunningSite;
let sandbox: SandboxClient;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  running = await startSite({
    env: {
      LOG_LEVEL: "warn",
      METRICS_PORT: String(metricsPort),
      NODE_OPTIONS: `--import=${new URL("../kit/programs/collect.mjs", import.meta.url).href}`,
    },
  });
  sandbox = new SandboxClient(running.sandbox?.origin ?? "");
});
afterAll(() => running.stop());

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`http://localhost:${metricsPort}/metrics`, oneConnection)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

interface InUse {
  objects: number;
  descriptors: number;
  megabytes: number;
}

const descriptors = () => readdirSync(`/proc/${running.site.child.pid}/fd`).length;

/** Returns what is in use after a collection: the lowest of five samples each, to exclude requests in flight. */
async function inUse(): Promise<InUse> {
  const samples: InUse[] = [];
  for (let n = 0; n < 5; n += 1) {
    const before = running.site.output().length;
    running.site.child.kill("SIGWINCH");
    const told = () => /collected, (\d+) objects/.exec(running.site.output().slice(before))?.[1];
    await expect.poll(told, { timeout: 30_000 }).toBeDefined();
    const [heap, external] = [
      await gauge("nodejs_heap_size_used_bytes"),
      await gauge("nodejs_external_memory_bytes"),
    ];
    samples.push({
      objects: Number(told()),
      descriptors: descriptors(),
      megabytes: (heap + external) / MB,
    });
  }
  const least = (name: keyof InUse) => Math.min(...samples.map((sample) => sample[name]));
  return { objects: least("objects"), descriptors: least("descriptors"), megabytes: least("megabytes") };
}

const resident = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.site.child.pid}/status`, "utf8"))?.[1]) / 1024;

/**
 * Fills the render cache (server/web/render-cache.server.ts) up to its limit, including the data prepared for
 * repeated requests, so that it does not grow later.
 */
async function fillKeptPages(): Promise<void> {
  const visitor = new HttpMember(running.site.origin);
  for (let n = 0; n < PAGES_TO_FILL; n += 1) {
    for (let times = 0; times < 3; times += 1) {
      const { status } = await visitor.request(`/?n=${n}`, { headers: { "Accept-Encoding": "gzip" } });
      expect(status).toBe(200);
    }
  }
}

interface Tally {
  answers: number;
  times: number[];
  errors: string[];
}

const anonymous = [
  "/",
  "/news",
  "/news/3",
  "/support/faq",
  "/sign-in",
  "/introduction",
  "/download",
  "/dao",
  "/?lng=en",
];
const mine = [
  "/my-page/profile",
  "/my-page/history",
  "/my-page/ecommerce-history",
  "/store/products",
  "/dao/suggestions",
];
const asData = [
  "/news?_data=routes%2Fnews%2Flist%2Froute",
  "/my-page/history?_data=routes%2Fmy-page%2Fhistory%2Froute",
  "/my-page/history.csv",
];

/** @param comesAgain called before each visit with its number, from 0 */
async function visit(
  random: Random,
  member: Member,
  tally: Tally,
  comesAgain: (turn: number) => boolean,
): Promise<void> {
  let browser = new HttpMember(running.site.origin);
  const expected = async (want: number, ask: ReturnType<HttpMember["request"]>, what: string) => {
    const began = performance.now();
    const { status } = await ask;
    tally.times.push(performance.now() - began);
    tally.answers += 1;
    if (status !== want) tally.errors.push(`${what}: ${status}`);
  };
  const get = (path: string) => expected(200, browser.request(path), path);
  const post = (path: string, fields: Record<string, string>) =>
    expected(303, browser.post(path, fields), `POST ${path}`);
  for (let turn = 0; comesAgain(turn); turn += 1) {
    for (let n = 0; n < 6; n += 1) await get(random.pick(anonymous));
    await post("/language", { lng: random.pick(["ja", "en", "ko", "zh"]), redirectTo: "/news" });
    await post("/sign-in", { intent: "sign-in", email: member.email, password: member.password });
    for (let n = 0; n < 6; n += 1) await get(random.pick(mine));
    for (const path of asData) await get(path);
    await post("/my-page/profile", {
      intent: "names",
      firstName: random.pick(["空", "灯"]),
      lastName: "水野",
    });
    const inquiry = { name: "灯", email: "a@example.com", subject: "s", message: "m", confirmed: "yes" };
    await post("/support/inquiry", { ...inquiry, typeCode: "BUG_ERROR" });
    await get("/support/requests");
    await post("/sign-out", {});
    // Continues as another visitor, without cookies.
    browser = new HttpMember(running.site.origin);
  }
}

const LENGTH = MINUTES > 0 ? `${MINUTES} min` : `${VISITORS * TURNS} visits`;

it(
  `${LENGTH} of mixed traffic: no error, no growth`,
  async () => {
    const members = await Promise.all(
      Array.from({ length: VISITORS }, () => sandbox.makeMember({ history: 30, orders: 3 })),
    );
    const tally: Tally = { answers: 0, times: [], errors: [] };
    const run = (share: number) => {
      const until = Date.now() + SOAK_MS * share;
      const comesAgain = (turn: number) => (MINUTES > 0 ? Date.now() < until : turn < TURNS * share);
      return Promise.all(members.map((member, n) => visit(seededRandom(n + 1), member, tally, comesAgain)));
    };
    await fillKeptPages();
    await run(WARM_UP);
    const before = await inUse();
    const residentBefore = resident();
    await run(1 - WARM_UP);
    const after = await inUse();
    const more = (after.objects / before.objects - 1) * 100;
    figure(
      `${tally.answers} answers in ${LENGTH}, ${tally.errors.length} errors; ` +
        `p50 ${percentile(tally.times, 0.5)} ms, p99 ${percentile(tally.times, 0.99)} ms`,
    );
    figure(
      `after the warm-up ${before.objects} objects and ${before.megabytes.toFixed(1)} MB, at the end ${after.objects} ` +
        `and ${after.megabytes.toFixed(1)} MB: ${more >= 0 ? "+" : ""}${more.toFixed(1)} % objects; resident ` +
        `${Math.round(residentBefore)} and ${Math.round(resident())} MB`,
    );
    expect(tally.errors.slice(0, 10)).toEqual([]);
    // That the event loop was late is said of the machine, which other tests use too.
    const lines = running.site.output().split("\n");
    expect(lines.filter((line) => /"level":(50|60)/.test(line) && !line.includes('"lateMs"'))).toEqual([]);
    expect(more).toBeLessThanOrEqual(3);
    // Connections that clients keep are closed after keepAliveTimeout (65 s); what stays then has leaked.
    await expect.poll(descriptors, { timeout: 120_000 }).toBeLessThanOrEqual(before.descriptors + 10);
  },
  SOAK_MS + 600_000,
);
