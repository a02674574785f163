/** Rounds of two or more sites in alternation, and their paired differences. */
import autocannon from "autocannon";
import type { RunningSite } from "../kit/programs/site";
import { CONNECTIONS, type Page } from "./measure";

export const PAGES_A_ROUND = 400;

export interface Side {
  running: RunningSite;
  /** URL of its metrics. */
  metrics: string;
}

interface Told {
  /** CPU seconds since the process started. */
  cpu: number;
  /** API calls since the process started. */
  calls: number;
}

async function told(side: Side): Promise<Told> {
  const text = await (await fetch(side.metrics)).text();
  const sum = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((all, [, n]) => all + Number(n), 0);
  return {
    cpu: sum(/^process_cpu_seconds_total (\S+)$/gm),
    calls: sum(/^soria_api_call_seconds_count.* (\S+)$/gm),
  };
}

export interface Round {
  /** CPU time per page, in ms. */
  cpuMs: number;
  calls: number;
}

export async function round(side: Side, page: Page): Promise<Round> {
  const before = await told(side);
  const result = await autocannon({
    url: side.running.site.origin + page.path,
    connections: CONNECTIONS,
    amount: PAGES_A_ROUND,
    idReplacement: page.path.includes("[<id>]"),
    // The Accept-Encoding of a browser.
    headers: { "accept-encoding": "gzip, br", ...(page.cookie ? { cookie: page.cookie } : {}) },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${page.path}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  }
  const after = await told(side);
  return {
    cpuMs: ((after.cpu - before.cpu) * 1000) / PAGES_A_ROUND,
    calls: (after.calls - before.calls) / PAGES_A_ROUND,
  };
}

const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
export const median = (values: number[]) => {
  const list = sorted(values);
  return ((list[(list.length - 1) >> 1] ?? 0) + (list[list.length >> 1] ?? 0)) / 2;
};

/** Returns the interval of the median by order statistics: the narrowest symmetric one with at least 95 % coverage. */
export function interval(values: number[]): [number, number] {
  const n = values.length;
  let choose = 1;
  let below = 0;
  let cut = 0;
  for (let k = 0; k < n; k++) {
    below += choose / 2 ** n;
    if (2 * below > 0.05) break;
    cut = k + 1;
    choose = (choose * (n - k)) / (k + 1);
  }
  const list = sorted(values);
  return [list[Math.max(0, cut - 1)] ?? 0, list[Math.min(n - 1, n - cut)] ?? 0];
}

export const percent = (ratio: number) => `${ratio < 0 ? "−" : "+"}${Math.abs(100 * ratio).toFixed(1)} %`;
