import { setTimeout as pause } from "node:timers/promises";
import { log } from "#server/observe/log.server";
import {
  type Node,
  parseRedisAddress,
  type RedisAddress,
  redisAddressWants,
} from "#server/config/redis-address";
import { reasonOf } from "./store";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { within } from "#server/runtime/within";

/** Timeout of a command. A visitor should have the response in 1.2 s, including the render. */
const COMMAND_MS = 800;
/** The timeout is counted in steps, each of which counts once, however long this process was blocked in it. */
const STEP_MS = 100;
const LONGEST_PAUSE_MS = 500;

interface Target {
  url?: string;
  username?: string;
  password?: string;
  database?: number;
  node?: Node;
  tls: boolean;
}

/** Imports the library here, so that a site with sessions on disk starts without it. */
async function makeClient({ url, username, password, database, node, tls }: Target) {
  const { createClient } = await import("redis");
  const socket = {
    // The client's own reconnect cannot leave a server that responds but is no longer the primary, and does not ask
    // sentinels, so RedisConnection reconnects itself (docs/operating.md, Redis).
    reconnectStrategy: false as const,
    connectTimeout: COMMAND_MS,
    ...node,
  };
  return createClient({
    url,
    username,
    password,
    database,
    // Without a connection, fail commands at once instead of queueing them.
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    socket: tls && url === undefined ? { ...socket, tls: true as const, servername: node?.host } : socket,
  });
}

type Client = Awaited<ReturnType<typeof makeClient>>;

/**
 * Connection to the writable Redis. A command without a response in 0.8 s drops the connection, as does a response that
 * shows that the server is not the primary (any more). Reconnects with pauses; with sentinels, each attempt asks them
 * for the primary. Logs each reason once.
 */
export class RedisConnection {
  readonly #address: RedisAddress;
  #ready: Client | undefined;
  #connecting: Promise<void> | undefined;
  #closed = false;
  #failure: string | undefined;
  /** Settles with the first connection attempt, so that the first requests after the start can wait for it. */
  readonly #firstAttempt: Promise<void>;

  constructor(url: string) {
    const address = parseRedisAddress(url);
    if (!address) throw new Error(`Wanted ${redisAddressWants}`);
    this.#address = address;
    this.#firstAttempt = this.#attempt();
    this.#connecting = this.#firstAttempt.then(() => this.#reconnect());
  }

  /** @returns why the server can never be used (a Redis Cluster); otherwise undefined, also without a connection */
  async unusable(): Promise<string | undefined> {
    await this.#firstAttempt;
    return this.#failure?.includes(CLUSTER) ? CLUSTER : undefined;
  }

  /** Runs commands. Throws StoreUnavailable without a connection, after 0.8 s, or when Redis returns an error. */
  async run<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    if (!this.#ready) await this.#firstAttempt;
    const client = this.#ready;
    if (!client) throw new StoreUnavailable(`no connection to Redis: ${this.#failure ?? "it was lost"}`);
    try {
      return await withTimeout(work(client));
    } catch (error) {
      if (error instanceof ReplyTimeoutError || hasLostPrimary(error)) this.#drop(client, reasonOf(error));
      throw new StoreUnavailable(reasonOf(error), { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#ready;
    this.#ready = undefined;
    if (client) await withTimeout(client.close()).catch(() => client.destroy());
    await this.#connecting;
  }

  async #attempt(): Promise<void> {
    const target = await this.#target();
    if (!target) return;
    const client = await makeClient(target);
    client.on("error", (error: unknown) => this.#drop(client, reasonOf(error)));
    try {
      await withTimeout(client.connect());
      await withTimeout(refuseUnfit(client));
      if (this.#closed) return client.destroy();
      this.#ready = client;
      if (this.#failure !== undefined) log.info({ place: placeOf(target) }, "connected to Redis");
      this.#failure = undefined;
    } catch (error) {
      destroy(client);
      this.#fail(connectFailure(error, target.tls, placeOf(target)));
    }
  }

  /** Returns the server to connect to; undefined when no sentinel knows the primary. */
  async #target(): Promise<Target | undefined> {
    const address = this.#address;
    if (address.kind === "server") return { url: address.url, tls: address.url.startsWith("rediss:") };
    const { tls, username, password, database } = address;
    const reasons: string[] = [];
    for (const node of address.sentinels) {
      try {
        const primary = await askSentinel(node, address);
        return { node: primary, username, password, database, tls };
      } catch (error) {
        reasons.push(`sentinel ${connectFailure(error, tls, `${node.host}:${node.port}`)}`);
      }
    }
    this.#fail(reasons.join("; "));
    return undefined;
  }

  #fail(reason: string): void {
    if (this.#failure !== reason && !this.#closed) log.error({ reason }, "no connection to Redis");
    this.#failure = reason;
  }

  async #reconnect(): Promise<void> {
    let wait = 50;
    while (!this.#closed && !this.#ready) {
      await pause(wait, undefined, { ref: false });
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      if (!this.#closed) await this.#attempt();
    }
    this.#connecting = undefined;
  }

  #drop(client: Client, reason: string): void {
    if (this.#ready !== client) return;
    this.#ready = undefined;
    this.#fail(`the connection was given up: ${reason}`);
    destroy(client);
    this.#connecting ??= this.#reconnect();
  }
}

const CLUSTER = "it is a Redis Cluster, which cannot be used: sessions and their scripts need one server";

/** Throws UnfitRedis for a replica, a cluster, or a server that is loading; passes a user who may not ask INFO. */
async function refuseUnfit(client: Client): Promise<void> {
  const results = await Promise.allSettled(
    ["replication", "cluster", "persistence"].map((section) => client.info(section)),
  );
  const info = results
    .map((result) => {
      if (result.status === "fulfilled") return result.value;
      if (/NOPERM|unknown command/i.test(reasonOf(result.reason))) return "";
      throw result.reason;
    })
    .join("\n");
  if (/^cluster_enabled:1/m.test(info)) throw new UnfitRedis(CLUSTER);
  if (/^loading:1/m.test(info)) throw new UnfitRedis("it is still reading its data");
  if (/^role:slave/m.test(info)) throw new UnfitRedis("it is a replica, which cannot be written");
}

async function askSentinel(
  node: Node,
  { name, tls, sentinelPassword }: Extract<RedisAddress, { kind: "sentinel" }>,
): Promise<Node> {
  const client = await makeClient({ node, tls, password: sentinelPassword });
  // Every failure also rejects the pending call.
  client.on("error", () => undefined);
  try {
    await withTimeout(client.connect());
    const reply: unknown = await withTimeout(
      client.sendCommand(["SENTINEL", "GET-MASTER-ADDR-BY-NAME", name]),
    );
    if (!Array.isArray(reply)) throw new UnfitRedis(`it knows no primary by the name of ${name}`);
    const [host, port] = reply as unknown[];
    return { host: String(host), port: Number(port) };
  } finally {
    destroy(client);
  }
}

function placeOf({ url, node }: Target): string {
  if (node) return `${node.host}:${node.port}`;
  const { hostname, port } = new URL(url ?? "");
  return `${hostname}:${port || 6379}`;
}

class ReplyTimeoutError extends Error {}

/**
 * Rejects with ReplyTimeoutError after a timeout. A process that was blocked for a second has perhaps sent its command
 * only after that: it must not report a dead Redis, and drop the connection of all others.
 */
async function withTimeout<Result>(reply: Promise<Result>): Promise<Result> {
  const wrapped = reply.then((value) => ({ value }));
  for (let waited = 0; waited < COMMAND_MS; waited += STEP_MS) {
    const settled = await within(STEP_MS, wrapped, () => undefined);
    if (settled) return settled.value;
  }
  throw new ReplyTimeoutError(`Redis did not answer within ${COMMAND_MS} ms`);
}

function destroy(client: Client): void {
  // A client that never connected throws when it is destroyed.
  if (client.isOpen) client.destroy();
}

/** A server that responds but cannot be used: a replica, a cluster, or a sentinel that does not know the primary. */
class UnfitRedis extends Error {}

/** After a failover the old primary responds as a replica. */
const hasLostPrimary = (error: unknown) =>
  error instanceof Error && /\b(READONLY|LOADING|MASTERDOWN|NOAUTH|CLUSTERDOWN)\b/.test(error.message);

/** Codes for an untrusted certificate: OpenSSL's names, and Node's for another host's certificate. */
const certificateCodes =
  /CERT_|_CERT|UNABLE_TO_(?:GET|VERIFY)|SELF_SIGNED|ERR_TLS_CERT_ALTNAME_INVALID|CERTIFICATE/;

/** Returns why a connection failed, and which part of SESSION_STORE_URL to check. Contains no secret. */
function connectFailure(error: unknown, tls: boolean, place: string): string {
  const reason = reasonOf(error);
  if (error instanceof UnfitRedis) return `${place}: ${error.message}`;
  if (/WRONGPASS|NOAUTH|invalid password|without any password configured/i.test(reason)) {
    return `${place} refuses the user or password of SESSION_STORE_URL (${reason})`;
  }
  if (/NOPERM/.test(reason)) return `${place} does not let this user do what is needed (${reason})`;
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return `the host of ${place} is unknown (${reason})`;
  if (/ECONNREFUSED/.test(reason)) return `nobody listens at ${place} (${reason})`;
  if (tls && certificateCodes.test(reason)) return `the certificate of ${place} is not trusted (${reason})`;
  // A Redis without TLS takes the handshake for an incomplete command and waits.
  if (tls && /SSL|EPROTO|ECONNRESET|disconnected|Socket closed|timeout|did not answer/i.test(reason)) {
    return `${place} does not speak TLS, or does not answer; SESSION_STORE_URL says rediss (${reason})`;
  }
  if (!tls && /ECONNRESET|EPIPE|Socket closed|Protocol error|Unexpected/i.test(reason)) {
    return `${place} ends the connection; it may want TLS (rediss) (${reason})`;
  }
  return `${place}: ${reason}`;
}
