/**
 * `npm run bench`: measures the built site with its sandbox, a bare Remix page and a static string of plain Express,
 * in one run, because only figures of one run are comparable. BENCH_SECONDS: load time per page (5).
 *
 *   npm run bench            everything
 *   npm run bench -- store   only the pages whose name contains this
 */
import autocannon from "autocannon";
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { reasonToBuild } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";
import { libsqlStore } from "#server/store/libsql-store.server";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { startSite } from "../kit/programs/site";
import { bareRemixScriptBytes, buildBareRemix } from "./bare-remix";
import { type Peer, startNextPeer } from "./next-peer";
import { alone, CONNECTIONS, load, memory, type Page, SECONDS, weights } from "./measure";

if (reasonToBuild(projectRoot)) {
  execFileSync(process.execPath, ["--import", "tsx", "server/cli/build.ts"], {
    cwd: projectRoot,
    stdio: "inherit",
  });
}

const [only] = process.argv.slice(2);

const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const head = (...cells: string[]) => {
  row(...cells);
  row(...cells.map((_, i) => (i === 0 ? "---" : "--:")));
};
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
const bareOrigin = `http://127.0.0.1:${barePort}`;
while (!(await fetch(bareOrigin).catch(() => undefined))?.ok) await pause(100);

const metricsPort = await freePort();
const started = performance.now();
const running = await startSite({ env: { LOG_LEVEL: "error", METRICS_PORT: String(metricsPort) } });
const { site, sandbox } = running;
await (await fetch(site.origin)).arrayBuffer();
const startMs = performance.now() - started;
const metrics = `http://127.0.0.1:${metricsPort}/metrics`;

async function toSandbox(method: string, path: string, body: unknown): Promise<Response> {
  const response = await fetch(`${sandbox?.origin}${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
  return response;
}

async function signedIn(): Promise<string> {
  const made = await toSandbox("POST", "/__members", { history: 120 });
  const member = new HttpMember(site.origin);
  await member.signIn(((await made.json()) as { email: string }).email);
  return member.cookieHeader;
}

async function pagesPerSecond(pages: Page[]): Promise<void> {
  const fixed = await load(bareOrigin, { path: "/static" });
  const reference = await load(bareOrigin, { path: "/" });
  console.log(`\n${CONNECTIONS} connections, ${SECONDS} s each, the load and the server on one machine\n`);
  head(
    "page",
    "pages/s",
    "p50 ms",
    "p99 ms",
    "of the bare page's rate",
    "alone: first byte ms",
    "own ms",
    "API calls",
    "HTML kB",
  );
  const line = async (origin: string, page: Page, known?: Awaited<ReturnType<typeof load>>) => {
    const { perSecond, p50, p99 } = known ?? (await load(origin, page));
    const isOurs = origin === site.origin;
    const { firstByte, own, calls } = await alone(origin, page, isOurs ? metrics : undefined);
    const share = (perSecond / reference.perSecond).toFixed(2);
    const html = tenth((await htmlOf(origin, page)).length / 1000);
    const numbers = [tenth(p50), tenth(p99), share, tenth(firstByte), tenth(own)];
    row(page.name, whole(perSecond), ...numbers, isOurs ? tenth(calls) : "", html);
  };
  await line(bareOrigin, { name: "Express, a static string", path: "/static" }, fixed);
  await line(bareOrigin, { name: "bare Remix page", path: "/" }, reference);
  for (const page of pages) {
    await line(site.origin, page);
    if (peer && page.peer) await line(peer.origin, { name: "the same in Next 15", path: `/${page.peer}` });
  }
}

let peer: Peer | undefined;

const htmlOf = async (origin: string, { path, cookie }: Page) =>
  Buffer.from(
    await (
      await fetch(origin + path.replace("[<id>]", "h"), { headers: cookie ? { cookie } : {} })
    ).arrayBuffer(),
  );

async function bytes(pages: Page[]): Promise<void> {
  const bareScripts = bareRemixScriptBytes();
  console.log("");
  head("page", "scripts kB (brotli)", "of the bare page's", "style kB (brotli)", "HTML kB (raw)");
  row("bare Remix page", tenth(bareScripts / 1000), "1.00", "", "");
  for (const page of pages) {
    const { html, scripts, style } = await weights(site.origin, page);
    const share = (scripts / bareScripts).toFixed(2);
    row(page.name, tenth(scripts / 1000), share, tenth(style / 1000), tenth(html / 1000));
  }
}

/** Measures the news list when the API returns more posts than requested: the site renders all of them. */
async function growingList(): Promise<void> {
  console.log("");
  head("posts in the answer", "rendered anew: first byte ms", "ms per post more");
  let before = { count: 0, ms: 0 };
  for (const count of [10, 100, 1_000]) {
    const items = Array.from({ length: count }, (_, i) => ({
      id: i + 1,
      title: `Lanterns over the harbour, evening ${i + 1}`,
      type: "EVENT",
      created_at: new Date().toISOString(),
      total_views: 1_000 + i,
      is_fixed: false,
    }));
    const data = { page: 1, page_count: 1, stats: { total: count }, items };
    await toSandbox("PUT", "/__faults", [
      { path: "/api/news", body: { result: 1, message: "SUCCESS", data } },
    ]);
    // The keyword gives each response its own key in the cache of public reads.
    const path = `/news?keyword=${count}-lanterns&n=[<id>]`;
    const { firstByte } = await alone(site.origin, { path }, undefined, 30);
    const more = before.count ? ((firstByte - before.ms) / (count - before.count)).toFixed(3) : "";
    row(whole(count), tenth(firstByte), more);
    before = { count, ms: firstByte };
  }
  await toSandbox("PUT", "/__faults", []);
}

/** Measures a member's page while the embedded store holds many other sessions. */
async function growingSessions(page: Page): Promise<void> {
  console.log("");
  head("sessions in the store", `${page.name}: pages/s`, "alone: own ms");
  const store = libsqlStore(join(running.dataDir, "sessions.db"));
  let stored = 1;
  for (const count of [1, 100, 10_000]) {
    for (; stored < count; stored += 1) {
      await store.create(randomBytes(32).toString("hex"), {
        payload: randomBytes(1_200),
        owner: randomBytes(16).toString("hex"),
        expiresAt: Date.now() + 3_600_000,
      });
    }
    const { perSecond } = await load(site.origin, page);
    row(whole(count), whole(perSecond), tenth((await alone(site.origin, page, metrics)).own));
  }
  await store.close();
}

try {
  // Waits until the garbage of the start-up is collected.
  await pause(5_000);
  const atRest = memory(site.child.pid);
  const cookie = await signedIn();
  const history = { name: "my-page/history", path: "/my-page/history", cookie, peer: "history" };
  const pages: Page[] = [
    { name: "home", path: "/" },
    { name: "news list", path: "/news" },
    { name: "news detail", path: "/news/3" },
    { name: "sign-in", path: "/sign-in", peer: "sign-in" },
    { name: "home as a member", path: "/", cookie, peer: "home" },
    history,
    { name: "store list", path: "/store/products", cookie, peer: "store" },
    { name: "DAO list", path: "/dao/suggestions", cookie, peer: "dao" },
    { name: "sign-up (form)", path: "/sign-up" },
    { name: "profile (forms)", path: "/my-page/profile", cookie },
    { name: "inquiry (form)", path: "/support/inquiry", cookie },
  ];
  const ofPeer: Record<string, string> = {};
  for (const page of pages) {
    if (page.peer) ofPeer[page.peer] = String(await htmlOf(site.origin, page));
  }
  peer = await startNextPeer(ofPeer, site.origin);
  if (!peer) console.log("No Next could be installed: it is left out.");
  const all: Page[] = [
    ...pages,
    // URLs not requested before: the cost of a page on a cache miss.
    { name: "home, rendered anew", path: "/?n=[<id>]" },
    { name: "news list, rendered anew", path: "/news?n=[<id>]" },
    { name: "sign-in, rendered anew", path: "/sign-in?n=[<id>]" },
    { name: "home as a member, rendered anew", path: "/?n=[<id>]", cookie },
    { name: "my-page/history, rendered anew", path: "/my-page/history?n=[<id>]", cookie },
    { name: "store list, rendered anew", path: "/store/products?n=[<id>]", cookie },
    { name: "DAO list, rendered anew", path: "/dao/suggestions?n=[<id>]", cookie },
  ];
  await pagesPerSecond(all.filter(({ name }) => !only || name.includes(only)));
  if (!only) await restOfHouse(pages, history, atRest);
} finally {
  peer?.stop();
  baseline.kill();
  await running.stop();
}

/** Runs the measurements that only a full run includes. */
async function restOfHouse(pages: Page[], history: Page, atRest: number): Promise<void> {
  await bytes(pages);
  await growingList();
  await growingSessions(history);

  const requests = (amount: number) =>
    autocannon({
      url: `${site.origin}/sign-in?n=[<id>]`,
      connections: CONNECTIONS,
      amount,
      idReplacement: true,
    });
  await requests(1_000);
  const early = memory(site.child.pid);
  await requests(4_000);
  const late = memory(site.child.pid);
  console.log(`\nStart to first page ${whole(startMs)} ms (sandbox and site, one after the other).`);
  console.log(
    `Memory at rest ${whole(atRest)} MB; after all of the above ${whole(early)} MB, after 4,000 rendered pages more ${whole(late)} MB.`,
  );
}
