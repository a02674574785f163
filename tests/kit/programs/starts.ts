/** Starts the site with a user's commands, and reports whether it serves or exits. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "#server/cli/children";
import { variableNames } from "#server/config/env.server";
import { freePort } from "./redis-server";
import { FREE_PORT, type StartRow, type Variables, type Way, ways } from "./start-rows";

const READY_MS = 60_000;

/**
 * Requests a page with a Host header.
 * @returns its status; undefined while nothing listens
 */
export function status(port: string, path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(
      { host: "127.0.0.1", port, path, headers: { Host: host }, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on("error", () => resolve(undefined));
    request.setTimeout(10_000, () => request.destroy());
  });
}

/** Excludes npm's lines and the launcher's line about `.env`. */
export const isOwnLine = (line: string) => line.trim() !== "" && !/^(?:>|npm |Read \.env: )/.test(line);

interface Start {
  way: Way;
  variables: Variables;
  /** Variables of every start: ports and a data folder. */
  base: Variables;
  /** Default: this project. */
  root?: string;
}

/** Starts the site. Returns the process, its environment and its output lines. */
async function begin({ way, variables, base, root = projectRoot }: Start) {
  const folder = mkdtempSync(join(tmpdir(), "soria-start-"));
  const unset = Object.fromEntries(variableNames.map((name) => [name, ""]));
  const inherited = Object.fromEntries(
    ["PATH", "HOME", "TMPDIR"].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const environment: Variables = {
    ...inherited,
    ...unset,
    DATA_DIR: folder,
    LOG_LEVEL: "warn",
    ...base,
    ...variables,
  };
  for (const [name, value] of Object.entries(environment)) {
    if (value === FREE_PORT) environment[name] = String(await freePort());
  }
  const [program = "", ...args] = ways[way];
  // A separate process group, which receives SIGINT as a whole, like Ctrl+C in a terminal.
  const child = spawn(program, args, {
    cwd: root,
    env: { NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  // Emitted after every descendant process has closed its output.
  const closed = once(child, "close");
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
  };
  return {
    child,
    environment,
    lines: () => output.split("\n").filter(isOwnLine),
    async end(): Promise<void> {
      kill("SIGINT");
      const late = setTimeout(() => kill("SIGKILL"), 20_000);
      await closed;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the site, waits until it serves a page, and stops it.
 *
 * @returns the lines it wrote
 * @throws Error with these lines if it does not serve
 */
export async function expectServed(start: Start, does?: StartRow["does"]): Promise<string[]> {
  const running = await begin(start);
  const { child, environment } = running;
  const host = environment["SITE_URL"] ? new URL(environment["SITE_URL"]).host : "localhost";
  try {
    const deadline = Date.now() + READY_MS;
    for (;;) {
      // With PORT=0 the launcher prints the port.
      const said = /localhost:(\d+)$/.exec(
        running.lines().find((line) => line.includes("Soria is at")) ?? "",
      )?.[1];
      const port = environment["PORT"] === "0" ? said : environment["PORT"];
      if (port && (await status(port, "/healthz", host)) === 200) {
        const page = await status(port, "/", host);
        if (page !== 200) throw new Error(`/ answered ${page}`);
        break;
      }
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
      if (Date.now() > deadline) throw new Error(`it did not serve within ${READY_MS / 1000} s`);
      await pause(50);
    }
    await does?.(environment);
    return running.lines();
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : String(error)}\n${running.lines().join("\n")}`,
      {
        cause: error,
      },
    );
  } finally {
    await running.end();
  }
}

/**
 * Starts the site and waits until it exits with an error.
 * @returns its exit code, and the lines it wrote
 */
export async function refusalOf(start: Start): Promise<{ code: number | null; lines: string[] }> {
  const running = await begin(start);
  const { child } = running;
  const late = setTimeout(() => void running.end(), READY_MS);
  await once(child, "close");
  clearTimeout(late);
  await running.end();
  return { code: child.exitCode, lines: running.lines() };
}
