/**
 * `npm start` and `npm run dev`: reads `.env`, builds if needed, starts the sandbox (unless an API is configured) and
 * the site, and prints their addresses. A program that ends unexpectedly ends all, with its exit code: a process
 * manager restarts. In development each program restarts when a file that it imports changes, and log lines are
 * readable instead of JSON.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { chooseSandbox, env, type Env } from "#server/config/env.server";
import { requireDataDir } from "#server/config/data-dir";
import { meantNames, unreadVariables } from "#server/config/variables";
import { exitOnStartError, listenRefusal } from "#server/compose/start-error";
import { reasonToBuild } from "./is-build-stale";
import { builtOf, type Program, projectRoot, runScript, sourceOf, spawnScript } from "./children";
import { loadEnvFile, watchEnvFile } from "./env-file";
import { showReadable } from "./readable-log";
import { brand } from "#server/runtime/brand";

const isDevelopment = process.argv.includes("--dev");
/** `npm run dev -- --inspect`: debuggers attach to both programs, breakpoints hit the TypeScript sources. */
const inspect = process.argv.includes("--inspect");
process.env["NODE_ENV"] = isDevelopment ? "development" : "production";

/** Time before SIGKILL: the site drains for up to 10 s and ends after at most 13 s (server/compose/index.ts). */
const STOP_MS = 14_000;
const READY_MS = 60_000;

const running = new Map<Program, ChildProcess>();
let isStopping = false;

async function tryPort(port: number, host?: string): Promise<number> {
  const server = createServer().listen({ port, host });
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  await once(server.close(), "close");
  return address.port;
}

/**
 * Checks that all ports are free; else the launcher could take another program's response for the site's. Returns the
 * site's port, a free one for PORT=0.
 */
async function requirePorts(config: Env): Promise<number> {
  try {
    if (config.usesSandbox) await tryPort(config.sandboxPort, config.sandboxHost ?? "127.0.0.1");
    if (config.metricsPort !== undefined) await tryPort(config.metricsPort, config.metricsHost);
    return await tryPort(config.port, config.host);
  } catch (error) {
    throw listenRefusal(error, config) ?? error;
  }
}

async function configuration(): Promise<Env> {
  try {
    chooseSandbox(process.env);
    const config = env();
    if (config.usesSandbox || !config.sessionStoreUrl) requireDataDir(config.dataDir);
    config.port = await requirePorts(config);
    process.env["PORT"] = String(config.port);
    for (const line of unreadVariables(process.env)) process.stderr.write(`${line}\n`);
    // Clears the names, so that the programs do not repeat the warning.
    for (const { name } of meantNames(process.env)) process.env[name] = "";
    return config;
  } catch (error) {
    return exitOnStartError(error);
  }
}

function run(program: Program, options: string[]): void {
  const args = (isDevelopment ? sourceOf : builtOf)(program, inspect);
  const isColoured = isDevelopment && process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  // Vite finds no terminal behind the pipe.
  const colours: Record<string, string> = isColoured
    ? { FORCE_COLOR: process.env["FORCE_COLOR"] ?? "1" }
    : {};
  const child = spawnScript([...args, ...options], colours, isDevelopment ? "pipe" : "inherit");
  if (child.stdout) showReadable(child.stdout);
  running.set(program, child);
  child.once("exit", (code, signal) => {
    running.delete(program);
    if (isStopping) {
      if (running.size === 0) process.exit();
      return;
    }
    // With code 1 the program has logged the reason.
    if (code !== 1)
      process.stderr.write(`The ${program} has ended unexpectedly (${signal ?? `code ${code}`}).\n`);
    stop("SIGTERM", code || 1);
  });
}

function stop(signal: NodeJS.Signals, code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  if (running.size === 0) process.exit();
  for (const child of running.values()) child.kill(signal);
  setTimeout(() => {
    for (const child of running.values()) child.kill("SIGKILL");
  }, STOP_MS).unref();
}

/** Waits until a server responds without a server error. A program that exits meanwhile ends this process. */
async function untilResponding(address: string): Promise<void> {
  // In development a program that cannot start waits for its file to be repaired.
  const deadline = isDevelopment ? Infinity : Date.now() + READY_MS;
  while (Date.now() < deadline && !isStopping) {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (response?.status && response.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  if (isStopping) return;
  process.stderr.write(`${address} did not answer within ${READY_MS / 1000} s.\n`);
  stop("SIGTERM", 1);
}

const accounts = [
  ["member@soria.test", "balances, 123 history items, 23 orders, inquiries in all four states"],
  ["new@soria.test", "no history, orders or inquiries"],
  ["locked@soria.test", "locked"],
  ["suspended@soria.test", "suspended for 3 days 4 hours 5 minutes"],
  ["leaving@soria.test", "deletion scheduled, 12 days left"],
  ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "wallet (development key 1), a pass token and 4 NFTs"],
  ["0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", "wallet (development key 2), no pass token"],
] as const;

function welcome(config: Env, site: string): string {
  const lines = ["", `  ${brand.brand.en} is at ${site}`];
  if (config.usesSandbox) {
    const width = Math.max(...accounts.map(([name]) => name.length));
    lines.push(
      `  The sandbox stands in for the product API; its mailbox is ${config.sandboxOrigin}/mailbox`,
      "",
      "  Accounts of the sandbox (password of all: Soria-2024!)",
      ...accounts.map(([name, state]) => `    ${name.padEnd(width)}  ${state}`),
    );
  } else {
    lines.push(`  Product API: ${config.apiBaseUrl}`);
  }
  return [...lines, ""].join("\n");
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal, 0));

// When npm is stopped, it ends only its shell, which forwards no signal. Under npm, a new parent process therefore
// means stop.
const parent = process.ppid;
if (process.env["npm_lifecycle_event"]) {
  setInterval(() => process.ppid !== parent && stop("SIGTERM", 0), 300).unref();
}

const read = loadEnvFile();
if (read) console.log(read);
const config = await configuration();
if (isDevelopment) watchEnvFile((line) => console.log(line));
const reason = !isDevelopment && reasonToBuild(projectRoot);
if (reason) {
  console.log(`Building the site: ${reason}.`);
  await runScript(["--import", "tsx", "server/cli/build.ts"]);
}
if (!isStopping) {
  const site = config.siteUrl ?? `http://localhost:${config.port}`;
  // Links in the sandbox's e-mails point to the site.
  if (config.usesSandbox) run("sandbox", [`--site=${site}`]);
  run("site", []);
  await Promise.all([
    untilResponding(`http://127.0.0.1:${config.port}/healthz`),
    config.usesSandbox && untilResponding(`http://127.0.0.1:${config.sandboxPort}/mailbox.json`),
  ]);
  if (!isStopping) console.log(welcome(config, site));
}
