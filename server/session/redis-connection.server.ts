import { setTimeout as pause } from "node:timers/promises";
import { reasonOf, StoreUnavailable } from "./store";

/** Less than the 1.2 s in which a visitor is to have the answer, which has to be rendered too. */
const COMMAND_MS = 800;
const LONGEST_PAUSE_MS = 500;

/** Loads the library too: a site that keeps its sessions on disk starts without it. */
async function makeClient(url: string) {
  const { createClient } = await import("redis");
  return createClient({
    url,
    // Without a connection a command fails at once instead of waiting for one.
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    socket: {
      // This class connects again itself: the client's own way waits without a limit for a server that
      // accepts the connection and then says nothing (a stopped process, a cut line).
      reconnectStrategy: false,
      connectTimeout: COMMAND_MS,
    },
  });
}

type Client = Awaited<ReturnType<typeof makeClient>>;

/**
 * A connection to Redis that never hangs: a command that is not answered within 0.8 s fails and drops the
 * connection; until a new one stands, commands fail at once. New ones are tried with pauses of up to 0.5 s.
 */
export class RedisConnection {
  readonly #url: string;
  #ready: Client | undefined;
  #connecting: Promise<void> | undefined;
  #closed = false;
  /** Settles with the first attempt to connect, so that the first requests after a start need not fail. */
  readonly #firstAttempt: Promise<void>;

  constructor(url: string) {
    this.#url = url;
    this.#firstAttempt = this.#attempt();
    this.#connecting = this.#firstAttempt.then(() => this.#reconnect());
  }

  /**
   * Runs one command, or a few.
   *
   * @throws StoreUnavailable without a connection, after 0.8 s without an answer, or when Redis answers an
   * error (loading, out of memory, disk full)
   */
  async run<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    if (!this.#ready) await this.#firstAttempt;
    const client = this.#ready;
    if (!client) throw new StoreUnavailable("no connection to Redis");
    try {
      return await answeredWithin(COMMAND_MS, work(client));
    } catch (error) {
      if (error instanceof NoAnswer) this.#drop(client);
      throw new StoreUnavailable(reasonOf(error), { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#ready;
    this.#ready = undefined;
    if (client) await answeredWithin(COMMAND_MS, client.close()).catch(() => client.destroy());
    await this.#connecting;
  }

  async #attempt(): Promise<void> {
    const client = await makeClient(this.#url);
    client.on("error", () => this.#drop(client));
    try {
      await answeredWithin(COMMAND_MS, client.connect());
      if (this.#closed) client.destroy();
      else this.#ready = client;
    } catch {
      // Why is of no use to anybody but the next command, and that one says "no connection".
      destroy(client);
    }
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

  #drop(client: Client): void {
    if (this.#ready !== client) return;
    this.#ready = undefined;
    destroy(client);
    this.#connecting ??= this.#reconnect();
  }
}

class NoAnswer extends Error {}

/**
 * The time limit counts only while the process itself can run: when it is over, answers that have arrived in the
 * meantime are read first (setImmediate), so that a busy process does not take itself for a dead Redis.
 */
function answeredWithin<Result>(ms: number, answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => reject(new NoAnswer(`Redis did not answer within ${ms} ms`))),
      ms,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function destroy(client: Client): void {
  // A client that never came to connect refuses to be destroyed; there is nothing to destroy then.
  if (client.isOpen) client.destroy();
}
