/**
 * `npm run test:container`: the images of the Dockerfile, built and run without a daemon or a registry (a base image is
 * made from Debian's packages and the `node` binary of npm), as root on Debian; about five minutes.
 *
 * What it proves: the site's image builds from a clean context; it runs as the user it names, writes nothing outside
 * /app/.data and /tmp, is healthy by its own health check, answers, and drains on SIGTERM; the demo's image runs the site
 * with its sandbox in one network, as compose.demo.yaml says.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "yaml";
import { projectRoot } from "#server/cli/children";
import { freePort } from "../setup/redis-server";
import { bringPackage } from "../setup/tools";

const NODE_VERSION = "24.21.0";
const BASE = "docker.io/library/node:24-bookworm-slim";

// Kept between runs: the base image alone costs a minute and a half.
const storage = join(projectRoot, ".cache/containers");
mkdirSync(storage, { recursive: true });
const environment = {
  ...process.env,
  STORAGE_DRIVER: "vfs",
  BUILDAH_ISOLATION: "chroot",
  CONTAINERS_STORAGE_CONF: "/dev/null",
};
const roots = ["--root", join(storage, "images"), "--runroot", join(storage, "run")];

function buildah(...args: string[]): string {
  return execFileSync("buildah", [...roots, ...args], {
    cwd: projectRoot,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  }).trim();
}

const started = Date.now();
function say(line: string): void {
  console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${line}`);
}

let passed = 0;
function proves(what: string, isSo: boolean, detail = ""): void {
  if (!isSo) throw new Error(`${what}: not so. ${detail}`);
  passed += 1;
  say(`✓ ${what}`);
}

/** The image that the Dockerfile starts from, made of Debian's packages and npm's `node`. */
function makeBase(): void {
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
    // npm of this machine: the image of a registry brings its own.
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

const ask = (option: string) =>
  execFileSync("npm", ["config", "get", option], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
/** Who signs this machine's connections to the registry, when that is somebody of its own. */
const authorities = [ask("cafile")].find((file) => file !== "" && existsSync(file));

/** The npm client's settings of this machine (a mirror, say): lent to the build, and in no layer. */
function npmSettings(): string {
  const file = join(storage, "npmrc");
  const lines = [`registry=${ask("registry")}`, ...(authorities ? ["cafile=/etc/ssl/lent.pem"] : [])];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

function build(target: string): string {
  const image = `localhost/soria-web-${target}`;
  const lend = ["--volume", `${npmSettings()}:/root/.npmrc:ro`];
  if (authorities) lend.push("--volume", `${authorities}:/etc/ssl/lent.pem:ro`);
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
    ...lend,
  ];
  buildah("build", ...args, "--file", "Dockerfile", ".");
  return image;
}

interface Container {
  id: string;
  mount: string;
  process: ChildProcess;
  output: () => string;
}

/** @param port of the program inside, by which it is found again */
function run(image: string, port: number, env: Record<string, string>, command: string[]): Container {
  const id = buildah("from", "--pull-never", image);
  const all = { ...env, CONTAINER_PORT: String(port) };
  const options = Object.entries(all).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const child = spawn("buildah", [...roots, "run", ...options, id, "--", ...command], { env: environment });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { id, mount: buildah("mount", id), process: child, output: () => output };
}

async function answers(address: string, container: Container): Promise<Response> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (container.process.exitCode !== null) break;
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return answer;
    await pause(100);
  }
  throw new Error(`${address} does not answer:\n${container.output()}`);
}

/** The program inside: chroot isolation shows it among this machine's, and its port is its own. */
function programOn(port: number, container: Container): { pid: number; uid: number } {
  const processes = execFileSync("ps", ["-e", "-o", "pid=,uid=,args="], { encoding: "utf8" }).split("\n");
  for (const line of processes) {
    const [, pid, uid] = /^\s*(\d+)\s+(\d+)\s+(?:\S*\/)?node /.exec(line) ?? [];
    if (!pid) continue;
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      if (variables.includes(`CONTAINER_PORT=${port}`)) return { pid: Number(pid), uid: Number(uid) };
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error(`no node runs in the container:\n${container.output()}`);
}

async function end(container: Container, port: number): Promise<void> {
  const ended = once(container.process, "exit");
  process.kill(programOn(port, container).pid, "SIGTERM");
  await ended;
}

/** What is newer than the start and is not where the image says that it writes. */
function writtenIn({ mount }: Container, since: string): string[] {
  const allowed = ["proc", "sys", "dev", "tmp", "run", "app/.data", "etc/hosts", "etc/resolv.conf"];
  const skip = allowed.flatMap((path) => ["-path", join(mount, path), "-prune", "-o"]);
  return execFileSync("find", [mount, ...skip, "-type", "f", "-newer", since, "-print"], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

const instructions = readFileSync(join(projectRoot, "Dockerfile"), "utf8");
function command(stage: string, instruction: "CMD" | "HEALTHCHECK"): string[] {
  const part = instructions.slice(instructions.indexOf(`AS ${stage}\n`)).split("\nFROM ")[0] ?? "";
  const [, json] = new RegExp(`^${instruction} .*?(\\[".*\\])$`, "m").exec(part) ?? [];
  if (!json) throw new Error(`the stage ${stage} has no ${instruction}`);
  return JSON.parse(json) as string[];
}

async function site(image: string): Promise<void> {
  const port = await freePort();
  const env = {
    PORT: String(port),
    SESSION_SECRET: "a-secret-of-this-run-alone",
    API_BASE_URL: "http://127.0.0.1:9/api",
    ORDER_API_BASE_URL: "http://127.0.0.1:9",
  };
  const marker = join(storage, "started");
  writeFileSync(marker, "");
  const container = run(image, port, env, command("site", "CMD"));
  try {
    await answers(`http://127.0.0.1:${port}/healthz`, container);
    const { uid } = programOn(port, container);
    proves("the site runs as the user that the image names", uid === 1000, `uid ${uid}`);
    const page = await fetch(`http://localhost:${port}/terms-of-use`);
    proves("a page is served", page.ok && (await page.text()).includes("Soria"));
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(
      await (await fetch(`http://localhost:${port}/terms-of-use`)).text(),
    )?.[1];
    proves("and its style sheet", (await fetch(`http://localhost:${port}${style}`)).ok, String(style));
    const options = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    buildah("run", ...options, container.id, "--", ...command("site", "HEALTHCHECK"));
    proves("its own health check passes", true);
    const written = writtenIn(container, marker);
    proves("it has written nowhere but /app/.data and /tmp", written.length === 0, written.join("\n"));
    await end(container, port);
    proves("it drains on SIGTERM", container.output().includes('"stopped"'), container.output().slice(-400));
  } finally {
    container.process.kill("SIGKILL");
    buildah("rm", container.id);
  }
}

async function demo(image: string): Promise<void> {
  const { services } = parse(readFileSync(join(projectRoot, "compose.demo.yaml"), "utf8"), {
    merge: true,
  }) as {
    services: Record<"site" | "sandbox", { environment: Record<string, string>; command?: string[] }>;
  };
  const [port, sandboxPort] = [await freePort(), await freePort()];
  // Ports of their own: this machine's 3000 and 4000 may be somebody's.
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const own = { ...ports, SITE_URL: `http://localhost:${port}` };
  const sandboxCommand = services.sandbox.command?.map((word) => word.replace("${PORT:-3000}", String(port)));
  const sandbox = run(image, sandboxPort, { ...services.sandbox.environment, ...own }, sandboxCommand ?? []);
  const front = run(image, port, { ...services.site.environment, ...own }, command("demo", "CMD"));
  try {
    await answers(`http://127.0.0.1:${sandboxPort}/mailbox.json`, sandbox);
    await answers(`http://127.0.0.1:${port}/healthz`, front);
    const news = await (await fetch(`http://localhost:${port}/news`)).text();
    proves("the demo shows the sandbox's news", /href="\/news\/\d+/.test(news));
    const signIn = await fetch(`http://localhost:${port}/sign-in`, {
      method: "POST",
      body: new URLSearchParams({ email: "member@soria.test", password: "Soria-2024!" }),
      headers: { Origin: `http://localhost:${port}` },
      redirect: "manual",
    });
    proves("and its members can sign in", signIn.status === 303, String(signIn.status));
  } finally {
    await end(front, port);
    await end(sandbox, sandboxPort);
    buildah("rm", front.id, sandbox.id);
  }
}

for (const name of ["buildah", "debootstrap"]) bringPackage(name);
makeBase();
say(`base image: Debian bookworm with Node ${NODE_VERSION}`);
const image = build("site");
say("site image built");
await site(image);
const demoImage = build("demo");
say("demo image built");
await demo(demoImage);
const sizes = buildah("images", "--format", "{{.Name}} {{.Size}}")
  .split("\n")
  .filter((line) => line.includes("soria"));
console.log(sizes.join("\n"));
console.log(`${passed} passed, 0 failed`);
