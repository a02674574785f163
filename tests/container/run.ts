/**
 * `npm run test:container`: builds and runs the Dockerfile's images as root on Debian, without a Docker daemon or a
 * container registry. It does use the npm registry and Debian's packages (docs/operating.md, Containers). The site's
 * image runs with compose.yaml's environment (but free ports), Redis command, read-only root, tmpfs and volume, as the
 * image's user; `cap_drop` and `no-new-privileges` are not applied. The first failed check throws and ends the run.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
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
import { parse, parseAllDocuments } from "yaml";
import { projectRoot } from "#server/cli/children";
import { freePort } from "../kit/programs/redis-server";
import { bringPackage, bringRedis } from "../../tools/run-tests/tools";
import { imageStarts } from "./starts";

const NODE_VERSION = "24.21.0";
/** Name of the image that the Dockerfile is based on. The local image of this name comes from `makeBase`. */
const BASE = "docker.io/library/node:24-bookworm-slim";

// Kept between runs: the base image alone takes 90 s to build.
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
/** Logs a check that has passed. @throws Error if it has failed */
function check(what: string, hasPassed: boolean, detail = ""): void {
  if (!hasPassed) throw new Error(`failed: ${what}. ${detail}`);
  passed += 1;
  say(`✓ ${what}`);
}

/**
 * Builds the Dockerfile's base image from Debian packages and the `node` binary of the npm package `node-linux-…`. An
 * image of an earlier run is reused, whatever its Node version: remove .cache/containers after NODE_VERSION changes.
 */
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

function build(target: string): string {
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

interface Container {
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
function run(image: string, port: number, env: Record<string, string>, command: string[]): Container {
  return runIn(buildah("from", "--pull-never", image), port, env, command);
}

/** Runs a command in an existing container. */
function runIn(id: string, port: number, env: Record<string, string>, command: string[]): Container {
  const all = { ...env, CONTAINER_PORT: String(port) };
  const options = Object.entries(all).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const child = spawn("buildah", [...roots, "run", ...options, id, "--", ...command], { env: environment });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { id, mount: buildah("mount", id), process: child, output: () => output };
}

/** Waits up to 30 s until the URL responds with a 2xx status, and returns the response. */
async function untilReachable(address: string, container: Container): Promise<Response> {
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
async function end(container: Container, port: number): Promise<void> {
  const ended = once(container.process, "exit");
  process.kill(programOn(port, container).pid, "SIGTERM");
  await ended;
}

const instructions = readFileSync(join(projectRoot, "Dockerfile"), "utf8");
function command(stage: string, instruction: "CMD" | "HEALTHCHECK"): string[] {
  const part = instructions.slice(instructions.indexOf(`AS ${stage}\n`)).split("\nFROM ")[0] ?? "";
  const [, json] = new RegExp(`^${instruction} .*?(\\[".*\\])$`, "m").exec(part) ?? [];
  if (!json) throw new Error(`the stage ${stage} has no ${instruction}`);
  return JSON.parse(json) as string[];
}

interface Service {
  environment: Record<string, string>;
  command?: string[];
  /** Example: "/tmp:size=64m". */
  tmpfs?: string[];
  /** Example: "name:/path:rw". */
  volumes?: string[];
  read_only?: boolean;
}

/**
 * Parses a compose file with `docker-compose config`, which fills in the variables. Debian 12 packages version 1, whose
 * output has volumes as "name:/path:rw"; version 2 (`docker compose`) prints objects instead.
 */
function composeOf(
  file: string,
  values: Record<string, string>,
  profiles: string[] = [],
): Record<string, Service | undefined> {
  const chosen = profiles.flatMap((profile) => ["--profile", profile]);
  const text = execFileSync("docker-compose", ["-f", file, ...chosen, "config"], {
    cwd: projectRoot,
    encoding: "utf8",
    env: { ...process.env, ...values },
  });
  return (parse(text) as { services: Record<string, Service | undefined> }).services;
}

/** The npm package with Kubernetes' types and schemas. */
const KUBERNETES_MODELS = "kubernetes-models@5.1.0";

/**
 * Validates each document of the example against the schema of its kind. The schema allows unknown keys, so tsc also
 * checks each document as an object literal of its type, which may not have any.
 */
function checkKubernetes(): void {
  const folder = join(storage, "kubernetes");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  if (!existsSync(join(folder, "node_modules/kubernetes-models"))) {
    execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", KUBERNETES_MODELS], {
      cwd: folder,
    });
  }
  const manifests = parseAllDocuments(readFileSync(join(projectRoot, "deploy/kubernetes.yaml"), "utf8")).map(
    (one) => one.toJS() as { apiVersion: string; kind: string },
  );
  const lines = manifests.map(
    ({ apiVersion, kind }, at) =>
      `import { ${kind}, type I${kind} } from "kubernetes-models/${apiVersion}";\n` +
      `const manifest${at}: I${kind} = ${JSON.stringify(manifests[at], null, 2)};\n` +
      `new ${kind}(manifest${at}).validate();\n`,
  );
  writeFileSync(join(folder, "check.ts"), lines.join(""));
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: [] },
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["check.ts"] }));
  const tool = (name: string) => join(projectRoot, "node_modules/.bin", name);
  execFileSync(tool("tsc"), ["-p", "."], { cwd: folder, stdio: "inherit" });
  execFileSync(tool("tsx"), ["check.ts"], { cwd: folder, stdio: "inherit" });
  const kinds = manifests.map(({ kind }) => kind);
  check(`deploy/kubernetes.yaml matches the schema (${kinds.join(", ")})`, kinds.length === 5);
}

/** Returns the image's user, the user's id and the environment. */
function configOf(image: string, mount: string): { user: string; uid: number; env: string[] } {
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
function runReadOnly(
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

async function site(image: string): Promise<void> {
  const port = await freePort();
  const metricsPort = await freePort();
  const redisPort = await freePort();
  const values = {
    SITE_URL: `http://localhost:${port}`,
    SESSION_SECRET: "a-secret-of-this-run-alone",
    SESSION_STORE_URL: `redis://127.0.0.1:${redisPort}`,
    API_BASE_URL: "http://127.0.0.1:9/api",
    ORDER_API_BASE_URL: "http://127.0.0.1:9",
  };
  const services = composeOf("compose.yaml", values);
  const service = services["site-1"];
  const [redisProgram = "", ...redisOptions] = services["redis"]?.command ?? [];
  if (!service) throw new Error("compose.yaml has no site-1");
  check(
    "docker-compose parses compose.yaml, which makes the site's root read-only",
    service.read_only === true,
  );

  const redisFolder = mkdtempSync(join(tmpdir(), "soria-redis-"));
  const redis = spawn(redisProgram, [...redisOptions, "--port", String(redisPort)], {
    cwd: redisFolder,
    stdio: "ignore",
  });
  // Free ports, because other programs may use the default ones.
  const env = { ...service.environment, PORT: String(port), METRICS_PORT: String(metricsPort) };
  const container = runReadOnly(image, service, env, command("site", "CMD"));
  const pid = container.process.pid ?? 0;
  try {
    await untilReachable(`http://127.0.0.1:${port}/healthz`, container);
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    const config = configOf(image, container.mount);
    check(
      `the site runs as the user that the image names (${config.user}, ${uid})`,
      uid === config.uid && uid > 0,
    );
    const version = execFileSync("chroot", [container.mount, "node", "--version"], {
      encoding: "utf8",
    }).trim();
    check(
      `the image's Node ${version} is of a release line with long-term support (even)`,
      Number(version.slice(1, 3)) % 2 === 0,
    );
    const page = await fetch(`http://localhost:${port}/terms-of-use`);
    const html = await page.text();
    check("a page is served", page.ok && html.includes("Soria"));
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1];
    check(
      "the page's style sheet is served",
      (await fetch(`http://localhost:${port}${style}`)).ok,
      String(style),
    );
    check(
      "/healthz reports the site as healthy, with its store in Redis",
      (await fetch(`http://localhost:${port}/healthz`)).ok,
    );
    check("the metrics are served", (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).ok);
    const options = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    buildah("run", ...options, container.id, "--", ...command("site", "HEALTHCHECK"));
    check("the image's HEALTHCHECK command passes", true);
    const denied = (path: string) => {
      const file = `/proc/${pid}/root${path}`;
      try {
        writeFileSync(file, "");
        return false;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === "EROFS";
      }
    };
    check(
      "the container's root is read-only, even for root",
      denied("/app/written") && denied("/etc/written"),
    );
    const deniedWrites = container
      .output()
      .split("\n")
      .filter((line) => /EROFS|EACCES/.test(line));
    check("the site has logged no denied write", deniedWrites.length === 0, deniedWrites.join("\n"));
    const written = execFileSync(
      "find",
      [`/proc/${pid}/root/tmp`, `/proc/${pid}/root/app/.data`, "-type", "f"],
      {
        encoding: "utf8",
      },
    );
    const places = new Map<string, number>();
    for (const file of written.split("\n").filter(Boolean)) {
      const place = dirname(file.replace(`/proc/${pid}/root`, ""));
      places.set(place, (places.get(place) ?? 0) + 1);
    }
    say(
      `  written: ${[...places].map(([place, count]) => `${count} files in ${place}`).join(", ") || "nothing"}`,
    );
    const ended = once(container.process, "exit");
    container.process.kill("SIGTERM");
    const [code] = (await ended) as [number | null];
    check(
      "the site drains on SIGTERM and exits with 0",
      code === 0 && container.output().includes('"stopped"'),
      String(code),
    );
  } finally {
    container.process.kill("SIGKILL");
    redis.kill("SIGKILL");
    rmSync(redisFolder, { recursive: true, force: true });
    buildah("rm", container.id);
  }
}

async function demo(image: string): Promise<void> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  // Free ports, because other programs may use 3000 and 4000.
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const own = { ...ports, SITE_URL: `http://localhost:${port}` };
  const services = composeOf("deploy/compose.demo.yaml", { PORT: String(port) });
  check("docker-compose parses deploy/compose.demo.yaml", services["site"] !== undefined);
  const observed = composeOf("deploy/compose.demo.yaml", { PORT: String(port) }, ["observe"]);
  const added = Object.keys(observed).filter((name) => services[name] === undefined);
  check("its profile observe adds three services", added.sort().join() === "grafana,jaeger,prometheus");
  const sandboxService = services["sandbox"];
  const environment = { ...sandboxService?.environment, ...own };
  const sandbox = run(image, sandboxPort, environment, sandboxService?.command ?? []);
  const siteContainer = run(
    image,
    port,
    { ...services["site"]?.environment, ...own },
    command("demo", "CMD"),
  );
  try {
    await untilReachable(`http://127.0.0.1:${sandboxPort}/mailbox.json`, sandbox);
    await untilReachable(`http://127.0.0.1:${port}/healthz`, siteContainer);
    const news = await (await fetch(`http://localhost:${port}/news`)).text();
    check("the demo shows the sandbox's news", /href="\/news\/\d+/.test(news));
    const signIn = await fetch(`http://localhost:${port}/sign-in`, {
      method: "POST",
      body: new URLSearchParams({ email: "member@soria.test", password: "Soria-2024!" }),
      headers: { Origin: `http://localhost:${port}` },
      redirect: "manual",
    });
    check("a member can sign in to the demo", signIn.status === 303, String(signIn.status));
    const desk = await (await fetch(`http://localhost:${sandboxPort}/`)).text();
    check("the sandbox serves its desk", desk.includes("A member in any state"));

    // A page that waits for the API when SIGTERM arrives.
    const wait = { method: "PUT", headers: { "Content-Type": "application/json" }, body: '{"delayMs":2000}' };
    await fetch(`http://localhost:${sandboxPort}/__settings`, wait);
    const underWay = fetch(`http://localhost:${port}/news?keyword=drain`);
    await pause(500);
    const stopped = end(siteContainer, port);
    const response = await underWay;
    const whole = (await response.text()).trimEnd().endsWith("</html>");
    check(
      "a page requested before SIGTERM is sent completely",
      response.ok && whole,
      String(response.status),
    );
    await stopped;
    check(
      "the demo's site exits with 0 after SIGTERM",
      siteContainer.process.exitCode === 0,
      String(siteContainer.process.exitCode),
    );
  } finally {
    if (siteContainer.process.exitCode === null) await end(siteContainer, port);
    await end(sandbox, sandboxPort);
    buildah("rm", siteContainer.id, sandbox.id);
  }
}

/** Starts the site's image with valid and invalid values of each variable. */
async function starts(image: string): Promise<void> {
  const id = buildah("from", "--pull-never", image);
  const folder = mkdtempSync(join(tmpdir(), "soria-starts-"));
  try {
    const begin = (variables: Record<string, string>) => {
      const port = Number(variables["PORT"]) || 0;
      const container = runIn(id, port, variables, command("site", "CMD"));
      return { process: container.process, output: container.output, end: () => end(container, port) };
    };
    const { count, faults } = await imageStarts(begin, folder);
    const hasNoFaults = faults.length === 0;
    check(
      `${count} starts: the site serves with a valid value, and rejects an invalid one in one line that names the variable`,
      hasNoFaults,
      faults.join("\n"),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    buildah("rm", id);
  }
}

for (const name of ["buildah", "debootstrap", "docker-compose"]) bringPackage(name);
bringRedis();
checkKubernetes();
makeBase();
say(`base image: Debian bookworm with Node ${NODE_VERSION}`);
const image = build("site");
say("site image built");
await site(image);
await starts(image);
const demoImage = build("demo");
say("demo image built");
await demo(demoImage);
const sizes = buildah("images", "--format", "{{.Name}} {{.Size}}")
  .split("\n")
  .filter((line) => line.includes("soria"));
console.log(sizes.join("\n"));
console.log(`${passed} passed`);
