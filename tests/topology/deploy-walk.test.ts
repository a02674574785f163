/**
 * A deployment from exactly the shipped files: two sites with the command and the variables of the systemd unit, Redis,
 * and nginx with TLS; only paths and ports are replaced. A member walks through it, with a maintenance and a rolling
 * restart in between. Only with `npm run test:topology`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { projectRoot } from "#server/cli/children";
import { HttpMember } from "../kit/visitors/http-member";
import { buy, inquire, see } from "../kit/visitors/journeys";
import { freePort, RedisServer } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running } from "../kit/programs/site";
import { hasNginx } from "../../tools/run-tests/tools";
import { folder, isLong, removeFolders, until } from "./machines";
import { type Nginx, startNginx } from "./nginx";
import { ask } from "./varnish";

const unit = readFileSync(join(projectRoot, "deploy/systemd/soria-web@.service"), "utf8");
/** Returns the value of a setting of the unit for the instance of a port. */
function setting(name: string, port: number): string {
  const [, value] = new RegExp(`^${name}=(.*)$`, "m").exec(unit) ?? [];
  if (value === undefined) throw new Error(`the unit has no ${name}`);
  return value.replaceAll("%i", String(port));
}

let api: Running;
let sandbox: SandboxClient;
let redis: RedisServer;
let nginx: Nginx;
let origin: string;
let settings: Record<string, string>;
let browser: HttpMember;
const ports: number[] = [];
const sites = new Map<number, ChildProcess>();

/** Starts an instance of the unit, and waits until it is ready. */
async function startInstance(port: number): Promise<void> {
  const [, ...command] = setting("ExecStart", port).split(" ");
  const own = Object.fromEntries(
    setting("Environment", port)
      .split(" ")
      .map((pair) => pair.split("=") as [string, string]),
  );
  const replaced = { DATA_DIR: folder(), MAINTENANCE_FILE: nginx.maintenanceFile };
  const child = spawn(process.execPath, command, {
    cwd: projectRoot,
    stdio: "ignore",
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...settings, ...own, ...replaced },
  });
  sites.set(port, child);
  await until(`the site on ${port}`, async () => (await ask(port, "/healthz?of=ready")).status === 200);
}

async function stopInstance(port: number): Promise<void> {
  const child = sites.get(port);
  if (!child || child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

describe.skipIf(!isLong || !hasNginx())("a deployment from the shipped files", () => {
  beforeAll(async () => {
    // The certificate is the test's own. Only this file's requests are made in its process.
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    ports.push(await freePort(), await freePort());
    const apiPort = await freePort();
    nginx = await startNginx([ports[0] ?? 0, ports[1] ?? 0], {}, undefined, true);
    origin = `https://localhost:${nginx.port}`;
    redis = await RedisServer.start();
    const apiEnv = { SANDBOX_PORT: String(apiPort), DATA_DIR: folder(), LOG_LEVEL: "error" };
    api = await runProgram("sandbox", apiPort, apiEnv, "/mailbox.json", [`--site=${origin}`]);
    sandbox = new SandboxClient(api.origin);
    // As in /etc/soria-web.env of docs/operating.md, and Redis.
    settings = {
      SITE_URL: origin,
      SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
      API_BASE_URL: `${api.origin}/api`,
      ORDER_API_BASE_URL: `${api.origin}/order-service`,
      SESSION_STORE_URL: redis.url,
      STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
      STRIPE_JS_URL: `${api.origin}/stripe/stripe.js`,
      LOG_LEVEL: "warn",
    };
    await Promise.all(ports.map(startInstance));
    const member = await sandbox.makeMember({ history: 12, balances: { soria: 10_000 } });
    browser = new HttpMember(origin);
    await browser.signIn(member.email, member.password);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...sites.keys()].map(stopInstance));
    await nginx.stop();
    await api.stop();
    await redis.remove();
    removeFolders();
    vi.unstubAllEnvs();
  });

  it("lets a member buy with a card and send a picture", async () => {
    await buy(browser, api.origin, 1);
    await see(browser, "/my-page/ecommerce-history", "panel bought");
    await inquire(browser, "through the proxy");
    await see(browser, "/support/requests", "through the proxy");
  });

  it("sends a member's history as a file", async () => {
    const { status, headers, text } = await browser.request("/my-page/history.csv");
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(text.trim().split("\r\n").length, "a head and rows").toBeGreaterThan(1);
  });

  it("answers 304 to a guest who has the page", async () => {
    const guest = new HttpMember(origin);
    const first = await guest.request("/news");
    const tag = first.headers.get("ETag") ?? "";
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^(W\/)?".+"$/)]);
    const again = await guest.request("/news", { headers: { "If-None-Match": tag } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("closes for a maintenance with 503, also for pages that nginx keeps, and opens again", async () => {
    const guest = new HttpMember(origin);
    const statuses = async () => [
      (await guest.request("/news")).status,
      (await browser.request("/my-page")).status,
      (await guest.request("/healthz?of=ready")).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    writeFileSync(nginx.maintenanceFile, "{}");
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([503, 503, 200]);
    const { headers, text } = await guest.request("/news");
    expect([headers.has("Retry-After"), text.includes("</html>")]).toEqual([true, true]);
    rmSync(nginx.maintenanceFile);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([200, 200, 200]);
  });

  it("serves each request of a member while both instances restart one after the other", async () => {
    const walk = { isOver: false, good: 0, bad: [] as string[] };
    const walking = (async () => {
      while (!walk.isOver) {
        for (const path of ["/my-page/profile", "/store/products", "/my-page/history"]) {
          const { status } = await browser.request(path);
          if (status === 200) walk.good += 1;
          else walk.bad.push(`${path} ${status}`);
        }
      }
    })();
    const more = (count: number) => {
      const before = walk.good;
      return expect
        .poll(() => walk.good + walk.bad.length, { timeout: 30_000 })
        .toBeGreaterThan(before + count);
    };
    for (const port of ports) {
      await more(10);
      await stopInstance(port);
      await more(10);
      await startInstance(port);
    }
    await more(10);
    walk.isOver = true;
    await walking;
    expect(walk.bad).toEqual([]);
  });
});
