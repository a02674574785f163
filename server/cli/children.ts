import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

/** The two programs, from sources (development) and built (`npm run build`). */
const programs = {
  site: {
    source: "server/cli/development.ts",
    built: "build/site.js",
    reads: ["vite.config.ts", "remix.config.js"],
    inspectPort: 9229,
  },
  sandbox: {
    source: "server/sandbox/main.ts",
    built: "build/sandbox.js",
    reads: ["server/sandbox/content/*.json"],
    inspectPort: 9230,
  },
} as const;

export type Program = keyof typeof programs;

/**
 * Returns the `node` arguments that run a program from its sources and restart it when a file changes that it imports
 * or reads. For the site that covers few files: Vite loads and reloads the rest (development.ts).
 */
export function sourceOf(program: Program, inspect = false): string[] {
  const { source, reads } = programs[program];
  const include = reads.map((pattern) => `--include=${pattern}`);
  // tsx excludes only folders named node_modules. If that is a link, it would watch Vite's own files, which Vite
  // rewrites at each start.
  const exclude = `--exclude=${realpathSync(join(projectRoot, "node_modules"))}/**`;
  const watch = ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false", ...include, exclude];
  return [...watch, ...inspectorOf(program, inspect), source];
}

export function builtOf(program: Program, inspect = false): string[] {
  return [...inspectorOf(program, inspect), "--enable-source-maps", programs[program].built];
}

/** Returns Node's inspector flag on loopback: port 9229 for the site, 9230 for the sandbox. */
function inspectorOf(program: Program, inspect: boolean): string[] {
  return inspect ? [`--inspect=127.0.0.1:${programs[program].inspectPort}`] : [];
}

/** Script that ends a program when its parent is gone, even after SIGKILL. */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  `process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();`,
)}`;

/** Starts `node` directly, because npm and shells do not forward signals. `env` adds environment variables. */
export function spawnScript(
  args: string[],
  env: Record<string, string> = {},
  stdout: "inherit" | "pipe" = "inherit",
): ChildProcess {
  return spawn(process.execPath, ["--import", endWithParent, ...args], {
    cwd: projectRoot,
    stdio: ["ignore", stdout, "inherit", "ipc"],
    // Own process group: Ctrl+C in a terminal signals the whole group and would reach the program twice.
    detached: true,
    env: { ...process.env, ...env },
  });
}

/** Runs a script to its end. If it fails, this process exits with its code. */
export async function runScript(...script: Parameters<typeof spawnScript>): Promise<void> {
  const [code] = (await once(spawnScript(...script), "exit")) as [number | null];
  if (code !== 0) process.exit(code ?? 1);
}
