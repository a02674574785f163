/**
 * Two sites, one on the embedded store and one on Redis, with their sandbox and one clock for all programs. File
 * times and Redis key TTLs do not follow this clock, so `pass` ages them separately.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "@libsql/client";
import { freePort, redisCommand, RedisServer } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { oneConnection, runProgram, type Running } from "../kit/programs/site";
import { TestClock } from "../kit/programs/test-clock";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const MB = 1024 * 1024;
const SWEEP_MS = 10_000;

export const stores = ["disk", "redis"] as const;
export type Store = (typeof stores)[number];

/** True if `prlimit` is available, which limits the file size of a running program. */
export const canFillDisk = spawnSync("prlimit", ["--version"], { stdio: "ignore" }).status === 0;

/** Amounts that a site stores at one moment, by kind. */
export interface Kept {
  /** Number of records in the store, by key prefix. Session records count as `session`. */
  records: Record<string, number>;
  files: number;
  uploads: number;
  megabytes: number;
  /** JavaScript heap and external memory after a garbage collection, in MB. */
  memory: number;
}

/** KEYS: none. ARGV: ms. Shortens the TTL of every key by this time. */
const age = `
for _, key in ipairs(redis.call('KEYS', '*')) do
  local left = redis.call('PTTL', key)
  if left >= 0 and left <= tonumber(ARGV[1]) then redis.call('DEL', key)
  elseif left > 0 then redis.call('PEXPIRE', key, left - ARGV[1]) end
end
return 1`;

/** Counts all keys and the members of the two indexes, by kind. */
const list = `
local names = redis.call('KEYS', '*')
for _, index in ipairs({'soria:sessions', 'soria:uploads'}) do
  for n = 1, redis.call('ZCARD', index) do names[#names + 1] = 'index ' .. index end
end
local counts = {}
for _, name in ipairs(names) do
  local kind = string.match(name, '^soria:session:([^:]+):') or string.match(name, '^soria:(session):')
    or string.match(name, '^index soria:(.*)$') and 'index' or string.match(name, '^soria:([^:]+):') or 'index'
  counts[kind] = (counts[kind] or 0) + 1
end
return cjson.encode(counts)`;

export class World {
  readonly clock = new TestClock();
  readonly #folder = mkdtempSync(join(tmpdir(), "soria-month-"));
  readonly #sites = new Map<
    Store,
    { running: Running; metricsPort: number; start: () => Promise<Running> }
  >();
  #startSandbox: (() => Promise<Running>) | undefined;
  #sandbox: Running | undefined;
  secrets = ["a-secret-that-only-tests-use-0123456789"];

  private constructor(
    readonly redis: RedisServer,
    readonly api: SandboxClient,
  ) {}

  static async open(): Promise<World> {
    const apiPort = await freePort();
    const origin = `http://localhost:${apiPort}`;
    const world = new World(await RedisServer.start(), new SandboxClient(origin));
    const sandboxEnv = {
      SANDBOX_PORT: String(apiPort),
      DATA_DIR: world.dataDir("sandbox"),
      LOG_LEVEL: "error",
      ...world.clock.env,
    };
    world.#startSandbox = () => runProgram("sandbox", apiPort, sandboxEnv, "/mailbox.json");
    await world.startSandbox();
    for (const store of stores) {
      const [port, metricsPort] = [await freePort(), await freePort()];
      const start = () =>
        runProgram(
          "site",
          port,
          {
            PORT: String(port),
            METRICS_PORT: String(metricsPort),
            DATA_DIR: world.dataDir(store),
            ...(store === "redis" && { SESSION_STORE_URL: world.redis.url }),
            SESSION_SECRET: world.secrets.join(","),
            API_BASE_URL: `${origin}/api`,
            ORDER_API_BASE_URL: `${origin}/order-service`,
            STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
            STRIPE_JS_URL: `${origin}/stripe/stripe.js`,
            // Rate limit counters are created, but nobody reaches a limit.
            RATE_LIMIT_FACTOR: "10000",
            LOG_LEVEL: "warn",
            ...world.clock.env,
            NODE_OPTIONS: `${world.clock.env.NODE_OPTIONS} --import=${new URL("../kit/programs/collect.mjs", import.meta.url).href}`,
          },
          "/healthz",
        );
      world.#sites.set(store, { running: await start(), metricsPort, start });
    }
    return world;
  }

  dataDir(of: Store | "sandbox"): string {
    const path = join(this.#folder, of);
    mkdirSync(path, { recursive: true });
    return path;
  }

  site(store: Store): Running {
    return this.#of(store).running;
  }

  /** Returns the log output of both sites since their last start. */
  logs(): string {
    return stores.map((store) => this.site(store).output()).join("");
  }

  async startSandbox(): Promise<void> {
    this.#sandbox = await this.#startSandbox?.();
    // A member's session ends by the site's limits, so the API's refresh token lasts longer than those.
    await this.api.settings({ refreshTokenSeconds: 60 * 24 * 3600 });
  }

  async stopSandbox(): Promise<void> {
    await this.#sandbox?.stop();
    this.#sandbox = undefined;
  }

  async restart(store: Store, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const site = this.#of(store);
    await site.running.stop(signal);
    site.running = await site.start();
  }

  /** Limits the files that the site's process writes to 4 kB, like a full disk, or removes the limit. */
  fillDisk(store: Store, isFull: boolean): void {
    const limit = isFull ? "4096:" : "unlimited:";
    execFileSync("prlimit", ["--pid", String(this.site(store).child.pid), `--fsize=${limit}`]);
  }

  /** Moves the clock of all programs, and ages files and Redis keys by the same time. */
  async pass(ms: number): Promise<void> {
    for (const store of stores) {
      for (const path of filesIn(this.dataDir(store))) makeOlder(path, ms);
    }
    await redisCommand(this.redis.port, ["EVAL", age, "0", String(ms)]);
    const programs = [...stores.map((store) => this.site(store)), ...(this.#sandbox ? [this.#sandbox] : [])];
    await this.clock.set(this.clock.offsetMs + ms, programs);
  }

  async kept(store: Store): Promise<Kept> {
    const memory = await this.#memory(store);
    const paths = filesIn(this.dataDir(store));
    // A site may remove a file meanwhile.
    const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const bytes = paths.reduce((sum, path) => sum + sizeOf(path), 0);
    return {
      records: store === "disk" ? await this.#rows() : await this.#keys(),
      files: paths.length,
      uploads: paths.filter((path) => path.includes("/uploads/")).length,
      megabytes: bytes / MB,
      memory,
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sites.values()].map(({ running }) => running.stop("SIGKILL")));
    await this.stopSandbox();
    await this.redis.remove();
    this.clock.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #of(store: Store) {
    const site = this.#sites.get(store);
    if (!site) throw new Error(`The site on ${store} does not run`);
    return site;
  }

  async #rows(): Promise<Record<string, number>> {
    const client = createClient({ url: `file:${join(this.dataDir("disk"), "sessions.db")}` });
    try {
      await this.#swept(client);
      const { rows } = await client.execute(
        `SELECT CASE instr(key, ':') WHEN 0 THEN 'session' ELSE substr(key, 1, instr(key, ':') - 1) END AS kind,
           count(*) AS n FROM sessions GROUP BY kind UNION SELECT 'lock', count(*) FROM locks WHERE key <> 'ping'`,
      );
      return Object.fromEntries(rows.map((row) => [String(row["kind"]), Number(row["n"])]));
    } finally {
      client.close();
    }
  }

  /** Waits for the sweep of expired records, which starts when the clock moves. */
  async #swept(client: Client): Promise<void> {
    const deadline = Date.now() + SWEEP_MS;
    for (;;) {
      const sql = "SELECT count(*) AS n FROM sessions WHERE expires_at <= ?";
      const { rows } = await client.execute({ sql, args: [this.clock.now()] });
      const expired = Number(rows[0]?.["n"]);
      if (expired === 0) return;
      if (Date.now() > deadline) throw new Error(`${expired} expired records were not swept`);
      await pause(50);
    }
  }

  async #keys(): Promise<Record<string, number>> {
    const answer = await redisCommand(this.redis.port, ["EVAL", list, "0"]);
    return JSON.parse(answer.slice(answer.indexOf("\r\n") + 2)) as Record<string, number>;
  }

  /** Returns the memory in use in MB, as the lowest of three samples, to exclude requests in flight. */
  async #memory(store: Store): Promise<number> {
    const { metricsPort } = this.#of(store);
    const samples: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await this.clock.set(this.clock.offsetMs, [this.site(store)]);
      const text = await (await fetch(`http://localhost:${metricsPort}/metrics`, oneConnection)).text();
      const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
      samples.push((gauge("nodejs_heap_size_used_bytes") + gauge("nodejs_external_memory_bytes")) / MB);
    }
    return Math.min(...samples);
  }
}

/** Returns the paths of all files below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function makeOlder(path: string, ms: number): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  // An mtime of 0 is a marker (server/http/static-files.ts), not a time.
  if (!stats || stats.mtimeMs === 0) return;
  const mtime = new Date(Math.max(1, stats.mtimeMs - ms));
  utimesSync(path, mtime, mtime);
}
