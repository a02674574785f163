/**
 * `npm run bench:peers`: the CPU time of two pages beside the same pages in other frameworks. Each is written from the
 * site's own HTML, with the same elements and texts, but without a session, translation, headers or API calls: those
 * are the site's alone. Peers are installed and built in a temporary folder; one that cannot be is left out, and said.
 * PEERS_ROUNDS: number of rounds (5), PEERS_SITE: folder of another built checkout, to measure it in place of this one.
 */
import autocannon from "autocannon";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "#server/cli/children";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { startSite } from "../kit/programs/site";
import { cpuMs } from "./cpu-time";
import { CONNECTIONS } from "./measure";
import { startNextPeer } from "./next-peer";
import { median } from "./paired";
import { type Peer, peersOf } from "./peers/frameworks";

const ROUNDS = Number(process.env["PEERS_ROUNDS"] ?? 5);
const PAGES_A_ROUND = 1_000;
const WARM_UP = 1_500;
const folder = join(tmpdir(), "soria-peers");

interface Job {
  page: string;
  name: string;
  url: string;
  pid: number;
  cookie?: string;
}

async function load({ url, cookie }: Job, amount: number): Promise<void> {
  const result = await autocannon({
    ...{ url, amount, connections: CONNECTIONS, idReplacement: url.includes("[<id>]") },
    ...(cookie && { headers: { cookie } }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} were not 2xx, ${result.errors} failed`);
}

/** Installs, builds and starts a peer. @returns undefined if npm or its build fails; their output is on stderr */
async function startPeer({ name, folder: own, dependencies, build, start, files }: Peer) {
  const cwd = join(folder, own);
  const manifest = JSON.stringify({ private: true, type: "module", dependencies });
  for (const [path, text] of Object.entries({ ...files, "package.json": manifest })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const port = await freePort();
  const env = { ...process.env, NODE_ENV: "production" as const, HOST: "127.0.0.1", PORT: String(port) };
  const run = (program: string, args: string[]) =>
    spawnSync(program, args, { cwd, stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  const [program, ...args] = build;
  const isBuilt =
    run("npm", ["install", "--include=dev", "--no-audit", "--no-fund"]) &&
    run(join(cwd, "node_modules/.bin", program), args);
  if (!isBuilt) return undefined;
  const child = spawn(process.execPath, [start], { cwd, stdio: ["ignore", "ignore", "inherit"], env });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await fetch(`${origin}/sign-in`).catch(() => undefined))?.ok; tries += 1) {
    if (tries > 300) throw new Error(`${name} does not answer.`);
    await pause(100);
  }
  return { name, origin, pid: child.pid ?? 0, stop: () => child.kill() };
}

const row = (...cells: string[]) => console.log(`| ${cells.join(" | ")} |`);

const root = process.env["PEERS_SITE"] ?? projectRoot;
const running = await startSite({ root, env: { LOG_LEVEL: "error" } });
const stops: (() => unknown)[] = [() => running.stop()];
try {
  const { origin, child } = running.site;
  const { email } = await new SandboxClient(running.sandbox?.origin ?? "").makeMember({ history: 120 });
  const member = new HttpMember(origin);
  await member.signIn(email);
  const cookie = member.cookieHeader;
  const pages = {
    "sign-in": await (await fetch(`${origin}/sign-in`)).text(),
    history: (await member.request("/my-page/history")).text,
  };
  const jobs: Job[] = [];
  const missing: string[] = [];
  const add = (name: string, peer: { origin: string; pid: number; stop: () => unknown } | undefined) => {
    if (!peer) return void missing.push(name);
    stops.push(peer.stop);
    for (const page of Object.keys(pages))
      jobs.push({ page, name, url: `${peer.origin}/${page}`, pid: peer.pid });
  };
  for (const peer of peersOf(pages)) add(peer.name, await startPeer(peer));
  add("Next 15", await startNextPeer(pages, origin));
  const pid = child.pid ?? 0;
  const own = { "sign-in": { path: "/sign-in" }, history: { path: "/my-page/history", cookie } };
  for (const [page, { path, ...session }] of Object.entries(own)) {
    jobs.push({ page, pid, name: "this site, from its digest cache", url: origin + path, ...session });
    jobs.push({ page, pid, name: "this site, rendered anew", url: `${origin}${path}?n=[<id>]`, ...session });
  }
  const measured = new Map<Job, number[]>(jobs.map((job) => [job, []]));
  for (const job of jobs) await load(job, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const job of round % 2 === 0 ? jobs : [...jobs].reverse()) {
      const before = cpuMs(job.pid);
      await load(job, PAGES_A_ROUND);
      measured.get(job)?.push((cpuMs(job.pid) - before) / PAGES_A_ROUND);
    }
  }
  row("Page", "Framework", "CPU ms a page", "of React Router 7", "rounds");
  row("---", "---", "--:", "--:", "---");
  for (const page of Object.keys(pages)) {
    const ofPage = jobs.filter((job) => job.page === page);
    const medianOf = (job: Job | undefined) => (job ? median(measured.get(job) ?? []) : NaN);
    const router = medianOf(ofPage.find(({ name }) => name === "React Router 7"));
    for (const job of ofPage.sort((a, b) => medianOf(a) - medianOf(b))) {
      const cpu = medianOf(job);
      const rounds = measured.get(job)?.map((ms) => ms.toFixed(2)) ?? [];
      row(page, job.name, cpu.toFixed(2), (cpu / router).toFixed(2), rounds.join(" "));
    }
  }
  for (const name of missing) console.log(`${name} could not be installed or built, and was not measured.`);
} finally {
  for (const stop of stops.reverse()) await stop();
}
