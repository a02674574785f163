/**
 * `npm run bench:pages`: runs Lighthouse with its mobile preset on the built site with its sandbox, as a guest and as a
 * member, and compares the results with the limits below. In alternation it measures a peer: unstyled Next 15 pages of
 * the same elements and texts. Exits with 1 if the site misses a limit. The figures are medians.
 *
 * Scores depend on the machine, so each row begins with Lighthouse's benchmark index of its runs. Compare only rows
 * of one run with a similar index.
 *
 *   npm run bench:pages                     all pages
 *   npm run bench:pages -- home sign-in     pages whose name contains an argument or whose path equals it
 *   BENCH_RUNS=1 npm run bench:pages        runs per page (3)
 *   BENCH_URL=http://localhost:3000 npm run bench:pages   a site that is already running: only its public pages
 */
import lighthouse from "lighthouse";
import { execFileSync } from "node:child_process";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { reasonToBuild } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";
import { chromiumFlags, findChromium } from "../kit/browser/chromium";
import { freePort } from "../kit/programs/redis-server";
import { startSite } from "../kit/programs/site";
import { bareRemixScriptBytes } from "./bare-remix";
import { type BenchMember, benchMember, enter, memberPages } from "./member-pages";
import { type Peer, startNextPeer } from "./next-peer";

const RUNS = Number(process.env["BENCH_RUNS"] ?? 3);
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Limits. Times in ms, sizes in bytes transferred. */
const limits = {
  score: 100,
  lcp: 1_600,
  cls: 0,
  tbt: 50,
  homeBytes: 300_000,
  pageBytes: 235_000,
};
/** Limit of the scripts of home and DAO, and of the sign-in, relative to the bare Remix page's. */
const [WITH_SCRIPTS, SIGN_IN] = [1.65, 1.8];
/** Pages that are only read load none before the visitor's intent (docs/decisions/0073-scripts-on-intent.md). */
const READING = 0;

interface BenchPage {
  name: string;
  path: string;
  /** Limit of its scripts, relative to the bare Remix page's. */
  scripts?: number;
  /** Name of the page on the peer; undefined if the peer does not have it. */
  peer?: string;
  /** Measured as a member. Not indexed, so its SEO score has no limit. */
  isMember?: boolean;
}

/** `:id` of the news detail is replaced by the id of a post in the news list. */
const pages: BenchPage[] = [
  { name: "home", path: "/", scripts: WITH_SCRIPTS, peer: "home" },
  { name: "news list", path: "/news", scripts: READING, peer: "news" },
  { name: "news detail", path: "/news/:id", scripts: READING },
  { name: "introduction", path: "/introduction", scripts: READING },
  { name: "download", path: "/download", scripts: READING },
  { name: "FAQ", path: "/support/faq", scripts: READING },
  { name: "sign-in", path: "/sign-in", scripts: SIGN_IN, peer: "sign-in" },
  { name: "terms of use", path: "/terms-of-use", scripts: READING },
  { name: "DAO home", path: "/dao", scripts: WITH_SCRIPTS },
  ...memberPages,
];

/** Kinds of main-thread work and Lighthouse's groups for each. */
const work = {
  scripts: ["scriptParseCompile", "scriptEvaluation"],
  "style, layout": ["styleLayout"],
  rendering: ["paintCompositeRender"],
  "HTML, CSS": ["parseHTML"],
  garbage: ["garbageCollection"],
  other: ["other"],
} as const;

interface Run {
  /** Speed of the machine during the run (Lighthouse's benchmark index). */
  index: number;
  scores: number[];
  lcp: number;
  cls: number;
  tbt: number;
  /** Main-thread time by `work`, in ms of Lighthouse's simulated phone (four times slower than this machine). */
  work: number[];
  /** Bytes transferred, without video. */
  bytes: number;
  scripts: number;
}

interface BuiltSite {
  url: string;
  /** The sandbox's origin; undefined at BENCH_URL. */
  sandbox?: string | undefined;
  stop: () => Promise<void>;
}

/** Starts the built site and a sandbox with new data, or uses the site at BENCH_URL. */
async function startBuiltSite(): Promise<BuiltSite> {
  const given = process.env["BENCH_URL"];
  if (given) return { url: given.replace(/\/$/, ""), stop: async () => {} };
  if (reasonToBuild(projectRoot)) {
    execFileSync(process.execPath, ["--import", "tsx", "server/cli/build.ts"], {
      cwd: projectRoot,
      stdio: "inherit",
    });
  }
  const { site, sandbox, stop } = await startSite();
  return { url: site.origin, sandbox: sandbox?.origin, stop };
}

/**
 * Returns the brotli size of the script bodies in bytes, without headers, as the size of the bare page is measured.
 * Scripts that are not sent as brotli, like the peer's, are compressed here.
 */
async function bodyBytes(scripts: { url: string }[]): Promise<number> {
  const lengths = scripts.map(async ({ url }) => {
    const head = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
    if (head.headers.get("Content-Encoding") === "br") return Number(head.headers.get("Content-Length"));
    return brotliCompressSync(await (await fetch(url)).arrayBuffer()).length;
  });
  return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
}

/** Lighthouse's error code for a trace without its beginning. It occurs at random and is no fault of the page. */
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
    | { items: { transferSize: number; resourceType?: string; url: string }[] }
    | undefined;
  const items = (details?.items ?? []).filter(({ resourceType, url }) => {
    // Video is not part of the first load.
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
  const groups = lhr.audits["mainthread-work-breakdown"]?.details as
    | { items: { group: string; duration: number }[] }
    | undefined;
  if (!groups) throw new Error(`${url}: no breakdown of the main thread's work`);
  return {
    index: lhr.environment.benchmarkIndex,
    scores: categories.map((id) => Math.round((lhr.categories[id]?.score ?? 0) * 100)),
    lcp: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
    work: Object.values(work).map((parts: readonly string[]) =>
      groups.items.reduce((ms, { group, duration }) => ms + (parts.includes(group) ? duration : 0), 0),
    ),
    bytes: sum(items),
    scripts: await bodyBytes(items.filter(({ resourceType }) => resourceType === "Script")),
  };
}

/** Returns the median. */
function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const whole = (value: number) => Math.round(value).toLocaleString("en");

/**
 * Prints the row of a page.
 * @param limit formats a value, and marks one that misses its limit
 */
function tell(
  name: string,
  runs: Run[],
  limit: (text: string | number, isMet: boolean) => string,
  page?: BenchPage,
) {
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  const [lcp, tbt, bytes] = [of((run) => run.lcp), of((run) => run.tbt), of((run) => run.bytes)];
  const cls = Number(of((run) => run.cls).toFixed(3));
  const scripts = of((run) => run.scripts);
  const factor = scripts / bare;
  row(
    name,
    whole(of((run) => run.index)),
    ...categories.map((category, i) => {
      const score = of((run) => run.scores[i] ?? 0);
      return limit(score, score >= limits.score || (category === "seo" && page?.isMember === true));
    }),
    limit(whole(lcp), lcp <= limits.lcp),
    limit(cls, cls <= limits.cls),
    limit(whole(tbt), tbt <= limits.tbt),
    ...Object.keys(work).map((_, i) => whole(of((run) => run.work[i] ?? 0))),
    limit(whole(bytes), bytes <= (page?.path === "/" ? limits.homeBytes : limits.pageBytes)),
    whole(scripts),
    limit(factor.toFixed(2), factor <= (page?.scripts ?? Infinity)),
  );
}

const wanted = process.argv.slice(2);
const chosen = pages.filter(
  ({ name, path }) => wanted.length === 0 || wanted.some((word) => word === path || name.includes(word)),
);
if (chosen.length === 0 || !(RUNS >= 1)) {
  console.error(`npm run bench:pages -- NAME…   (of ${pages.map(({ name }) => name).join(", ")})`);
  process.exit(2);
}
const bare = bareRemixScriptBytes();
const site = await startBuiltSite();
const debugPort = await freePort();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...chromiumFlags, `--remote-debugging-port=${debugPort}`],
});
let missed = 0;
let peer: Peer | undefined;
try {
  const htmlOf = async (path: string) => (await fetch(site.url + path)).text();
  const post = /href="\/news\/(\d+)/.exec(await htmlOf("/news"))?.[1] ?? "1";
  const member: BenchMember | undefined =
    site.sandbox && chosen.some(({ isMember }) => isMember)
      ? await benchMember(site.url, site.sandbox)
      : undefined;
  const ofPeer: Record<string, string> = {};
  for (const page of chosen) if (page.peer) ofPeer[page.peer] = await htmlOf(page.path);
  if (Object.keys(ofPeer).length > 0) {
    peer = await startNextPeer(ofPeer, site.url);
    if (!peer) console.log("No Next could be installed: it is left out.");
  }
  console.log(
    "A score without its machine says nothing: the index is how fast it was (Lighthouse's benchmark index, medians",
  );
  console.log(
    `of ${RUNS} as all else). The main thread's work, script to other, is in ms of Lighthouse's phone, four times this`,
  );
  console.log(
    `machine's. Bare Remix page: ${whole(bare)} bytes of scripts (brotli). Limits: scores ${limits.score},`,
  );
  console.log(
    `LCP ${whole(limits.lcp)} ms, CLS ${limits.cls}, TBT ${limits.tbt} ms, home ${whole(limits.homeBytes)} bytes, others ${whole(limits.pageBytes)}, scripts of reading pages × ${READING}, of the sign-in × ${SIGN_IN}.\n`,
  );
  const columns = ["perf.", "a11y", "best pr.", "SEO", "LCP ms", "CLS", "TBT ms", ...Object.keys(work)];
  row("page", "index", ...columns, "bytes", "script bytes", "× bare");
  row("---", ...[...columns, 1, 2, 3, 4].map(() => "--:"));
  for (const page of chosen) {
    if (page.isMember && !member) continue;
    const path = page.path.replace(":id", post).replace(":purchase", member?.purchase ?? "");
    if (page.isMember && member) await enter(browser, site.url, member);
    const [ours, theirs]: [Run[], Run[]] = [[], []];
    for (let i = 0; i < RUNS; i++) {
      ours.push(await measure(site.url + path, debugPort));
      if (peer && page.peer) theirs.push(await measure(`${peer.origin}/${page.peer}`, debugPort));
    }
    tell(
      page.name,
      ours,
      (text, isMet) => {
        if (!isMet) missed++;
        return isMet ? String(text) : `**${text}**`;
      },
      page,
    );
    if (theirs.length > 0) tell("the same in Next 15, unstyled", theirs, String);
  }
  console.log(missed === 0 ? "\nEvery limit is met." : `\n${missed} limits are missed (in bold).`);
} finally {
  peer?.stop();
  await browser.close();
  await site.stop();
}
process.exit(missed === 0 ? 0 : 1);
