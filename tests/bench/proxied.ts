/**
 * `npm run bench:proxied`: home for guests behind the shipped nginx, beside the same elements and texts as a static
 * page of Next behind the same nginx: with Next's own headers, and with those of the site, for which nginx keeps it.
 * CPU time of the proxy and the server for one page, and the time to the first byte; rounds alternate.
 * BENCH_ROUNDS: number of rounds (8).
 */
import autocannon from "autocannon";
import { guestPage } from "#server/protocol/cache-headers.server";
import { startSite } from "../kit/programs/site";
import { hasNginx } from "../../tools/run-tests/tools";
import { removeFolders } from "../topology/machines";
import { type Nginx, startNginx } from "../topology/nginx";
import { buildHere } from "./checkout";
import { cpuMs } from "./cpu-time";
import { alone, CONNECTIONS } from "./measure";
import { startNextPeer } from "./next-peer";
import { median } from "./paired";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 8);
const PAGES_A_ROUND = 10_000;
const headers = { "accept-encoding": "gzip, br" };

interface Side {
  name: string;
  path: string;
  nginx: Nginx;
  server: number;
  proxyMs: number[];
  serverMs: number[];
  firstByteMs: number[];
  bytes: number;
}

if (!hasNginx()) throw new Error("nginx is missing: install it, or name it in NGINX");
buildHere();
const portOf = (origin: string) => Number(new URL(origin).port);
const behind = (origin: string) => startNginx([portOf(origin), portOf(origin)]);
const sides: Side[] = [];
async function add(name: string, origin: string, server: number, path: string) {
  const empty = { proxyMs: [], serverMs: [], firstByteMs: [], bytes: 0 };
  sides.push({ ...{ name, path, server, ...empty }, nginx: await behind(origin) });
}

async function round(side: Side): Promise<void> {
  const { nginx, server, path } = side;
  const origin = `http://127.0.0.1:${nginx.port}`;
  const before = [cpuMs(nginx.pid), cpuMs(server)] as const;
  const url = origin + path;
  const result = await autocannon({ url, connections: CONNECTIONS, amount: PAGES_A_ROUND, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} were not 2xx, ${result.errors} failed`);
  side.proxyMs.push((cpuMs(nginx.pid) - before[0]) / PAGES_A_ROUND);
  side.serverMs.push((cpuMs(server) - before[1]) / PAGES_A_ROUND);
  side.bytes = result.throughput.total / PAGES_A_ROUND;
  side.firstByteMs.push((await alone(origin, { path })).firstByte);
}

const running = await startSite({ env: { TRUST_PROXY: "loopback", LOG_LEVEL: "error" } });
const { origin } = running.site;
const stops: (() => void)[] = [];
try {
  await add("this site", origin, running.site.child.pid ?? 0, "/");
  const home = await (await fetch(origin)).text();
  const peer = await startNextPeer({ kept: home, own: home }, origin, "force-static", {
    kept: guestPage["Cache-Control"],
  });
  if (!peer) throw new Error("npm could not install Next, or its build failed");
  stops.push(peer.stop);
  await add("Next 15, static, kept by the proxy", peer.origin, peer.pid, "/kept");
  await add("Next 15, static, its own headers", peer.origin, peer.pid, "/own");
  // The first round warms up.
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    for (const side of sides) await round(side);
    if (turn === 0)
      for (const side of sides) Object.assign(side, { proxyMs: [], serverMs: [], firstByteMs: [] });
  }
  console.log(`Home for guests behind nginx, medians of ${ROUNDS} rounds of ${PAGES_A_ROUND} pages`);
  console.log("| | CPU ms of the proxy | of the server | first byte, ms | bytes |");
  console.log("| --- | --: | --: | --: | --: |");
  for (const { name, proxyMs, serverMs, firstByteMs, bytes } of sides) {
    const figures = [proxyMs, serverMs, firstByteMs].map((values) => median(values).toFixed(3));
    console.log(`| ${[name, ...figures, Math.round(bytes)].join(" | ")} |`);
  }
} finally {
  for (const stop of stops) stop();
  for (const { nginx } of sides) await nginx.stop();
  await running.stop();
  removeFolders();
}
