import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "#server/cli/children";
import { forgetEnv } from "#server/config/env.server";
import { forgetCounts } from "#server/limits/rate-limit.server";
import type { Report, Task } from "../kit/programs/session-worker";
import { token } from "../unit/session/support";

/**
 * Path of the worker's bundle, built once: a bundle starts in a fifth of the time of its sources, and about 24 are
 * started.
 */
let worker: Promise<string> | undefined;

async function bundleWorker(): Promise<string> {
  const outfile = join(projectRoot, "test-results/session-worker.mjs");
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ["tests/kit/programs/session-worker.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  return outfile;
}

export const secret = "a-secret-that-only-tests-use-0123456789";

/** A process with sessions, on a store that it may share with others. */
export class SessionProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(environment: Record<string, string>): Promise<SessionProcess> {
    const child = fork(await (worker ??= bundleWorker()), {
      execArgv: ["--enable-source-maps"],
      env: {
        NODE_ENV: "test",
        PATH: process.env["PATH"],
        LOG_LEVEL: "silent",
        SESSION_SECRET: secret,
        ...environment,
      },
    });
    const started = new SessionProcess(child);
    await started.next();
    return started;
  }

  /**
   * Waits for the next report.
   * @throws Error with the worker's stack if it failed
   */
  async next(): Promise<Report> {
    const heard = new AbortController();
    const { signal } = heard;
    const [message] = (await Promise.race([
      once(this.#child, "message", { signal }),
      once(this.#child, "exit", { signal }).then(() => [{ error: "the process ended" }]),
    ])) as [Report];
    heard.abort();
    if ("error" in message) throw new Error(message.error);
    return message;
  }

  ask(task: Task): Promise<Report> {
    const answer = this.next();
    this.#child.send(task);
    return answer;
  }

  /** Listens to all reports of tasks that report more than once. */
  listen(hear: (report: Report) => void): void {
    this.#child.on("message", hear);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async kill(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }
}

/** Server for the API's two refresh calls, which counts them. */
export class RefreshApi {
  calls = 0;
  /** Number of calls that have been answered. */
  answered = 0;
  /** Delay of a response, in ms. */
  delayMs = 100;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((_, response) => {
      this.calls += 1;
      const label = `renewed-${this.calls}`;
      const respond = () => {
        this.answered += 1;
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify({ result: 1, message: "", data: { accessToken: token(900, label) } }));
      };
      setTimeout(respond, this.delayMs).unref();
    });
  }

  static async start(): Promise<RefreshApi> {
    const api = new RefreshApi();
    api.#server.listen(0, "127.0.0.1");
    await once(api.#server, "listening");
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Resets this process's store (server/runtime/singleton.ts), settings and counts, so that a test can set them. */
export function forgetProcessState(): void {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (symbol.description?.startsWith("soria.")) Reflect.deleteProperty(globalThis, symbol);
  }
  forgetEnv();
  forgetCounts();
}
