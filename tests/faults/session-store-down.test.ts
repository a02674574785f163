import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { errorResponse } from "#server/web/error-response.server";
import { failureOf } from "#server/errors/settled-part.server";
import { log } from "#server/observe/log.server";
import { limit } from "#server/limits/rate-limit.server";
import { applySessionCookie, getSession } from "#server/session/session.server";
import { libsqlStore } from "#server/store/libsql-store.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";
import { RedisServer } from "../kit/programs/redis-server";
import { Browser, configureRefresh, fakeCalls, member, token, withResolvers } from "../unit/session/support";
import { forgetProcessState, secret } from "./session-support";
import { figure, inRow, took } from "./table";

function configure(environment: Record<string, string>): void {
  forgetProcessState();
  vi.stubEnv("SESSION_SECRET", secret);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

async function refusal(work: () => Promise<unknown>): Promise<Response> {
  const error = await work().then(
    () => expect.fail("the request was not refused"),
    (reason: unknown) => reason,
  );
  const response = errorResponse(error, {});
  if (!response) throw error;
  return response;
}

/** Asserts a 503 from the catalogue, and that the browser's cookie is unchanged. */
async function expectRefused(browser: Browser, label: string): Promise<void> {
  const args = browser.request("/my-page");
  const began = performance.now();
  const result = await refusal(() => getSession(args));
  took(`503 with Redis ${label}`, performance.now() - began);
  expect(result.status).toBe(503);
  expect(result.headers.getSetCookie()).toEqual([]);
  expect(await result.json()).toMatchObject({ messageKey: "errors:http.noResponse" });
  const page = new Headers();
  await applySessionCookie(page, args.context);
  expect(page.getSetCookie()).toEqual([]);
}

async function expectBack(browser: Browser, since: number, label: string): Promise<void> {
  for (;;) {
    const session = await browser.visit().catch(() => undefined);
    if (session) {
      took(`works again after ${label}`, performance.now() - since);
      expect(session.isSignedIn).toBe(true);
      return;
    }
    await pause(20);
  }
}

describe("Redis", () => {
  inRow("redis");
  let redis: RedisServer;
  const browser = new Browser();
  beforeAll(async () => {
    redis = await RedisServer.start();
    configure({ SESSION_STORE_URL: redis.url });
    configureRefresh(fakeCalls().calls);
    await browser.signIn();
  });
  afterAll(async () => {
    await sessionStore().close();
    await redis.remove();
    vi.unstubAllEnvs();
    forgetProcessState();
  });

  it("stopped: 503, one log line, and the member is still signed in after its return", async () => {
    const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);
    await redis.stop();
    for (let n = 0; n < 5; n += 1) await expectRefused(browser, "stopped");
    const sessionErrors = errors.mock.calls.filter(([, text]) => /session store/.test(String(text)));
    expect(sessionErrors).toHaveLength(1);
    await redis.run();
    await expectBack(browser, performance.now(), "stopped");
  });

  it("stopped: visitors without a session are served, and nobody can sign in", async () => {
    await redis.stop();
    const read = vi.spyOn(sessionStore(), "get");
    const visitor = await new Browser().visit();
    expect(read).not.toHaveBeenCalled();
    expect(visitor.isSignedIn).toBe(false);
    expect((await refusal(() => visitor.signIn(member()))).status).toBe(503);
    expect(visitor.setCookies).toEqual([]);
    expect(visitor.isSignedIn).toBe(false);
    await redis.run();
    await expectBack(browser, performance.now(), "stopped");
  });

  it("stopped between two steps of a request: 503 for the second", async () => {
    const session = await browser.visit();
    await redis.stop();
    for (const step of [
      () => session.update((draft) => delete draft.flash),
      () => session.flash({ kind: "info", key: "a:b" }),
      () => session.signOut(),
      () => session.endOthers("password"),
      () => session.exclusively("buy", () => Promise.resolve()),
      () => session.renew(session.data.tokens?.accessToken ?? ""),
    ]) {
      const error = await step().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error !== undefined) expect(failureOf(error)?.status).toBe(503);
    }
    expect(session.setCookies).toEqual([]);
    await redis.run();
    await expectBack(browser, performance.now(), "stopped");
  });

  it("hung: 503 for the first request and for all that follow, while it is hung", async () => {
    redis.freeze();
    for (let n = 0; n < 3; n += 1) await expectRefused(browser, "hung");
    const refusals = await Promise.all(Array.from({ length: 50 }, () => refusal(() => browser.visit())));
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([503]));
    await expectRefused(browser, "hung");
    redis.thaw();
    await expectBack(browser, performance.now(), "hung");
  });

  it("hung during a refresh: 503, and the session is unchanged", async () => {
    const called = withResolvers<void>();
    const respond = withResolvers<string>();
    const { calls } = fakeCalls({
      refreshAccess: () => {
        called.resolve();
        return respond.promise;
      },
    });
    configureRefresh(calls);
    const other = new Browser();
    await other.signIn(member({ accessToken: token(-1) }));
    const session = await other.visit();
    const waiting = refusal(() => session.accessToken());
    await called.promise;
    redis.freeze();
    respond.resolve(token(900));
    expect((await waiting).status).toBe(503);
    redis.thaw();
    configureRefresh(fakeCalls().calls);
    await expectBack(other, performance.now(), "hung during a refresh");
    await expect.poll(async () => (await other.visit()).accessToken(), { timeout: 20_000 }).toBeDefined();
  });

  it("restarted in the middle of a session: requests fail only while it is down", async () => {
    await (await browser.visit()).flash({ kind: "info", key: "a:b" });
    await redis.stop();
    await redis.run();
    await expectBack(browser, performance.now(), "restarted");
    expect((await browser.visit()).data.flash).toHaveLength(1);
  });

  it("loaders that share a request get an answer each", async () => {
    await redis.stop();
    const args = browser.request();
    const responses = await Promise.all([1, 2, 3].map(() => refusal(() => getSession(args))));
    const texts = await Promise.all(responses.map((each) => each.text()));
    expect(new Set(responses).size).toBe(3);
    expect(new Set(texts).size).toBe(1);
    await redis.run();
    await expectBack(browser, performance.now(), "stopped");
  });

  it("stopped: each process counts the rate limits for itself, and says so once; with it, they count across connections", async () => {
    const warnings = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const ask = () =>
      limit({ request: new Request("http://localhost/"), context: { clientAddress: "192.0.2.7" } }, "reply");
    for (let n = 0; n < 10; n += 1) expect(await ask()).toBeUndefined();
    const refused = await ask();
    expect(Number(refused?.headers["Retry-After"])).toBeGreaterThan(50);
    await redis.stop();
    for (let n = 0; n < 10; n += 1) expect(await ask()).toBeUndefined();
    expect(await ask()).toMatchObject({ status: 429 });
    const lines = warnings.mock.calls.filter(([, text]) => /rate limits/.test(String(text)));
    expect(lines).toHaveLength(1);
    await redis.run();
    await expectBack(browser, performance.now(), "stopped");
    expect(await ask()).toMatchObject({ status: 429 });
  });
});

/** Mounts a file system of 512 kB in memory; undefined if this user may not mount one. */
function smallDisk(): { path: string; remove(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), "soria-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", path], { stdio: "ignore" });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    remove() {
      // Lazy unmount: SQLite releases its files only when the closed connection is garbage-collected.
      execFileSync("umount", ["-l", path]);
      rmSync(path, { recursive: true });
    },
  };
}

describe("the embedded store", () => {
  inRow("disk");
  const disk = smallDisk();
  afterAll(() => {
    vi.unstubAllEnvs();
    forgetProcessState();
    disk?.remove();
  });

  // Without the right to mount a disk, SQLite's page limit simulates a full one.
  it.skipIf(disk)(
    "that may not grow: refused as unavailable, and works when there is room again",
    async () => {
      const file = join(mkdtempSync(join(tmpdir(), "soria-full-")), "sessions.db");
      const store = libsqlStore(file, ["max_page_count = 40"]);
      const content = () => ({ payload: randomBytes(4_000), expiresAt: Date.now() + 3_600_000 });
      const kept: string[] = [];
      const fill = async () => {
        for (let n = 0; n < 200; n += 1) {
          await store.create(`key-${n}`, content());
          kept.push(`key-${n}`);
        }
      };
      await expect(fill()).rejects.toSatisfy(isStoreUnavailable);
      for (const key of kept) expect(await store.get(key)).toBeDefined();
      for (const key of kept.splice(0, 5)) await store.destroy(key);
      expect(await store.create("one-more", content())).toBe(true);
      figure(
        `no right to mount a small disk; by SQLite's limit: full after ${kept.length + 5} sessions, then room again`,
      );
      await store.close();
    },
  );

  it.skipIf(!disk)("on a full disk: 503, one log line, and works when there is room again", async () => {
    if (!disk) return;
    configure({ DATA_DIR: disk.path, SESSION_STORE_URL: "" });
    configureRefresh(fakeCalls().calls);
    const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const browser = new Browser();
    await browser.signIn();
    const ballast = join(disk.path, "ballast");
    expect(() => writeFileSync(ballast, Buffer.alloc(1024 * 1024))).toThrow(/ENOSPC/);

    let refused = 0;
    let slowest = 0;
    for (let n = 0; n < 200 && refused < 10; n += 1) {
      const visitor = await new Browser().visit();
      const began = performance.now();
      const result = await visitor.signIn(member({ firstName: "x".repeat(2000) })).then(
        () => undefined,
        (error: unknown) => error,
      );
      slowest = Math.max(slowest, performance.now() - began);
      if (result === undefined) continue;
      refused += 1;
      expect(failureOf(result)?.status).toBe(503);
      expect(visitor.setCookies).toEqual([]);
    }
    figure(`full disk: ${refused} refused, the slowest after ${Math.round(slowest)} ms`);
    expect(refused).toBe(10);
    expect(errors.mock.calls.filter(([, text]) => /session store/.test(String(text)))).toHaveLength(1);
    expect((await browser.visit()).isSignedIn).toBe(true);

    rmSync(ballast);
    await new Browser().signIn();
    await (await browser.visit()).setUser({ firstName: "Room" });
    expect((await browser.visit()).user?.firstName).toBe("Room");
    await sessionStore().close();
  });
});
