/** Starts a built site with its own sandbox as processes on free ports. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { builtOf, type Program, projectRoot } from "#server/cli/children";
import { freePort } from "./redis-server";

const READY_MS = 120_000;

/** For `fetch`. A connection that is kept may be closed by the server while it is idle. */
export const oneConnection = { headers: { Connection: "close" } };

export interface StartOptions {
  /** Added to the environment of the site and of its sandbox. */
  env?: Record<string, string>;
  /** Added to the environment of the site alone. */
  siteEnv?: Record<string, string>;
  /** Starts a sandbox too; else `env` names an API. Default: true. */
  sandbox?: boolean;
  /** Data folder, kept by the caller. Default: a temporary one, removed at the end. */
  dataDir?: string;
  /** Checkout whose build runs. Default: SITE_ROOT, else this one. */
  root?: string;
}

/** A running program: site or sandbox. */
export interface Running {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Returns everything it has written so far. */
  output(): string;
  /**
   * Sends a signal and waits for the exit.
   * @returns the exit code; null if the signal ended it
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface RunningSite {
  site: Running;
  sandbox: Running | undefined;
  dataDir: string;
  /** Restarts the sandbox on its port with its data if it has ended. */
  reviveSandbox(): Promise<void>;
  /**
   * Stops both programs, and removes temporary data.
   * @throws Error if calls differed from contract/openapi.yaml
   */
  stop(): Promise<void>;
}

const programs = new Map<ChildProcess, { program: Program; output: () => string }>();

/** Returns the last characters that each running program has written, for the report of a failed test. */
export const lastOutputs = (characters = 2_000): string[] =>
  [...programs.values()].map(({ program, output }) => `${program}: ${output().slice(-characters)}`);

/**
 * Runs a built program and waits until it responds.
 *
 * @param readyPath path with a status below 500 as soon as the program can serve
 * @throws Error with the program's output if it ends first or does not respond within two minutes
 */
export async function runProgram(
  program: Program,
  port: number,
  env: Record<string, string>,
  readyPath: string,
  options: string[] = [],
  root = projectRoot,
): Promise<Running> {
  // SITE_URL and API_BASE_URL of the calling shell must not reach the programs.
  const { SITE_URL: _, API_BASE_URL: __, ORDER_API_BASE_URL: ___, SANDBOX: ____, ...inherited } = process.env;
  const child = spawn(process.execPath, [...builtOf(program), ...options], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited, NODE_ENV: "production", ...(!env["API_BASE_URL"] && { SANDBOX: "1" }), ...env },
  });
  const ended = once(child, "exit");
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  programs.set(child, { program, output: () => output });
  void ended.then(() => programs.delete(child));
  const origin = `http://localhost:${port}`;

  const deadline = Date.now() + READY_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The ${program} ended with ${child.exitCode}:\n${output}`);
    const response = await fetch(origin + readyPath, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    );
    if (response && response.status < 500) break;
    if (Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`The ${program} did not answer within ${READY_MS / 1000} s:\n${output}`);
    }
    await pause(50);
  }
  return {
    origin,
    child,
    output: () => output,
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** Returns the differences from contract/openapi.yaml that a sandbox has found; none if it has ended or hangs. */
async function takeDifferences(sandbox: Running | undefined): Promise<string[]> {
  if (!sandbox || sandbox.child.exitCode !== null || sandbox.child.signalCode !== null) return [];
  const response = await fetch(`${sandbox.origin}/__differences`, {
    method: "DELETE",
    signal: AbortSignal.timeout(2_000),
  }).catch(() => undefined);
  // The sandbox of another release does not have this switch.
  return response?.ok ? ((await response.json()) as string[]) : [];
}

/** Settings of a site that browsers visit: on a busy machine the sandbox may answer later than the default. */
export const patient = { API_TIMEOUT_MS: "12000" };

/** Starts the built site and, by default, a sandbox for it. */
export async function startSite({
  env = {},
  siteEnv = {},
  sandbox = true,
  dataDir,
  root = process.env["SITE_ROOT"],
}: StartOptions = {}): Promise<RunningSite> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "soria-site-"));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const shared = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "0",
    // On a busy machine the sandbox may answer later than a page waits for its optional parts.
    OPTIONAL_PART_MS: "3000",
    ...env,
  };
  const options = [`--site=http://localhost:${port}`, ...(root ? [] : ["--contract"])];
  const startSandbox = () => runProgram("sandbox", sandboxPort, shared, "/mailbox.json", options, root);
  const api = sandbox ? await startSandbox() : undefined;
  try {
    const running: RunningSite = {
      site: await runProgram("site", port, { ...shared, ...siteEnv }, "/healthz", [], root),
      sandbox: api,
      dataDir: folder,
      async reviveSandbox() {
        const { child } = running.sandbox ?? {};
        if (child && (child.exitCode !== null || child.signalCode !== null))
          running.sandbox = await startSandbox();
      },
      async stop() {
        const differences = await takeDifferences(running.sandbox);
        await Promise.all([running.site.stop(), running.sandbox?.stop()]);
        if (!dataDir) rmSync(folder, { recursive: true, force: true });
        if (differences.length > 0)
          throw new Error(`Calls differ from contract/openapi.yaml:\n${differences.join("\n")}`);
      },
    };
    return running;
  } catch (error) {
    await api?.stop();
    throw error;
  }
}
