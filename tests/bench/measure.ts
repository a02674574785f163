/** Measuring functions of `npm run bench`. */
import autocannon from "autocannon";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";

export const CONNECTIONS = 10;
export const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);

/** A page to measure. `[<id>]` in its path is replaced by another number in each request. */
export interface Page {
  name: string;
  path: string;
  cookie?: string;
  /** Name of the page on the peer; undefined if the peer does not have it. */
  peer?: string;
}

export interface Load {
  perSecond: number;
  /** Latency in ms. */
  p50: number;
  p99: number;
  /** Number of responses, including those of the warm-up. */
  requests: number;
}

/**
 * Requests a page repeatedly: for one second to warm up, then for SECONDS.
 *
 * @throws Error if a response is not 2xx or a request fails
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

/**
 * Reads the API metrics of the site (METRICS_PORT): number of calls, and time with at least one call in flight, in
 * ms.
 */
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
  /** Median time from the request to the response's headers, in ms. */
  firstByte: number;
  /** Median of that time minus the page's own API wait, in ms. Parallel calls count once. */
  own: number;
  /** API calls per page. */
  calls: number;
}

/** Sends requests one after the other, so that none waits for another. */
export async function alone(
  origin: string,
  { path, cookie }: Omit<Page, "name">,
  metrics?: string,
  count = 100,
): Promise<Alone> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // The Accept-Encoding of a browser.
  const headers = { "accept-encoding": "gzip, br", ...(cookie ? { cookie } : {}) };
  // Uses http.get, because fetch adds a third of a millisecond.
  const ask = async (i: number) => {
    const start = performance.now();
    const asked = get(origin + path.replace("[<id>]", `alone-${i}`), { agent, headers });
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    const ms = performance.now() - start;
    await once(response.resume(), "end");
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

/** Returns the resident memory of a process in MB. */
export function memory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Returns the bytes of a page: HTML uncompressed, scripts and styles as their brotli copies. */
export async function weights(origin: string, { path, cookie }: Omit<Page, "name">, root = projectRoot) {
  const html = await (await fetch(origin + path, { headers: cookie ? { cookie } : {} })).text();
  const client = join(root, "build/client");
  // Files too small to compress have no brotli copy.
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
    // Some scripts are in a space-separated list and load after the first paint.
    scripts: sized(/["\s](\/assets\/[\w.-]+\.js)(?=["\s])/g),
    style: sized(/"(\/assets\/[\w.-]+\.css)"/g),
  };
}
