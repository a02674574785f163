/** The built site during outages of its dependencies: Redis for its sessions, the sandbox for its API calls. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort, RedisServer } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running, type RunningSite, startSite } from "../kit/programs/site";
import { texts } from "../kit/data/texts";
import { figure, inRow, took } from "./table";

const NO_RESPONSE = texts("ja", "errors")("http.noResponse");

describe("Redis under the built site", () => {
  inRow("redis");

  let redis: RedisServer;
  let running: RunningSite;
  let member: HttpMember;
  beforeAll(async () => {
    redis = await RedisServer.start();
    running = await startSite({ env: { SESSION_STORE_URL: redis.url, LOG_LEVEL: "warn" } });
    const { email, password } = await new SandboxClient(running.sandbox?.origin ?? "").makeMember();
    member = new HttpMember(running.site.origin);
    await member.signIn(email, password);
    // Opens the form's page before the outage, to get its signature.
    expect(await member.signatureFor("/my-page/profile", "names")).toBeDefined();
  });
  afterAll(async () => {
    await running.stop();
    await redis.remove();
  });

  async function expectRefused(what: string): Promise<void> {
    const cookies = member.cookieHeader;
    // A page, its data, and a form.
    for (const ask of [
      () => member.request("/my-page/profile"),
      () => member.request("/my-page/profile?_data=root"),
      () => member.post("/my-page/profile", { intent: "names", firstName: "A", lastName: "B" }),
    ]) {
      const began = performance.now();
      const { status, headers, text } = await ask();
      expect([status, headers.getSetCookie(), headers.get("Retry-After")]).toEqual([503, [], "2"]);
      if (headers.get("Content-Type")?.startsWith("text/html")) expect(text).toContain(NO_RESPONSE);
      took(`the site's 503 with Redis ${what}`, performance.now() - began);
    }
    expect(member.cookieHeader).toBe(cookies);
    const visitor = new HttpMember(running.site.origin);
    expect((await visitor.request("/news")).status).toBe(200);
    // A health response about the store is cached for a second.
    await expect.poll(async () => (await visitor.request("/healthz")).status, { timeout: 20_000 }).toBe(503);
    // A balancer keeps the process in use.
    expect((await visitor.request("/healthz?of=process")).status).toBe(200);
  }

  async function expectBack(what: string): Promise<void> {
    const began = performance.now();
    for (;;) {
      const { status } = await member.request("/my-page/profile");
      if (status === 200) break;
      expect(status).toBe(503);
      await pause(20);
    }
    took(`the site works again after Redis was ${what}`, performance.now() - began);
  }

  it("stopped: 503, no cookie changed, visitors are served; works after its return", async () => {
    await redis.stop();
    await expectRefused("stopped");
    await redis.run();
    await expectBack("stopped");
  });

  it("hung: the same", async () => {
    redis.freeze();
    await expectRefused("hung");
    redis.thaw();
    await expectBack("hung");
  });

  it("restarted in mid-session: the member is still signed in", async () => {
    await redis.stop();
    await redis.run();
    await expectBack("restarted");
    expect(running.site.output().match(/the session store does not answer/g)?.length).toBeLessThanOrEqual(3);
  });
});

describe("kill -9 of the sandbox", () => {
  inRow("kill");

  const dataDir = mkdtempSync(join(tmpdir(), "soria-sandbox-"));
  let sandbox: Running;
  let site: Running;
  let start: () => Promise<Running>;
  beforeAll(async () => {
    const [port, apiPort] = [await freePort(), await freePort()];
    const env = {
      SANDBOX_PORT: String(apiPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      RATE_LIMIT_FACTOR: "0",
    };
    start = () => runProgram("sandbox", apiPort, env, "/mailbox.json");
    sandbox = await start();
    site = await runProgram("site", port, { ...env, PORT: String(port) }, "/healthz");
  });
  afterAll(async () => {
    await Promise.all([site.stop(), sandbox.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("in the middle of writes loses no write that was answered", async () => {
    const { email, password, id } = await new SandboxClient(sandbox.origin).makeMember();
    const kept: string[] = [];
    let refused = 0;
    const writers = [1, 2, 3].map(() => new HttpMember(site.origin));
    for (const writer of writers) await writer.signIn(email, password);
    for (let round = 0; round < 4; round += 1) {
      const killed = pause(300 + round * 130).then(() => sandbox.stop("SIGKILL"));
      let isOver = false;
      const write = async (member: HttpMember, writer: number) => {
        for (let n = 0; !isOver; n += 1) {
          const subject = `written ${round}-${writer}-${n}`;
          const { status } = await member.post("/support/inquiry", {
            typeCode: "BUG_ERROR",
            name: "A",
            email,
            subject,
            message: "m",
            confirmed: "yes",
          });
          if (status === 303) kept.push(subject);
          else {
            expect(status).toBe(503);
            refused += 1;
            await pause(20);
          }
        }
      };
      const writing = writers.map(write);
      await killed;
      await pause(100);
      isOver = true;
      await Promise.all(writing);
      sandbox = await start();
    }
    const db = createClient({ url: `file:${join(dataDir, "sandbox.db")}` });
    expect((await db.execute("PRAGMA integrity_check")).rows[0]?.[0]).toBe("ok");
    const { rows } = await db.execute({
      sql: "SELECT subject FROM inquiries WHERE member_id = ?",
      args: [id],
    });
    db.close();
    const there = new Set(rows.map((row) => String(row["subject"])));
    expect(kept.filter((subject) => !there.has(subject))).toEqual([]);
    expect(kept.length).toBeGreaterThan(10);
    figure(
      `sandbox killed 4 times under writes: ${kept.length} answered, all there; ${refused} refused with 503`,
    );
  });
});
