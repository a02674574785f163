/** Builds the images: the Dockerfile's base from Debian and npm packages, and its targets. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildah, storage } from "./buildah";

/** Version of the npm package `node-linux-…` in the base image. */
export const NODE_VERSION = "24.21.0";
/** Name of the image that the Dockerfile is based on. The local image of this name comes from `makeBase`. */
const BASE = "docker.io/library/node:24-bookworm-slim";

/**
 * Builds the Dockerfile's base image from Debian packages and the `node` binary of the npm package `node-linux-…`. An
 * image of an earlier run is reused, whatever its Node version: remove .cache/containers after NODE_VERSION changes.
 */
export function makeBase(): void {
  if (buildah("images", "--format", "{{.Name}}:{{.Tag}}").split("\n").includes(BASE)) return;
  const folder = mkdtempSync(join(tmpdir(), "soria-base-"));
  try {
    const system = join(folder, "system");
    execFileSync("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", system], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    execFileSync("npm", ["pack", "--silent", `node-linux-${process.arch}@${NODE_VERSION}`], { cwd: folder });
    execFileSync("sh", ["-c", "tar xzf node-linux-*.tgz"], { cwd: folder });
    const bin = join(system, "usr/local/bin");
    copyFileSync(join(folder, "package/bin/node"), join(bin, "node"));
    // This machine's npm, because npm's `node` package does not include it.
    const npm = dirname(dirname(realpathSync(execFileSync("which", ["npm"], { encoding: "utf8" }).trim())));
    const modules = join(system, "usr/local/lib/node_modules");
    execFileSync("sh", [
      "-c",
      'mkdir -p "$2" && cp -rL "$1" "$2/npm" && ln -s ../lib/node_modules/npm/bin/npm-cli.js "$3/npm" && chmod +x "$2/npm/bin/npm-cli.js" "$3/node"',
      "sh",
      npm,
      modules,
      bin,
    ]);
    execFileSync("chroot", [system, "useradd", "--create-home", "--uid", "1000", "node"]);
    const container = buildah("from", "scratch");
    buildah("copy", "--quiet", container, system, "/");
    buildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", container);
    buildah("commit", "--quiet", "--rm", container, BASE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const npmConfig = (option: string) =>
  execFileSync("npm", ["config", "get", option], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
/** Path of that file in the container, mounted during the build. */
const CA_FILE_INSIDE = "/etc/ssl/test-ca.pem";
/** File with the certificate authorities for the npm registry, if this machine configures one. */
const caFile = [npmConfig("cafile")].find((file) => file !== "" && existsSync(file));

/**
 * Writes this machine's npm settings (a mirror, for example). They are mounted during the build and are in no layer.
 */
function npmSettings(): string {
  const file = join(storage, "npmrc");
  const lines = [`registry=${npmConfig("registry")}`, ...(caFile ? [`cafile=${CA_FILE_INSIDE}`] : [])];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** Builds a target of the Dockerfile. @returns the image's name */
export function build(target: string): string {
  const image = `localhost/soria-web-${target}`;
  const mounts = ["--volume", `${npmSettings()}:/root/.npmrc:ro`];
  if (caFile) mounts.push("--volume", `${caFile}:${CA_FILE_INSIDE}:ro`);
  const args = [
    "--quiet",
    "--format",
    "docker",
    "--pull-never",
    "--layers",
    "--target",
    target,
    "--tag",
    image,
    ...mounts,
  ];
  buildah("build", ...args, "--file", "Dockerfile", ".");
  return image;
}
