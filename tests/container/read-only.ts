/** Runs an image with a read-only root, as compose.yaml says. */
import { spawn } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildah, type Container, storage } from "./buildah";
import type { Service } from "./compose";

/** Returns the image's user, the user's id and the environment. */
export function configOf(image: string, mount: string): { user: string; uid: number; env: string[] } {
  const { OCIv1 } = JSON.parse(buildah("inspect", "--type", "image", image)) as {
    OCIv1: { config: { User: string; Env: string[] } };
  };
  const { User: user, Env: env } = OCIv1.config;
  const accounts = readFileSync(join(mount, "etc/passwd"), "utf8").split("\n");
  return { user, uid: Number(accounts.find((line) => line.startsWith(`${user}:`))?.split(":")[2]), env };
}

/**
 * Runs an image as compose.yaml says: with a read-only root, tmpfs of the given sizes, and folders of this machine as
 * volumes. `buildah run` cannot make the root read-only, so this uses mount namespaces.
 */
export function runReadOnly(
  image: string,
  service: Service,
  env: Record<string, string>,
  command: string[],
): Container {
  const id = buildah("from", "--pull-never", image);
  const mount = buildah("mount", id);
  const config = configOf(image, mount);
  const mounts = (service.tmpfs ?? []).map((line) => {
    const [path = "", options = ""] = line.split(":");
    return `mount -t tmpfs -o ${options} tmpfs "$ROOT${path}"`;
  });
  for (const line of service.volumes ?? []) {
    const [name = "", path = ""] = line.split(":");
    const folder = join(storage, "volumes", name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    chownSync(folder, config.uid, config.uid);
    mounts.push(`mkdir -p "$ROOT${path}"`, `mount --bind "${folder}" "$ROOT${path}"`);
  }
  const script = [
    "set -e",
    'mount --bind "$ROOT" "$ROOT"',
    'mount -o remount,bind,ro "$ROOT"',
    'mount -t proc proc "$ROOT/proc"',
    'mount --rbind /dev "$ROOT/dev"',
    ...mounts,
    `exec chroot --userspec=${config.uid}:${config.uid} "$ROOT" /usr/bin/env -i "$@"`,
  ];
  const all = [...config.env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const inWorkdir = ["/bin/sh", "-c", 'cd /app && exec "$@"', "sh", ...command];
  const child = spawn("unshare", ["--mount", "sh", "-c", script.join("\n"), "sh", ...all, ...inWorkdir], {
    env: { ...process.env, ROOT: mount },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { id, mount, process: child, output: () => output };
}
