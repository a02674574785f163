/**
 * `npm start` and `npm run dev`: reads `.env`, builds when it must, starts the sandbox (when no API is configured) and
 * the site, and says where they are. What ends by itself later is started again, after a pause that grows, and stderr
 * says so; what cannot start in the first place ends it all. In development each of the two is started again by itself
 * when a file that it has imported changes.
 */
import type { ChildProcess } from "node:child_process";
import { env, type Env } from "#server/config/env.server";
import { requireDataDir } from "#server/config/data-dir";
import { meantNames, unreadVariables } from "#server/config/meant-names";
import { exitOnStartError } from "#server/compose/start-error";
import { reasonToBuild } from "./build-age";
import { builtOf, type Program, projectRoot, sourceOf, spawnScript } from "./children";
import { chooseSandbox } from "./choose-sandbox";
import { loadEnvFile } from "./env-file";
import { requirePorts } from "./ports";
import { Restarts } from "#server/runtime/restart-backoff";
import { welcome } from "./welcome";

const isDevelopment = process.argv.includes("--dev");
/** `npm run dev -- --inspect`: debuggers attach to both programs, breakpoints hit the TypeScript sources. */
const inspect = process.argv.includes("--inspect");
process.env["NODE_ENV"] = isDevelopment ? "development" : "production";

/** The site drains for up to 10 s and is gone after 13 s (server/compose/index.ts); then it has had its time. */
const STOP_MS = 14_000;
const READY_MS = 60_000;

const running = new Map<Program, ChildProcess>();
let isStopping = false;
/** Both have answered: from now on an end is an accident, not a wrong configuration. */
let isReady = false;

/** Checks everything that can be wrong before a build, in one line, which ends this process. */
async function configuration(): Promise<Env> {
  try {
    chooseSandbox(process.env);
    const config = env();
    if (config.usesSandbox || !config.sessionStoreUrl) requireDataDir(config.dataDir);
    config.port = await requirePorts(config);
    process.env["PORT"] = String(config.port);
    for (const line of unreadVariables(process.env)) process.stderr.write(`${line}\n`);
    // Said once: both programs would say it again.
    for (const { name } of meantNames(process.env)) process.env[name] = "";
    return config;
  } catch (error) {
    return exitOnStartError(error);
  }
}

async function buildWhenNeeded(): Promise<void> {
  const reason = reasonToBuild(projectRoot);
  if (!reason) return;
  console.log(`Building the site: ${reason}.`);
  const child = spawnScript(["--import", "tsx", "server/cli/build.ts"], {});
  const code = await new Promise<number>((resolve) => child.once("exit", (status) => resolve(status ?? 1)));
  if (code !== 0) process.exit(code);
}

function run(program: Program, options: string[], restarts = new Restarts()): void {
  const args = (isDevelopment ? sourceOf : builtOf)(program, inspect);
  const child = spawnScript([...args, ...options], {});
  const startedAt = Date.now();
  running.set(program, child);
  child.once("exit", (code, signal) => {
    running.delete(program);
    if (isStopping) {
      if (running.size === 0) process.exit();
      return;
    }
    const how = `The ${program} has ended unexpectedly (${signal ?? `code ${code}`})`;
    if (!isReady || isDevelopment) {
      // With code 1 it has said why itself.
      if (isReady || code !== 1) process.stderr.write(`${how}.\n`);
      stop("SIGTERM", code || 1);
      return;
    }
    const pause = restarts.next(Date.now() - startedAt);
    process.stderr.write(`${how}; it is started again in ${pause / 1000} s.\n`);
    setTimeout(() => {
      if (!isStopping) run(program, options, restarts);
    }, pause);
  });
}

/** Passes a signal on to both programs; the last of them ends this process. */
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

/** Waits until a server answers at all; a program that ends meanwhile ends this process. */
async function answering(address: string): Promise<void> {
  // In development a program that cannot start yet waits for its file to be mended.
  const deadline = isDevelopment ? Infinity : Date.now() + READY_MS;
  while (Date.now() < deadline && !isStopping) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.status && answer.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  if (isStopping) return;
  process.stderr.write(`${address} did not answer within ${READY_MS / 1000} s.\n`);
  stop("SIGTERM", 1);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal, 0));

// npm, when it is stopped, takes only its shell with it, which passes nothing on. Started by npm, a change of
// parent is therefore the sign to stop.
const parent = process.ppid;
if (process.env["npm_lifecycle_event"]) {
  setInterval(() => process.ppid !== parent && stop("SIGTERM", 0), 300).unref();
}

const read = loadEnvFile();
if (read) console.log(read);
const config = await configuration();
if (!isDevelopment) await buildWhenNeeded();
if (!isStopping) {
  // The links in the sandbox's mails lead to the site.
  if (config.usesSandbox) run("sandbox", [`--site=${config.siteUrl ?? `http://localhost:${config.port}`}`]);
  run("site", []);
  await Promise.all([
    answering(`http://127.0.0.1:${config.port}/healthz`),
    config.usesSandbox && answering(`http://127.0.0.1:${config.sandboxPort}/mailbox.json`),
  ]);
  isReady = true;
  if (!isStopping) console.log(welcome(config));
}
