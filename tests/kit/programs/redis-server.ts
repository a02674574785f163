import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The Redis program. REDIS_SERVER names another one. */
const program = process.env["REDIS_SERVER"] ?? "redis-server";

/** Number of ports of each process. */
const PORTS = 100;
const firstPort = 10_000 + (process.pid % 220) * PORTS;
let asked = 0;

/**
 * Returns a port on which nothing listens. Each process has a hundred of its own, below the range from which the system
 * takes ports: from that range another process could get the same port before the started program listens on it.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PORTS; tried += 1) {
    const port = firstPort + (asked++ % PORTS);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(`no free port from ${firstPort} on`);
}

/**
 * Sends one command to Redis or a sentinel, like redis-cli.
 * @returns the raw response, which must fit into one chunk
 */
export function redisCommand(port: number, words: string[]): Promise<string> {
  const text = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("");
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`*${words.length}\r\n${text}`));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.once("error", reject);
    // A sentinel makes a server close all connections when it becomes a replica.
    socket.once("close", () => reject(new Error("closed without an answer")));
  });
}

/** A Redis server for one test, which can stop, freeze and restart it with its data. */
export class RedisServer {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "soria-redis-"));
  #process: ChildProcess | undefined;

  private constructor(
    port: number,
    private readonly options: readonly string[],
  ) {
    this.port = port;
  }

  /**
   * Starts a server.
   * @param options further arguments, such as `--requirepass x`
   * @throws Error that names the program if it is not installed
   */
  static async start(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const child = spawn(
      program,
      [
        ...["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder, "--appendonly", "yes"],
        ...this.options,
      ],
      { stdio: "ignore" },
    );
    this.#process = child;
    const failed = once(child, "error").then(([error]: unknown[]) => {
      throw new Error(`${program} cannot be started; install Redis or name it in REDIS_SERVER`, {
        cause: error,
      });
    });
    await Promise.race([this.#answers(child), failed]);
  }

  /** Stops the server. Its data stay on disk. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.thaw();
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  /** Kills the server. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** Suspends the server: it keeps and accepts connections, but does not respond. */
  freeze(): void {
    this.#process?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#process?.kill("SIGCONT");
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(child: ChildProcess): Promise<void> {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
      if (await this.#pong()) return;
      await pause(20);
    }
  }

  /**
   * Sends a command.
   * @returns the first line of the response
   */
  async command(...words: string[]): Promise<string> {
    return (await redisCommand(this.port, words)).split("\r\n")[0] ?? "";
  }

  /** Makes snapshots fail as on a full disk, so that Redis rejects writes (MISCONF). */
  async failDisk(): Promise<void> {
    // A restart leaves a snapshot there. The data are in the append-only file.
    rmSync(join(this.#folder, "dump.rdb"), { recursive: true, force: true });
    mkdirSync(join(this.#folder, "dump.rdb", "in-the-way"), { recursive: true });
    await this.command("CONFIG", "SET", "save", "3600 1");
    await this.#snapshot("err");
  }

  async mendDisk(): Promise<void> {
    rmSync(join(this.#folder, "dump.rdb"), { recursive: true });
    await this.#snapshot("ok");
    await this.command("CONFIG", "SET", "save", "");
  }

  async #snapshot(status: "ok" | "err"): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!(await this.info("persistence")).includes(`rdb_last_bgsave_status:${status}`)) {
      if (Date.now() > deadline) throw new Error(`no snapshot of Redis ended with ${status}`);
      // Rejected while a snapshot is in progress.
      await this.command("BGSAVE");
      await pause(100);
    }
  }

  /** Returns a section of INFO. */
  info(section: string): Promise<string> {
    return redisCommand(this.port, ["INFO", section]);
  }

  #pong(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1", () => socket.write("PING\r\n"));
      socket.once("data", (data) => {
        socket.destroy();
        // A server that requires a password is ready too.
        resolve(/^\+PONG|^-NOAUTH/.test(data.toString()));
      });
      socket.once("error", () => resolve(false));
    });
  }
}
