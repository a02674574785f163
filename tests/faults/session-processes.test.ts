import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RedisServer } from "../kit/programs/redis-server";
import { member, token } from "../unit/session/support";
import { RefreshApi, SessionProcess } from "./session-support";
import { figure, inRow, took } from "./table";

const folder = mkdtempSync(join(tmpdir(), "soria-processes-"));
/** Delay of a call that no request may wait for, in ms. */
const NEVER_MS = 600_000;
let redis: RedisServer;
let api: RefreshApi;

beforeAll(async () => {
  [redis, api] = await Promise.all([RedisServer.start(), RefreshApi.start()]);
});
afterAll(async () => {
  api.close();
  await redis.remove();
  rmSync(folder, { recursive: true, force: true });
});

const withApi = () => ({ API_BASE_URL: api.url, ORDER_API_BASE_URL: api.url });

const stores: [string, () => Record<string, string>][] = [
  ["Redis", () => ({ DATA_DIR: join(folder, "unused"), SESSION_STORE_URL: redis.url })],
  ["the embedded store", () => ({ DATA_DIR: join(folder, "shared") })],
];

describe.each(stores)("three processes on %s", (name, storeEnvironment) => {
  inRow("machines");
  let processes: SessionProcess[];
  const environment = () => ({ ...storeEnvironment(), ...withApi() });
  beforeAll(async () => {
    processes = await Promise.all([1, 2, 3].map(() => SessionProcess.start(environment())));
  });
  afterAll(() => Promise.all(processes.map((each) => each.kill())));

  it("refresh an ended access token once for 300 requests at the same time", async () => {
    for (let round = 0; round < 3; round += 1) {
      const signedIn = await processes[0]?.ask({
        do: "sign-in",
        response: member({ accessToken: token(-1) }),
      });
      if (!signedIn || !("cookie" in signedIn)) throw new Error("not signed in");
      api.calls = 0;
      api.delayMs = 100;
      const began = performance.now();
      const reports = await Promise.all(
        processes.map((each) => each.ask({ do: "tokens", cookie: signedIn.cookie, times: 100 })),
      );
      const tokens = reports.flatMap((report) => ("tokens" in report ? report.tokens : []));
      took(`${name}: 300 requests at once in 3 processes, 1 refresh`, performance.now() - began);
      expect(api.calls).toBe(1);
      expect(tokens).toHaveLength(300);
      expect(new Set(tokens).size).toBe(1);
      expect(tokens[0]).toEqual(expect.any(String));
    }
  });

  it("end a refresh that the API stalls at its time limit, all of them together", async () => {
    const signedIn = await processes[0]?.ask({ do: "sign-in", response: member({ accessToken: token(-1) }) });
    if (!signedIn || !("cookie" in signedIn)) throw new Error("not signed in");
    api.delayMs = NEVER_MS;
    api.calls = 0;
    const { answered } = api;
    const began = performance.now();
    const failures = await Promise.all(
      processes.map((each) =>
        each
          .ask({ do: "tokens", cookie: signedIn.cookie, times: 20 })
          .then(String, (error: Error) => error.message),
      ),
    );
    took(`${name}: a stalled refresh has ended in 3 processes`, performance.now() - began);
    expect(failures).toEqual(["status 504", "status 504", "status 504"]);
    // The requests of a process wait for one call, and none makes another one after it.
    expect(api.calls).toBeLessThanOrEqual(processes.length);
    expect(api.answered).toBe(answered);
    api.delayMs = 10;
    expect(await processes[1]?.ask({ do: "tokens", cookie: signedIn.cookie, times: 1 })).toMatchObject({
      tokens: [expect.any(String)],
    });
  });

  it("outlive one that is killed while it refreshes", async () => {
    const doomed = processes[2];
    if (!doomed) throw new Error("no third process");
    const signedIn = await doomed.ask({ do: "sign-in", response: member({ accessToken: token(-1) }) });
    if (!("cookie" in signedIn)) throw new Error("not signed in");
    api.calls = 0;
    api.delayMs = 3_000;
    const lost = doomed.ask({ do: "tokens", cookie: signedIn.cookie, times: 1 });
    const died = expect(lost).rejects.toThrow("the process ended");
    await expect.poll(() => api.calls).toBe(1);
    await doomed.kill();
    await died;
    api.delayMs = 10;
    // The lock expires after four seconds. A request that waits longer than the API's timeout may fail once.
    await expect
      .poll(
        () => processes[0]?.ask({ do: "tokens", cookie: signedIn.cookie, times: 1 }).catch(() => undefined),
        {
          timeout: 10_000,
        },
      )
      .toMatchObject({ tokens: [expect.any(String)] });
  });
});

const KILLS = 4;

describe.each(stores)("kill -9 with %s", (name, storeEnvironment) => {
  inRow("kill");
  it("loses no session that was kept", async () => {
    let kept = 0;
    // The next process reads the sessions, and is then killed too.
    let writer = await SessionProcess.start(storeEnvironment());
    for (let round = 0; round < KILLS; round += 1) {
      const cookies: string[] = [];
      const enough = new Promise<void>((resolve) => {
        writer.listen((report) => {
          if ("cookie" in report) cookies.push(report.cookie);
          if (cookies.length >= 30 + round * 17) resolve();
        });
      });
      await writer.ask({ do: "sign-in-for-ever", response: member() });
      await enough;
      await writer.kill();

      writer = await SessionProcess.start(storeEnvironment());
      const read = await writer.ask({ do: "read", cookies });
      if (!("names" in read)) throw new Error("not read");
      expect(read.names).toEqual(cookies.map((_, n) => `Member ${n}`));
      kept += cookies.length;
    }
    await writer.kill();
    figure(`${name}: ${kept} sessions kept over ${KILLS} kills, none lost`);
    const { DATA_DIR, SESSION_STORE_URL } = storeEnvironment();
    if (SESSION_STORE_URL === undefined) {
      const client = createClient({ url: `file:${DATA_DIR}/sessions.db` });
      expect((await client.execute("PRAGMA integrity_check")).rows[0]?.[0]).toBe("ok");
      client.close();
    }
  });
});
