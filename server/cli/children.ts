import { spawn, type ChildProcess } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

/** The two programs, as sources (development) and as built (`npm run build`). */
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
 * The arguments that make `node` run a program from its sources, and run it again when a file changes that it has
 * imported or that it reads. Of the site that is little: Vite loads the rest of it, and loads it anew (development.ts).
 */
export function sourceOf(program: Program, inspect = false): string[] {
  const { source, reads } = programs[program];
  const include = reads.map((pattern) => `--include=${pattern}`);
  // tsx leaves out folders of this name alone. Behind a link Vite's own files would be watched, which it writes and
  // removes at each start.
  const exclude = `--exclude=${realpathSync(join(projectRoot, "node_modules"))}/**`;
  const watch = ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false", ...include, exclude];
  return [...watch, ...inspectorOf(program, inspect), source];
}

/**
 * Returns the arguments that make `node` run a program as it was built.
 *
 * @param inspect opens the program's inspector port
 */
export function builtOf(program: Program, inspect = false): string[] {
  return [...inspectorOf(program, inspect), "--enable-source-maps", programs[program].built];
}

/** Returns Node's inspector flag on loopback: port 9229 for the site, 9230 for the sandbox. */
function inspectorOf(program: Program, inspect: boolean): string[] {
  return inspect ? [`--inspect=127.0.0.1:${programs[program].inspectPort}`] : [];
}

/**
 * Ends a program when the one that started it is gone, even when that was killed and could say nothing. A worker (WORKERS)
 * inherits this script and needs its channel: it is all that keeps it running until it listens.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  `import cluster from "node:cluster";
  if (cluster.isPrimary) {
    process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
    process.channel?.unref();
  }`,
)}`;

/**
 * Starts `node` itself, not through npm or a shell, which would keep signals to themselves.
 *
 * @param args arguments for node
 * @param env added to this process's environment
 */
export function spawnScript(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ["--import", endWithParent, ...args], {
    cwd: projectRoot,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // A process group of its own: Ctrl+C in a terminal goes to the whole group, and would reach it twice.
    detached: true,
    env: { ...process.env, ...env },
  });
}
