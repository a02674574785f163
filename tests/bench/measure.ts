/** The measuring parts of `npm run bench`. */
import autocannon from "autocannon";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";

export const CONNECTIONS = 10;
export const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);

/** A page to measure. `[<id>]` in its address becomes another number in each request. */
export interface Page {
  name: string;
  path: string;
  cookie?: string;
  /** What the peer calls it, if it has it too. */
  peer?: string;
}

export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** All that were answered, those of the warming up too. */
  requests: number;
}

/**
 * Asks for an address over and over, for a second to warm up and then for SECONDS.
 *
 * @throws Error when an answer is not 2xx
 */
export async function load(origin: string, { path, cookie }: Omit<Page, "name">): Promise<Load> {
  const run = (duration: number) =>
    autocannon({
      url: origin + path,
      connections: CONNECTIONS,
      duration,
      idReplacement: path.includes("[<id>]"),
      ...(cookie ? { headers: { cookie } } : {}),
    });
  const warm = await run(1);
  const result = await run(SECONDS);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  }
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    requests: warm.requests.total + result.requests.total,
  };
}

/** What the site has told of the API (METRICS_PORT): its calls, and for how many ms its pages waited for any of them. */
async function apiTold(metrics: string | undefined): Promise<{ calls: number; waitedMs: number }> {
  if (!metrics) return { calls: 0, waitedMs: 0 };
  const text = await (await fetch(metrics)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))].reduce(
      (all, [, value]) => all + Number(value),
      0,
    );
  return {
    calls: sum("soria_api_call_seconds_count"),
    waitedMs: sum("soria_api_wait_seconds_total") * 1000,
  };
}

export interface Alone {
  /** Milliseconds at p50, from the request to the first byte of the answer. */
  firstByte: number;
  /** At p50, what of that is not waiting for the API: each page less its own waits, those side by side once. */
  own: number;
  /** Calls of the API for a page. */
  calls: number;
}

/** Asks one request after the other, so that none waits for another. */
export async function alone(
  origin: string,
  { path, cookie }: Omit<Page, "name">,
  metrics?: string,
  count = 100,
): Promise<Alone> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // As browsers ask.
  const headers = { "accept-encoding": "gzip, br", ...(cookie ? { cookie } : {}) };
  // Without fetch, which takes a third of a millisecond of its own.
  const ask = async (i: number) => {
    const start = performance.now();
    const asked = get(origin + path.replace("[<id>]", `alone-${i}`), { agent, headers });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const ms = performance.now() - start;
    await once(answer.resume(), "end");
    return ms;
  };
  for (let i = 0; i < 10; i++) await ask(i);
  const times: number[] = [];
  const owns: number[] = [];
  const first = await apiTold(metrics);
  let told = first;
  for (let i = 10; i < 10 + count; i++) {
    const ms = await ask(i);
    const { waitedMs } = told;
    told = await apiTold(metrics);
    times.push(ms);
    owns.push(Math.max(0, ms - (told.waitedMs - waitedMs)));
  }
  agent.destroy();
  const middle = (values: number[]) => values.sort((a, b) => a - b)[count >> 1] ?? 0;
  return {
    firstByte: middle(times),
    own: middle(owns),
    calls: (told.calls - first.calls) / count,
  };
}

/** Resident memory of a process in MB. */
export function memory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Bytes of a page: the HTML raw and as gzip sends it, scripts and style as their brotli copies are sent. */
export async function weights(origin: string, { path, cookie }: Omit<Page, "name">, root = projectRoot) {
  const html = await (await fetch(origin + path, { headers: cookie ? { cookie } : {} })).text();
  const client = join(root, "build/client");
  // A file too small to be worth compressing is sent as it is.
  const sizeOf = (file: string) => {
    const packed = join(client, `${file}.br`);
    return readFileSync(existsSync(packed) ? packed : join(client, file)).length;
  };
  const sized = (pattern: RegExp) =>
    [...new Set([...html.matchAll(pattern)].map(([, file = ""]) => file))].reduce(
      (sum, file) => sum + sizeOf(file),
      0,
    );
  return {
    html: Buffer.byteLength(html),
    // Some stand in a list, and are fetched once the page is painted.
    scripts: sized(/["\s](\/assets\/[\w.-]+\.js)(?=["\s])/g),
    style: sized(/"(\/assets\/[\w.-]+\.css)"/g),
  };
}
