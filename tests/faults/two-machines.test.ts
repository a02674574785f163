/**
 * Two site processes that share only Redis and a secret, behind a round-robin balancer: consecutive requests go to
 * different processes, for whole journeys. In the last test one of them is killed during a journey.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { buy, inquire, see } from "../kit/visitors/journeys";
import { freePort, RedisServer } from "../kit/programs/redis-server";
import { RoundRobin } from "../kit/programs/round-robin";
import { type Member, SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running } from "../kit/programs/site";
import { figure, inRow, percentile } from "./table";

inRow("machines");

const folders: string[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "soria-machines-"));
  folders.push(path);
  return path;
}

let redis: RedisServer;
let api: Running;
let sandbox: SandboxClient;
let balancer: RoundRobin;
let start: (index: number) => Promise<Running>;
const sites: Running[] = [];

beforeAll(async () => {
  redis = await RedisServer.start();
  const [apiPort, balancerPort, ...ports] = await Promise.all([1, 2, 3, 4].map(freePort));
  if (!apiPort || !balancerPort) throw new Error("no port");
  const origin = `http://localhost:${balancerPort}`;
  const apiEnv = { SANDBOX_PORT: String(apiPort), DATA_DIR: folder(), LOG_LEVEL: "error" };
  api = await runProgram("sandbox", apiPort, apiEnv, "/mailbox.json", [`--site=${origin}`]);
  sandbox = new SandboxClient(api.origin);
  start = (index) => {
    const port = ports[index] ?? 0;
    return runProgram(
      "site",
      port,
      {
        PORT: String(port),
        DATA_DIR: folder(),
        SESSION_STORE_URL: redis.url,
        SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
        SITE_URL: origin,
        TRUST_PROXY: "loopback",
        API_BASE_URL: `${api.origin}/api`,
        ORDER_API_BASE_URL: `${api.origin}/order-service`,
        STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
        STRIPE_JS_URL: `${api.origin}/stripe/stripe.js`,
        RATE_LIMIT_FACTOR: "0",
        LOG_LEVEL: "warn",
      },
      "/healthz",
    );
  };
  sites.push(await start(0), await start(1));
  balancer = new RoundRobin(ports.map((port) => ({ port })));
  await balancer.listen(balancerPort);
});
afterAll(async () => {
  balancer.close();
  await Promise.all([...sites.map((site) => site.stop("SIGKILL")), api.stop()]);
  await redis.remove();
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

async function newMember(): Promise<{ member: Member; browser: HttpMember }> {
  const member = await sandbox.makeMember({ history: 12, balances: { soria: 10_000 } });
  const browser = new HttpMember(balancer.origin);
  await browser.signIn(member.email, member.password);
  return { member, browser };
}

async function journey(n: number): Promise<void> {
  const { member, browser } = await newMember();
  await see(browser, "/my-page/profile", member.email);
  await see(browser, "/my-page/history", 'id="history-title"');
  const item = await buy(browser, api.origin, n + 1);
  await see(browser, `/store/products/${item}`, "<form");
  await see(browser, "/my-page/ecommerce-history", "panel bought");
  await inquire(browser, `subject ${n}`);
  await see(browser, "/support/requests", `subject ${n}`);
  const saved = await browser.post("/my-page/profile", {
    intent: "names",
    firstName: `Sora${"abcd"[n]}`,
    lastName: "水野",
  });
  expect(saved.status).toBe(303);
  await see(browser, "/my-page/profile", `value="Sora${"abcd"[n]}"`);
  const { counts } = await sandbox.calls(member.id);
  expect(counts["POST /api/support/inquiries"]).toBe(1);
  const out = await browser.post("/sign-out", {});
  expect(out.status).toBe(303);
  expect((await browser.request("/my-page/profile")).status).toBe(303);
}

describe("a member who is answered by another machine each time", () => {
  it("signs in, buys with a card, sends a picture, and notices nothing", async () => {
    await Promise.all([0, 1, 2, 3].map(journey));
    const [first = 0, second = 0] = balancer.answered;
    expect(Math.abs(first - second)).toBeLessThanOrEqual(1);
    expect([balancer.passedOn, balancer.lost]).toEqual([0, 0]);
    figure(
      `4 journeys, sign-in to sign-out, ${first} and ${second} requests answered, none twice, none lost`,
    );
  });

  it("loses nothing when one machine is killed and started again", async () => {
    const members = await Promise.all([1, 2, 3, 4, 5, 6].map(newMember));
    const browsing = { go: true, good: 0, cut: 0, bad: [] as string[], times: [] as number[] };
    const browse = async ({ member, browser }: { member: Member; browser: HttpMember }) => {
      // Six members read with short pauses: a request is always in flight, and the restarted site has CPU time to
      // start.
      for (let n = 0; browsing.go; n += 1) {
        await pause(25);
        const path = ["/my-page/profile", "/my-page/history", "/store/products"][n % 3] ?? "/";
        const began = performance.now();
        // A response that has started breaks off with the process. No balancer can prevent that, but a reload
        // succeeds.
        const { status } = await browser.request(path).catch((error: unknown) => {
          if (!(error instanceof TypeError && error.message === "terminated")) throw error;
          browsing.cut += 1;
          return browser.request(path);
        });
        browsing.times.push(performance.now() - began);
        if (status === 200) browsing.good += 1;
        else browsing.bad.push(`${member.email} ${path} ${status}`);
      }
    };
    const all = members.map(browse);
    const more = (count: number) => {
      const before = browsing.good;
      return expect.poll(() => browsing.good, { timeout: 30_000 }).toBeGreaterThan(before + count);
    };
    await more(60);
    await sites[0]?.stop("SIGKILL");
    await more(30);
    // Actions with several steps on the remaining machine, in the same sessions.
    const { member, browser } = members[0] ?? (await newMember());
    await buy(browser, api.origin, 3);
    await inquire(browser, "after the kill");
    sites[0] = await start(0);
    await more(60);
    browsing.go = false;
    await Promise.all(all);
    await see(browser, "/my-page/ecommerce-history", "panel bought");
    await see(browser, "/support/requests", "after the kill");
    expect((await sandbox.calls(member.id)).counts["POST /api/support/inquiries"]).toBe(1);
    for (const each of members) await see(each.browser, "/my-page/profile", each.member.email);
    expect(browsing.bad).toEqual([]);
    // At most one response per member was in flight.
    expect(browsing.cut).toBeLessThanOrEqual(members.length);
    expect(balancer.lost).toBe(0);
    figure(
      `kill -9 of one under ${browsing.good} requests: ${balancer.passedOn} passed on to the other, ` +
        `${browsing.cut} cut off in the middle and reloaded, 0 failed, ` +
        `6 sessions whole, a purchase and a picture went through; p99 ${percentile(browsing.times, 0.99)} ms`,
    );
  });
});
