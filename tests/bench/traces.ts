/**
 * `npm run bench:traces`: what traces cost. Three processes of this build: without a collector, with a tenth of the
 * traces recorded, and with all. Their rounds alternate; the measure is the CPU time of the site's process per page, as
 * in compare.ts. BENCH_ROUNDS: number of rounds (12).
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { startSite } from "../kit/programs/site";
import { buildHere } from "./checkout";
import type { Page } from "./measure";
import { interval, median, PAGES_A_ROUND, percent, round, type Side } from "./paired";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 12);

/** A collector that accepts everything. */
let received = 0;
const collector = createServer((req, res) => {
  req.on("data", (chunk: Buffer) => (received += chunk.length));
  req.on("end", () => res.writeHead(200, { "Content-Type": "application/json" }).end("{}"));
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const settings: Record<string, Record<string, string>> = {
  off: {},
  "a tenth": {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  },
  all: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
};

interface Traced extends Side {
  name: string;
  pages: Page[];
}

async function start([name, env]: [string, Record<string, string>]): Promise<Traced> {
  const metricsPort = await freePort();
  const running = await startSite({
    env: { LOG_LEVEL: "error", METRICS_PORT: String(metricsPort), ...env },
  });
  const { email } = await new SandboxClient(running.sandbox?.origin ?? "").makeMember({ history: 120 });
  const member = new HttpMember(running.site.origin);
  await member.signIn(email);
  const cookie = member.cookieHeader;
  const pages: Page[] = [
    { name: "news, from the shared cache", path: "/news" },
    { name: "sign-in", path: "/sign-in" },
    { name: "my-page/profile", path: "/my-page/profile", cookie },
    { name: "my-page/history, rendered anew", path: "/my-page/history?n=[<id>]", cookie },
  ];
  return { name, running, metrics: `http://127.0.0.1:${metricsPort}/metrics`, pages };
}

buildHere();
const sides: Traced[] = [];
try {
  for (const setting of Object.entries(settings)) sides.push(await start(setting));
  const [off, ...recording] = sides;
  if (!off) throw new Error("no site");
  console.log(`${ROUNDS} rounds in turn, ${PAGES_A_ROUND} pages each; CPU time of the site per page, in ms`);
  const columns = recording.flatMap(({ name }) => [name, `${name}: difference (95 %)`]);
  console.log(`| page | off | ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length + 2)}`);
  for (const [i, page] of off.pages.entries()) {
    const times = new Map<Traced, number[]>(sides.map((side) => [side, []]));
    // The first round is a warm-up and is dropped. The side that starts changes.
    for (let n = 0; n <= ROUNDS; n += 1)
      for (let m = 0; m < sides.length; m += 1) {
        const side = sides[(n + m) % sides.length] as Traced;
        const { cpuMs } = await round(side, side.pages[i] ?? page);
        if (n > 0) times.get(side)?.push(cpuMs);
      }
    const without = times.get(off) ?? [];
    const cells = recording.flatMap((side) => {
      const own = times.get(side) ?? [];
      const ratios = own.map((ms, n) => ms / (without[n] ?? NaN) - 1);
      const [low, high] = interval(ratios);
      return [median(own).toFixed(2), `${percent(median(ratios))} (${percent(low)} to ${percent(high)})`];
    });
    console.log(`| ${[page.name, median(without).toFixed(2), ...cells].join(" | ")} |`);
  }
  if (received === 0) throw new Error("the collector received nothing");
} finally {
  await Promise.all(sides.map(({ running }) => running.stop()));
  collector.close().closeAllConnections();
}
