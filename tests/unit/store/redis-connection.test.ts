import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { parseRedisAddress } from "#server/config/redis-address";
import { RedisConnection } from "#server/store/redis-connection.server";
import { redisStore } from "#server/store/redis-store.server";
import type { SessionStore } from "#server/store/store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { newFolder } from "../../kit/data/new-folder";
import { freePort, RedisServer } from "../../kit/programs/redis-server";
import { hasOpenssl } from "../../../tools/run-tests/tools";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const folder = newFolder();
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function redis(...options: string[]): Promise<RedisServer> {
  const server = await RedisServer.start(...options);
  closing.push(() => server.remove());
  return server;
}

function storeAt(url: string): SessionStore {
  const store = redisStore(new RedisConnection(url));
  closing.push(() => store.close());
  return store;
}

const content = () => ({ payload: new Uint8Array([1]), expiresAt: Date.now() + 60_000 });
let keys = 0;
const write = (store: SessionStore) => store.create(`key ${(keys += 1)}`, content());

/** Writes until the store takes it; a store that never does ends with the test's time limit. */
async function writesAgain(store: SessionStore): Promise<void> {
  for (;;) {
    const written = await write(store).catch((error: unknown) => {
      if (!isStoreUnavailable(error)) throw error;
      return false;
    });
    if (written) return;
    await pause(20);
  }
}

describe("an address of a session store", () => {
  it("is one server, or a primary behind sentinels", () => {
    expect(parseRedisAddress("rediss://u:p@redis:6380/2")).toMatchObject({ kind: "server" });
    expect(parseRedisAddress("redis+sentinel://:p%40ss@one,[::1]:26380/main/3?sentinelPassword=s")).toEqual({
      kind: "sentinel",
      sentinels: [
        { host: "one", port: 26379 },
        { host: "::1", port: 26380 },
      ],
      name: "main",
      tls: false,
      password: "p@ss",
      database: 3,
      sentinelPassword: "s",
    });
    expect(parseRedisAddress("rediss+sentinel://a:1/m")).toMatchObject({ tls: true });
    for (const wrong of [
      "redis+cluster://a",
      "redis+sentinel://a",
      "redis+sentinel://a:b/m",
      "memcached://a",
      "redis:",
    ])
      expect([wrong, parseRedisAddress(wrong)]).toEqual([wrong, undefined]);
  });
});

describe("a failover behind one address", () => {
  it("is noticed: what has become a replica is left, and the new primary is found", async () => {
    // In this order they stop quickly, because a primary waits for its replica.
    const second = await redis();
    const first = await redis();
    // A load balancer's address: new connections reach the current primary; open ones keep their server.
    let primary = first;
    const sockets = new Set<Socket>();
    const balancer = createServer((from) => {
      const to = connect(primary.port, "127.0.0.1");
      for (const socket of [from, to]) sockets.add(socket.on("error", () => socket.destroy()));
      from.pipe(to).pipe(from);
    }).listen(0, "127.0.0.1");
    await once(balancer, "listening");
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      balancer.close();
    });
    const address = balancer.address();
    if (typeof address !== "object" || !address) throw new Error("no port");
    const store = storeAt(`redis://127.0.0.1:${address.port}`);
    expect(await write(store)).toBe(true);
    expect(await first.command("REPLICAOF", "127.0.0.1", String(second.port))).toBe("+OK");
    primary = second;
    await writesAgain(store);
    await store.ping();
  });

  it("leaves no connection to a replica, and says so", async () => {
    const server = await redis();
    const store = storeAt(server.url);
    const errors = vi.spyOn(log, "error");
    const reasons = () => errors.mock.calls.map(([line]) => (line as unknown as { reason: string }).reason);
    expect(await write(store)).toBe(true);
    await server.command("REPLICAOF", "127.0.0.1", "1");
    await expect(write(store)).rejects.toSatisfy(isStoreUnavailable);
    await vi.waitFor(() => expect(reasons().join()).toContain("it is a replica"), { timeout: 20_000 });
    await expect(store.ping()).rejects.toThrow(/replica/);
    await server.command("REPLICAOF", "NO", "ONE");
    await writesAgain(store);
  });
});

describe("a process that was blocked for longer than a command may take", () => {
  it("waits for the response, and keeps the connection", async () => {
    const server = await redis();
    const connection = new RedisConnection(server.url);
    closing.push(() => connection.close());
    await connection.run((client) => client.ping());
    const errors = vi.spyOn(log, "error");
    await server.command("CLIENT", "PAUSE", "1000");
    const reply = connection.run((client) => client.ping());
    const end = performance.now() + 900;
    while (performance.now() < end);
    expect(await reply).toBe("PONG");
    expect(errors).not.toHaveBeenCalled();
  });

  it("still gives up a Redis that does not respond", async () => {
    const server = await redis();
    const connection = new RedisConnection(server.url);
    closing.push(() => connection.close());
    await connection.run((client) => client.ping());
    await server.command("CLIENT", "PAUSE", "5000");
    await expect(connection.run((client) => client.ping())).rejects.toThrow("did not answer within 800 ms");
  });
});

describe("what stands in the way is said by name, once", () => {
  const reasonsFor = async (url: string, count = 1): Promise<string[]> => {
    const errors = vi.spyOn(log, "error");
    const store = storeAt(url);
    await expect(store.ping()).rejects.toSatisfy(isStoreUnavailable);
    // Time for further lines, of which there must be none.
    // oxlint-disable-next-line soria/no-sleep
    await pause(700);
    expect(errors.mock.calls).toHaveLength(count);
    return errors.mock.calls.map(([line]) => (line as unknown as { reason: string }).reason);
  };

  it("a wrong password, and none", async () => {
    const { port } = await redis("--requirepass", "right");
    const [wrong] = await reasonsFor(`redis://:topsecret@127.0.0.1:${port}`);
    expect(wrong).toMatch(new RegExp(`^127.0.0.1:${port} refuses the user or password of SESSION_STORE_URL`));
    expect(wrong).not.toContain("topsecret");
    vi.restoreAllMocks();
    expect((await reasonsFor(`redis://127.0.0.1:${port}`))[0]).toMatch(/refuses the user or password/);
    await storeAt(`redis://:right@127.0.0.1:${port}`).ping();
  });

  it("an unknown host, and one where nobody listens", async () => {
    expect((await reasonsFor("redis://no-such-host.invalid:6379"))[0]).toMatch(
      /^the host of no-such-host.invalid:6379 is unknown/,
    );
    vi.restoreAllMocks();
    const port = await freePort();
    expect((await reasonsFor(`redis://127.0.0.1:${port}`))[0]).toMatch(`nobody listens at 127.0.0.1:${port}`);
  });

  it("a Redis Cluster, which can never be used", async () => {
    const { url } = await redis("--cluster-enabled", "yes");
    const connection = new RedisConnection(url);
    closing.push(() => connection.close());
    expect(await connection.unusable()).toMatch(/Redis Cluster/);
    await expect(connection.run((client) => client.ping())).rejects.toThrow(/Redis Cluster/);
  });
});

describe.skipIf(!hasOpenssl())("TLS", () => {
  const file = (name: string) => join(folder, name);
  let tlsPort = 0;
  let server: RedisServer;
  beforeAll(async () => {
    execFileSync(
      "openssl",
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost
       -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout ${file("key")} -out ${file("cert")}`.split(
        /\s+/,
      ),
      { stdio: "ignore" },
    );
    tlsPort = await freePort();
    const tls = [
      "--tls-port",
      String(tlsPort),
      "--tls-cert-file",
      file("cert"),
      "--tls-key-file",
      file("key"),
    ];
    server = await RedisServer.start(...tls, "--tls-auth-clients", "no", "--tls-ca-cert-file", file("cert"));
  });
  afterAll(() => server.remove());

  const reasonAt = async (url: string): Promise<string> => {
    const errors = vi.spyOn(log, "error");
    await expect(storeAt(url).ping()).rejects.toSatisfy(isStoreUnavailable);
    const said: unknown[] = errors.mock.calls[0] ?? [];
    return (said[0] as { reason: string }).reason;
  };

  it("spoken on one side only is said", async () => {
    expect(await reasonAt(`rediss://127.0.0.1:${server.port}`)).toMatch(/does not speak TLS/);
    vi.restoreAllMocks();
    expect(await reasonAt(`redis://127.0.0.1:${tlsPort}`)).toMatch(/may want TLS/);
  });

  it("with a certificate that nobody vouches for is refused, and works with one that is trusted", async () => {
    expect(await reasonAt(`rediss://localhost:${tlsPort}`)).toMatch(
      /the certificate of localhost:\d+ is not trusted/,
    );
    const script = `
      import { RedisConnection } from "#server/store/redis-connection.server";
      const connection = new RedisConnection("rediss://localhost:${tlsPort}");
      console.log(await connection.run((client) => client.ping()));
      await connection.close();`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", script],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: file("cert") }, encoding: "utf8" },
    );
    expect([stdout.trim(), stderr.trim()]).toEqual(["PONG", ""]);
  });
});
