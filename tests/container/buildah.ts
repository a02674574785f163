/** Runs `buildah`, and the Dockerfile's commands in containers of its images. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "#server/cli/children";

/** Folder that is kept between runs: the base image alone takes 90 s to build. */
export const storage = join(projectRoot, ".cache/containers");
mkdirSync(storage, { recursive: true });
const environment = {
  ...process.env,
  STORAGE_DRIVER: "vfs",
  BUILDAH_ISOLATION: "chroot",
  CONTAINERS_STORAGE_CONF: "/dev/null",
};
const roots = ["--root", join(storage, "images"), "--runroot", join(storage, "run")];

/** Runs `buildah` with the images of this folder. @returns its output */
export function buildah(...args: string[]): string {
  return execFileSync("buildah", [...roots, ...args], {
    cwd: projectRoot,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  }).trim();
}

/** A container and the command that runs in it. */
export interface Container {
  id: string;
  mount: string;
  process: ChildProcess;
  output: () => string;
}

/**
 * Runs a command in a new container.
 *
 * @param port passed as CONTAINER_PORT, by which `programOn` finds the process
 */
export function run(image: string, port: number, env: Record<string, string>, command: string[]): Container {
  return runIn(buildah("from", "--pull-never", image), port, env, command);
}

/** Runs a command in an existing container. */
export function runIn(id: string, port: number, env: Record<string, string>, command: string[]): Container {
  const all = { ...env, CONTAINER_PORT: String(port) };
  const options = Object.entries(all).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const child = spawn("buildah", [...roots, "run", ...options, id, "--", ...command], { env: environment });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { id, mount: buildah("mount", id), process: child, output: () => output };
}

/** Waits up to 30 s until the URL responds with a 2xx status, and returns the response. */
export async function untilReachable(address: string, container: Container): Promise<Response> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (container.process.exitCode !== null) break;
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (response?.ok) return response;
    await pause(100);
  }
  throw new Error(`${address} does not respond:\n${container.output()}`);
}

/**
 * Finds a container's node process by its variable CONTAINER_PORT, which is unique. With chroot isolation it is one of
 * this machine's processes.
 */
function programOn(port: number, container: Container): { pid: number; uid: number } {
  const processes = execFileSync("ps", ["-e", "-o", "pid=,uid=,args="], { encoding: "utf8" }).split("\n");
  for (const line of processes) {
    const [, pid, uid] = /^\s*(\d+)\s+(\d+)\s+(?:\S*\/)?node /.exec(line) ?? [];
    if (!pid) continue;
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      if (variables.includes(`CONTAINER_PORT=${port}`)) return { pid: Number(pid), uid: Number(uid) };
    } catch {
      // The process has ended since `ps`. This script runs as root, so no other error is expected.
    }
  }
  throw new Error(`no node runs in the container:\n${container.output()}`);
}

/** Sends SIGTERM to the container's node process and waits until the container has exited. */
export async function end(container: Container, port: number): Promise<void> {
  const ended = once(container.process, "exit");
  process.kill(programOn(port, container).pid, "SIGTERM");
  await ended;
}

const instructions = readFileSync(join(projectRoot, "Dockerfile"), "utf8");
/** Returns an instruction of a stage of the Dockerfile, as its arguments. */
export function command(stage: string, instruction: "CMD" | "HEALTHCHECK"): string[] {
  const part = instructions.slice(instructions.indexOf(`AS ${stage}\n`)).split("\nFROM ")[0] ?? "";
  const [, json] = new RegExp(`^${instruction} .*?(\\[".*\\])$`, "m").exec(part) ?? [];
  if (!json) throw new Error(`the stage ${stage} has no ${instruction}`);
  return JSON.parse(json) as string[];
}
