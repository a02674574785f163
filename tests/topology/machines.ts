import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "#server/cli/children";
import { freePort } from "../kit/programs/redis-server";

/** Whether this is `npm run test:topology`, not the short run of `npm test`. */
export const isLong = Number(process.env["TOPOLOGY_RATE"] ?? "20") >= 100;

const folders: string[] = [];

/** Creates a temporary folder, which `removeFolders` removes. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "soria-topology-"));
  folders.push(path);
  return path;
}

export function removeFolders(): void {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
}

export async function until(what: string, isSo: () => Promise<boolean>, ms = 90_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${ms} ms`);
    await pause(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Starts a sentinel that watches one primary with a quorum of one. */
export async function startSentinel(
  primaryPort: number,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await freePort();
  const file = join(folder(), "sentinel.conf");
  writeFileSync(
    file,
    `port ${port}
bind 127.0.0.1
sentinel monitor soria 127.0.0.1 ${primaryPort} 1
sentinel down-after-milliseconds soria 1000
sentinel failover-timeout soria 4000
`,
  );
  const child = spawn(process.env["REDIS_SERVER"] ?? "redis-server", [file, "--sentinel"], {
    stdio: "ignore",
  });
  return { port, stop: () => end(child) };
}

const caddy = process.env["CADDY"] ?? "caddy";

/** Returns the shipped Caddyfile, adapted to the installed Caddy: Debian's 2.6.2 does not know request_buffers. */
function caddyfile(): string {
  const text = readFileSync(join(projectRoot, "deploy/Caddyfile"), "utf8");
  const version = spawnSync(caddy, ["version"], { encoding: "utf8" }).stdout;
  const [, minor = "0", patch = "0"] = /^v?2\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (Number(minor) > 6 || (minor === "6" && Number(patch) >= 4)) return text;
  return text.replace(/request_buffers (\S+)/, "buffer_requests\n\t\tmax_buffer_size $1");
}

/** Starts Caddy with the shipped Caddyfile. */
export async function startProxy(
  port: number,
  sites: string[],
): Promise<{ pid: number | undefined; stop: () => Promise<void> }> {
  const home = folder();
  writeFileSync(join(home, "Caddyfile"), caddyfile());
  const child = spawn(caddy, ["run", "--config", join(home, "Caddyfile"), "--adapter", "caddyfile"], {
    cwd: projectRoot,
    stdio: "ignore",
    env: {
      ...process.env,
      SITE_ADDRESS: `:${port}`,
      SITES: sites.join(" "),
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
    },
  });
  await until("the proxy", async () => (await fetch(`http://localhost:${port}/healthz`)).ok);
  return { pid: child.pid, stop: () => end(child) };
}

/**
 * Returns the environment of a site behind two proxies, with its own data folder.
 *
 * @param api origin of the sandbox
 */
export const siteEnv = (port: number, origin: string, api: string) => ({
  PORT: String(port),
  DATA_DIR: folder(),
  SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
  SITE_URL: origin,
  TRUST_PROXY: "loopback",
  API_BASE_URL: `${api}/api`,
  ORDER_API_BASE_URL: `${api}/order-service`,
  STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
  RATE_LIMIT_FACTOR: "0",
  LOG_LEVEL: "warn",
});
