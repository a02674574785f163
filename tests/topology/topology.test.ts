/**
 * The shipped topology with real processes on loopback: Caddy with the shipped Caddyfile, two sites, Redis with a
 * replica, and a sentinel. Faults are injected one by one under a steady load, with `npm run test:topology`.
 * `TOPOLOGY_SECONDS` is the minimum length of each part, `TOPOLOGY_RATE` the requests per
 * second; from 100 on, the long parts run too.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, redisCommand, RedisServer } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running } from "../kit/programs/site";
import { hasCaddy } from "../../tools/run-tests/tools";
import { Load, type Tally } from "./load";
import { folder, removeFolders, siteEnv, startProxy, startSentinel, until } from "./machines";

const PART_MS = Number(process.env["TOPOLOGY_SECONDS"] ?? "1") * 1_000;
const RATE = Number(process.env["TOPOLOGY_RATE"] ?? "20");
const OLD = "a-secret-that-only-tests-use-0123456789";
const NEW = "another-secret-that-only-tests-use-0123";

let api: Running;
let redis: RedisServer;
let replica: RedisServer;
let sentinel: Awaited<ReturnType<typeof startSentinel>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let load: Load;
const sites: (Running | undefined)[] = [];
let startSite: (index: number, secrets: string) => Promise<void>;

/** Restarts both sites, one after the other, as a release does. */
async function restartBoth(secrets: string): Promise<void> {
  for (const index of [0, 1]) {
    await sites[index]?.stop("SIGTERM");
    await startSite(index, secrets);
    // The proxy checks the sites every second. Until then only the other one responds.
    await pause(2_500);
  }
}

const primary = async (): Promise<RedisServer> => {
  const isPrimary = async (server: RedisServer) =>
    (await server.info("replication").catch(() => "")).includes("role:master");
  return (await isPrimary(redis)) ? redis : replica;
};

interface Part {
  title: string;
  work: () => Promise<void>;
  /** True if requests may be rejected with Retry-After, because the store or a site is down for a while. */
  mayRefuse?: boolean;
  /** True if a POST may be cut off, because the process that handles it is killed. */
  mayCutPosts?: boolean;
  /** Skipped in the short run: takes about 20 s and covers what another part covers. */
  isLong?: boolean;
}

const columns = [
  `${RATE} requests a second`,
  "answered",
  "refused, Retry-After",
  "failed",
  "GETs lost",
  "POSTs",
  "POSTs cut",
  "signed out",
];

/** Formats the table of docs/drills.md. */
function tableOf(rows: (string | number)[][]): string {
  return [columns, columns.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const parts: Part[] = [
  { title: "nothing fails", work: () => pause(PART_MS) },
  {
    title: "a site killed, and started again",
    mayRefuse: true,
    mayCutPosts: true,
    work: async () => {
      await sites[0]?.stop("SIGKILL");
      await pause(PART_MS);
      await startSite(0, OLD);
    },
  },
  {
    title: "both restarted, a second secret to read with",
    mayRefuse: true,
    work: () => restartBoth(`${OLD},${NEW}`),
  },
  {
    title: "both restarted, the new secret in front",
    mayRefuse: true,
    isLong: true,
    work: () => restartBoth(`${NEW},${OLD}`),
  },
  {
    title: "Redis slow (0.5 s)",
    work: async () => {
      const server = await primary();
      for (let n = 0; n < 3; n += 1) {
        await server.command("CLIENT", "PAUSE", "500", "ALL");
        await pause(PART_MS / 3);
      }
    },
  },
  {
    title: "Redis full",
    mayRefuse: true,
    work: async () => {
      const server = await primary();
      await server.command("CONFIG", "SET", "maxmemory", "1");
      await pause(PART_MS);
      await server.command("CONFIG", "SET", "maxmemory", "0");
    },
  },
  {
    title: "Redis read-only",
    mayRefuse: true,
    work: async () => {
      const server = await primary();
      await server.command("CONFIG", "SET", "min-replicas-to-write", "5");
      await pause(PART_MS);
      await server.command("CONFIG", "SET", "min-replicas-to-write", "0");
    },
  },
  {
    title: "Redis cannot write its disk",
    mayRefuse: true,
    work: async () => {
      const server = await primary();
      await server.failDisk();
      await pause(PART_MS);
      await server.mendDisk();
    },
  },
  {
    title: "Redis killed, its replica promoted by the sentinel",
    mayRefuse: true,
    work: async () => {
      await redis.command("WAIT", "1", "1000");
      await redis.kill();
      await until("a new primary", async () => (await replica.info("replication")).includes("role:master"));
      await pause(PART_MS);
    },
  },
  {
    title: "promoted back, by hand",
    mayRefuse: true,
    isLong: true,
    work: async () => {
      await redis.run();
      await until("the old one to follow", async () =>
        (await redis.info("replication")).includes("master_link_status:up"),
      );
      await until("the sentinel", async () =>
        (await redisCommand(sentinel.port, ["SENTINEL", "FAILOVER", "soria"])).startsWith("+OK"),
      );
      await until("the old primary", async () => (await redis.info("replication")).includes("role:master"));
      await pause(PART_MS);
    },
  },
];

// Caddy is not available on every system (run-all reports it). The rest of `npm test` still runs.
describe.skipIf(!hasCaddy())("no GET is lost, each POST is done once or told, nobody is signed out", () => {
  const rows: (string | number)[][] = [];
  beforeAll(async () => {
    redis = await RedisServer.start();
    replica = await RedisServer.start("--replicaof", "127.0.0.1", String(redis.port));
    await until("the replica", async () => (await redis.command("WAIT", "1", "1000")) === ":1");
    sentinel = await startSentinel(redis.port);
    const [apiPort = 0, proxyPort = 0, ...ports] = await Promise.all([1, 2, 3, 4].map(freePort));
    const origin = `http://localhost:${proxyPort}`;
    const apiEnv = { SANDBOX_PORT: String(apiPort), DATA_DIR: folder(), LOG_LEVEL: "error" };
    api = await runProgram("sandbox", apiPort, apiEnv, "/mailbox.json", [`--site=${origin}`]);
    startSite = async (index, secrets) => {
      const port = ports[index] ?? 0;
      sites[index] = await runProgram(
        "site",
        port,
        // Two proxies: Caddy, and the balancer in front of it that the load simulates.
        {
          ...siteEnv(port, origin, api.origin),
          SESSION_STORE_URL: `redis+sentinel://127.0.0.1:${sentinel.port}/soria`,
          SESSION_SECRET: secrets,
        },
        "/healthz",
      );
    };
    await Promise.all([startSite(0, OLD), startSite(1, OLD)]);
    proxy = await startProxy(
      proxyPort,
      ports.map((port) => `127.0.0.1:${port}`),
    );
    load = new Load(origin, new SandboxClient(api.origin), RATE);
    await load.signIn(12);
    await redis.command("WAIT", "1", "1000");
    load.start();
  });
  afterAll(async () => {
    await load.stop();
    await proxy.stop();
    await Promise.all([...sites.map((site) => site?.stop("SIGKILL")), api.stop(), sentinel.stop()]);
    await replica.remove();
    await redis.remove();
    removeFolders();
  });

  it.each(parts.filter(({ isLong }) => !isLong || RATE >= 100))(
    "every request is answered or refused while: $title",
    async ({ title, work, mayRefuse = false, mayCutPosts = false }) => {
      const tally: Tally = await load.during(work);
      const { answered, refused, failed, lost, signedOut, posts, unanswered, odd } = tally;
      rows.push([title, answered, refused, failed, lost, posts, unanswered, signedOut]);
      const what = JSON.stringify({ ...tally, odd: [...new Set(odd)].slice(0, 12) });
      expect({ lost, signedOut }, what).toEqual({ lost: 0, signedOut: 0 });
      expect(answered, what).toBeGreaterThan(refused);
      if (!mayRefuse) expect(refused, what).toBe(0);
      // Only POSTs may be cut off: the proxy must not retry them, and the sender gets an error.
      if (mayCutPosts) expect(odd.filter((one) => !one.startsWith("POST"))).toEqual([]);
      else expect({ failed, unanswered }, what).toEqual({ failed: 0, unanswered: 0 });
    },
  );

  it("names were saved as often as their forms were told", async () => {
    await load.stop();
    const { really, least, most } = await load.saved();
    console.log(
      `${tableOf(rows)}\n\nNames saved: ${really}; told so ${least} times, and ${most - least} times that it is not known.`,
    );
    expect(really).toBeGreaterThanOrEqual(least);
    expect(really).toBeLessThanOrEqual(most);
  });
});
