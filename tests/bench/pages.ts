/**
 * `npm run bench:pages`: Lighthouse, mobile preset, on the built site with the sandbox behind it; the median of
 * three runs for each page, beside its limits (issue "The public site", Measured). Ends with 1 when one is
 * missed.
 *
 *   npm run bench:pages                     all pages
 *   npm run bench:pages -- /news /download  some of them
 *   BENCH_URL=http://localhost:3000 npm run bench:pages   a site that is running already
 */
import lighthouse from "lighthouse";
import { execFileSync } from "node:child_process";
import { chromium } from "@playwright/test";
import { reasonToBuild } from "#server/cli/build-age";
import { projectRoot } from "#server/cli/children";
import { chromiumFlags, findChromium } from "../setup/chromium";
import { freePort } from "../setup/redis-server";
import { startSite } from "../setup/site";
import { bareRemixScriptBytes } from "./bare-remix";

const RUNS = 3;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** The limits. Times in milliseconds, sizes in bytes as sent. */
const limits = {
  score: 100,
  lcp: 1_800,
  cls: 0,
  tbt: 50,
  homeBytes: 300_000,
  pageBytes: 210_000,
  scriptFactor: 1.3,
};

/** Pages to read are those without a form that needs scripts of its own; `news/:id` is looked up. */
const pages = [
  { path: "/", reading: false },
  { path: "/news", reading: true },
  { path: "/news/:id", reading: true },
  { path: "/introduction", reading: true },
  { path: "/download", reading: true },
  { path: "/support/faq", reading: true },
  { path: "/sign-in", reading: false },
  { path: "/terms-of-use", reading: true },
];

interface Run {
  scores: number[];
  lcp: number;
  cls: number;
  tbt: number;
  /** Everything that was loaded, without film. */
  bytes: number;
  scripts: number;
}

/** The built site and the sandbox, with data of their own; or the site that BENCH_URL names. */
async function startBuiltSite(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env["BENCH_URL"];
  if (given) return { url: given.replace(/\/$/, ""), stop: async () => {} };
  if (reasonToBuild(projectRoot)) {
    execFileSync(process.execPath, ["--import", "tsx", "server/cli/build.ts"], {
      cwd: projectRoot,
      stdio: "inherit",
    });
  }
  const { site, stop } = await startSite();
  return { url: site.origin, stop };
}

/** Bytes of the bodies as a browser gets them (brotli), without headers: the bare page has none to compare. */
async function bodyBytes(scripts: { url: string }[]): Promise<number> {
  const lengths = scripts.map(async ({ url }) => {
    const answer = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
    return Number(answer.headers.get("Content-Length"));
  });
  return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
}

/** Lighthouse's own name for a browser trace that came without its beginning: now and then, and no fault of a page. */
const LOST_TRACE = "NO_NAVSTART";

async function measure(url: string, port: number, attempts = 3): Promise<Run> {
  const answer = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: [...categories],
  });
  const lhr = answer?.lhr;
  if (lhr?.runtimeError?.code === LOST_TRACE && attempts > 1) return measure(url, port, attempts - 1);
  if (!lhr || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message ?? "no result"}`);
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const details = lhr.audits["network-requests"]?.details as
    { items: { transferSize: number; resourceType?: string; url: string }[] } | undefined;
  const items = (details?.items ?? []).filter(({ resourceType, url }) => {
    // Prefetches of other pages and film are not a part of the first load.
    return resourceType !== "Media" && !/\.(webm|mp4)$/.test(url);
  });
  const sum = (list: { transferSize: number }[]) =>
    list.reduce((total, { transferSize }) => total + transferSize, 0);
  if (process.env["BENCH_VERBOSE"]) {
    for (const audit of Object.values(lhr.audits)) {
      const counts = audit.scoreDisplayMode === "binary" || audit.scoreDisplayMode === "metricSavings";
      if (counts && audit.score !== null && audit.score < 1) {
        console.log(`    ${audit.id}: ${audit.displayValue ?? audit.title}`);
      }
    }
  }
  return {
    scores: categories.map((id) => Math.round((lhr.categories[id]?.score ?? 0) * 100)),
    lcp: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
    bytes: sum(items),
    scripts: await bodyBytes(items.filter(({ resourceType }) => resourceType === "Script")),
  };
}

/** The middle one of three numbers. */
function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const wanted = process.argv.slice(2);
const bare = bareRemixScriptBytes();
const site = await startBuiltSite();
const debugPort = await freePort();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...chromiumFlags, `--remote-debugging-port=${debugPort}`],
});
let missed = 0;
try {
  const list = (await (await fetch(`${site.url}/news`)).text()).match(/href="\/news\/(\d+)/);
  console.log(
    `Bare Remix page: ${bare} bytes of scripts (brotli). Limits: scores ${limits.score}, LCP ${limits.lcp} ms,`,
  );
  console.log(
    `CLS ${limits.cls}, TBT ${limits.tbt} ms, home ${limits.homeBytes} bytes, others ${limits.pageBytes}, scripts of reading pages × ${limits.scriptFactor}.\n`,
  );
  console.log("| Page | Perf. | A11y | Best pr. | SEO | LCP ms | CLS | TBT ms | Bytes | Scripts | × bare |");
  console.log("|---|---|---|---|---|---|---|---|---|---|---|");
  for (const { path, reading } of pages) {
    if (wanted.length > 0 && !wanted.includes(path)) continue;
    const runs: Run[] = [];
    for (let i = 0; i < RUNS; i++) {
      runs.push(await measure(site.url + path.replace(":id", list?.[1] ?? "1"), debugPort));
    }
    const of = (pick: (run: Run) => number) => median(runs.map(pick));
    const scores = categories.map((_, i) => of((run) => run.scores[i] ?? 0));
    const [lcp, cls, tbt, bytes, scripts] = [
      of((run) => run.lcp),
      of((run) => run.cls),
      of((run) => run.tbt),
      of((run) => run.bytes),
      of((run) => run.scripts),
    ];
    const factor = scripts / bare;
    const cell = (text: string | number, isMet: boolean) => {
      if (!isMet) missed++;
      return isMet ? String(text) : `**${text}**`;
    };
    const cells = [
      path,
      ...scores.map((score) => cell(score, score >= limits.score)),
      cell(Math.round(lcp), lcp <= limits.lcp),
      cell(Number(cls.toFixed(3)), Number(cls.toFixed(3)) <= limits.cls),
      cell(Math.round(tbt), tbt <= limits.tbt),
      cell(bytes, bytes <= (path === "/" ? limits.homeBytes : limits.pageBytes)),
      String(scripts),
      cell(factor.toFixed(2), !reading || factor <= limits.scriptFactor),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log(missed === 0 ? "\nEvery limit is met." : `\n${missed} limits are missed (in bold).`);
} finally {
  await browser.close();
  await site.stop();
}
process.exit(missed === 0 ? 0 : 1);
