/**
 * Caddy, Varnish with the shipped configuration, two sites, Redis and the sandbox, all real processes on loopback. Only
 * with `npm run test:topology`: it waits until kept pages are old.
 */
import autocannon from "autocannon";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort, RedisServer } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running } from "../kit/programs/site";
import { hasCaddy, hasVarnish } from "../../tools/run-tests/tools";
import { folder, isLong, removeFolders, siteEnv, startProxy } from "./machines";
import { ask, startVarnish, type Varnish } from "./varnish";

const GUESTS = Number(process.env["VARNISH_GUESTS"] ?? "20000");
const ADDRESSES = 200;
/** Older than s-maxage and stale-while-revalidate together: only stale-if-error allows such a page. */
const OLD_MS = 25_000;

let api: Running;
let redis: RedisServer;
let varnish: Varnish;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let proxyPort = 0;
const sites: Running[] = [];
let sandbox: SandboxClient;
const rows: [string, string][] = [];

interface Address {
  path: string;
  headers: Record<string, string>;
}

/** Returns pages × languages × themes: as many copies as there are addresses. */
async function guestAddresses(): Promise<Address[]> {
  const { text } = await ask(proxyPort, "/sitemap.xml", { Host: `localhost:${proxyPort}` });
  const paths = new Set([...text.matchAll(/<loc>https?:\/\/[^/<]+([^<?]*)/g)].map(([, path]) => path || "/"));
  const all: Address[] = [];
  for (const theme of ["", "; theme=paper", "; theme=night"])
    for (const lng of ["ImphIg", "ImVuIg", "ImtvIg", "InpoIg"])
      for (const path of paths) {
        const headers = {
          Host: `localhost:${proxyPort}`,
          Cookie: `lng=${lng}%3D%3D${theme}`,
          "Accept-Encoding": "gzip",
        };
        const { headers: sent } = await ask(varnish.port, path, headers);
        if (sent["cache-control"]?.includes("s-maxage")) all.push({ path, headers });
        if (all.length === ADDRESSES) return all;
      }
  throw new Error(`only ${all.length} addresses`);
}

const pathsOf = (addresses: Address[]) =>
  addresses.map(({ path, headers }) => ({ path, headers, method: "GET" as const }));

async function load(port: number, addresses: Address[], amount: number) {
  const before = varnish.siteRequests();
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    requests: pathsOf(addresses),
    connections: 32,
    amount,
    timeout: 20,
  });
  const { non2xx, errors, timeouts, duration, latency } = result;
  return {
    failures: non2xx + errors + timeouts,
    perSecond: Math.round(amount / duration),
    seconds: duration,
    p99: latency.p99,
    reached: varnish.siteRequests() - before,
  };
}

describe.skipIf(!isLong || !hasCaddy() || !hasVarnish())("Varnish between Caddy and two sites", () => {
  let addresses: Address[] = [];
  beforeAll(async () => {
    redis = await RedisServer.start();
    const [apiPort = 0, front = 0, ...ports] = await Promise.all([1, 2, 3, 4].map(freePort));
    proxyPort = front;
    const origin = `http://localhost:${proxyPort}`;
    const apiEnv = { SANDBOX_PORT: String(apiPort), DATA_DIR: folder(), LOG_LEVEL: "error" };
    api = await runProgram("sandbox", apiPort, apiEnv, "/mailbox.json", [`--site=${origin}`]);
    sandbox = new SandboxClient(api.origin);
    for (const port of ports) {
      // Two proxies: Caddy, and Varnish behind it.
      const env = {
        ...siteEnv(port, origin, api.origin),
        SESSION_STORE_URL: `redis://127.0.0.1:${redis.port}`,
      };
      sites.push(await runProgram("site", port, env, "/healthz"));
    }
    varnish = await startVarnish(ports as [number, number]);
    proxy = await startProxy(proxyPort, [`127.0.0.1:${varnish.port}`]);
    await pause(2_500);
    addresses = await guestAddresses();
  });
  afterAll(async () => {
    console.log(rows.map((row) => `| ${row.join(" | ")} |`).join("\n"));
    await proxy.stop();
    await varnish.stop();
    await Promise.all([...sites.map((site) => site.stop("SIGKILL")), api.stop()]);
    await redis.remove();
    removeFolders();
  });

  it.each([
    ["Varnish", () => varnish.port],
    ["Caddy and Varnish", () => proxyPort],
  ])(
    `answers ${GUESTS} requests of ${ADDRESSES} addresses through %s, few of which reach a site`,
    async (name, port) => {
      const { failures, perSecond, seconds, p99, reached } = await load(port(), addresses, GUESTS);
      expect(failures).toBe(0);
      // Each address once for each started 5 s of s-maxage.
      expect(reached).toBeLessThanOrEqual(ADDRESSES * (Math.ceil(seconds / 5) + 1));
      rows.push([
        `${GUESTS.toLocaleString("en")} guests' requests of ${ADDRESSES} addresses through ${name}`,
        `${perSecond.toLocaleString("en")} a second, 99 % within ${p99} ms; ${reached} reached a site (${seconds} s)`,
      ]);
    },
  );

  it("members see their own pages, and guests nothing of them", async () => {
    const members = await Promise.all(
      ["Marker-Akari", "Marker-Sora", "Marker-Umi"].map(async (firstName) => {
        const { email, password } = await sandbox.makeMember({ firstName });
        const browser = new HttpMember(`http://localhost:${proxyPort}`);
        await browser.signIn(email, password);
        return { firstName, browser, email };
      }),
    );
    for (let round = 0; round < 40; round += 1) {
      const { path, headers } = addresses[(round * 7) % addresses.length] as Address;
      const own = await Promise.all(members.map(({ browser }) => browser.request(path)));
      for (const { headers: sent } of own) expect(sent.get("Cache-Control")).toMatch(/private|no-store/);
      const guest = await ask(proxyPort, path, headers);
      for (const { firstName, browser, email } of members) {
        if (round % 10 === 0) expect((await browser.request("/my-page/profile")).text).toContain(firstName);
        expect(guest.text.includes(firstName) || guest.text.includes(email)).toBe(false);
      }
      expect(guest.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("a changed post is seen within s-maxage after both sites have it", async () => {
    const headers = { Host: `localhost:${proxyPort}` };
    const [first, second] = sites.map(({ origin }) => Number(new URL(origin).port));
    const titleAt = async (port: number) =>
      /<h1[^>]*>(.*?)<\/h1>/s.exec((await ask(port, "/news/1", headers)).text)?.[1];
    const old = await titleAt(varnish.port);
    const isNew = async (port = 0) => (await titleAt(port)) !== old;
    await sandbox.settings({ contentSet: "odd" });
    const changed = performance.now();
    let atSites = 0;
    while (!(await isNew(varnish.port))) {
      if (atSites === 0 && (await isNew(first)) && (await isNew(second))) atSites = performance.now();
      await pause(100);
    }
    const seen = performance.now();
    rows.push([
      "a changed post, seen through Varnish",
      `${((seen - changed) / 1000).toFixed(1)} s after the change`,
    ]);
    await sandbox.settings({ contentSet: "usual" });
  });

  it("guests do not notice that both sites are dead", async () => {
    await load(proxyPort, addresses, ADDRESSES * 2);
    const headers = { Host: `localhost:${proxyPort}` };
    let answered = 0;
    const killed = performance.now();
    await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    while (performance.now() - killed < OLD_MS) {
      const { path, headers: own } = addresses[answered % ADDRESSES] as Address;
      expect(await ask(proxyPort, path, own)).toMatchObject({ status: 200 });
      answered += 1;
      await pause(5);
    }
    const { failures } = await load(proxyPort, addresses, 2_000);
    expect(failures).toBe(0);
    const member = await ask(proxyPort, "/my-page/profile", { ...headers, Cookie: "soria=x" });
    expect({ status: member.status, wait: member.headers["retry-after"] }).toEqual({
      status: 503,
      wait: "5",
    });
    rows.push([
      "guests' requests in the first 25 s without a site, and 2,000 more",
      `${answered + 2_000}, none failed`,
    ]);
  });
});
