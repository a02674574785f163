/**
 * `npm run bench:interactions [-- REF]`: measures the work of the browser's main thread from a press or key to the
 * frame that shows its effect. With a commit as REF it measures that commit too, alternating with this checkout. The
 * figures are CPU time by kind of work, because other load on the machine changes them little. A further column
 * multiplies them by six, for a phone that is six times slower; the last one names the files whose functions took the
 * most time. Raster tasks run on other threads and have a separate column.
 * BENCH_ROUNDS: runs per interaction (3); the figures are medians.
 */
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { projectRoot } from "#server/cli/children";
import { chromiumFlags, findChromium } from "../kit/browser/chromium";
import { isHydrated } from "../kit/browser/hydrated";
import { buildHere, checkout, removeCheckout } from "./checkout";
import { interactions, type Side, startSide } from "./interactions";
import { AFTER_MS, costliest, kinds, totalOf, type TraceEvent, type Work } from "./trace-work";

type Interaction = (typeof interactions)[number];

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const SLOWER = 6;
const CATEGORIES = "toplevel,devtools.timeline,disabled-by-default-devtools.timeline,v8";
/** Interval of the samples of the script profile, in µs. */
const SAMPLE_US = 100;

/** Records a trace while the work runs. */
async function traced(session: CDPSession, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", { transferMode: "ReportEvents", categories: CATEGORIES });
  await work();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  return events;
}

/** Opens the page on a phone, with everything done that comes before the interaction. */
async function onPhone<Result>(
  browser: Browser,
  side: Side,
  at: Interaction,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const url = side.running.site.origin;
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: "ja-JP",
  });
  try {
    const pairs = at.isMember ? side.cookie.split("; ") : [];
    // Skips the splash of a first visit.
    const cookies = [...pairs, "splash=seen"].map((pair) => pair.split("=") as [string, string]);
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    await page.goto(url + at.path(side));
    await page.waitForFunction(isHydrated);
    await page.waitForLoadState("networkidle");
    await at.before?.(page);
    await page.waitForTimeout(AFTER_MS);
    return await work(page);
  } finally {
    await context.close();
  }
}

const measure = (browser: Browser, side: Side, at: Interaction): Promise<Work> =>
  onPhone(browser, side, at, async (page) => {
    const session = await browser.newBrowserCDPSession();
    const events = await traced(session, async () => {
      await at.act(page);
      await page.waitForTimeout(AFTER_MS);
    });
    await session.detach();
    return costliest(events);
  });

/** Returns the three files with the most script time during an interaction, in a visit of its own. */
const filesOf = (browser: Browser, side: Side, at: Interaction): Promise<string> =>
  onPhone(browser, side, at, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: SAMPLE_US });
    await session.send("Profiler.start");
    await at.act(page);
    await page.waitForTimeout(100);
    const { profile } = await session.send("Profiler.stop");
    const times = new Map<string, number>();
    for (const [i, id] of (profile.samples ?? []).entries()) {
      const frame = profile.nodes.find((node) => node.id === id)?.callFrame;
      // Playwright's own functions and native ones have no file of the site.
      const file = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(frame?.url ?? "")?.[1];
      if (!file) continue;
      times.set(file, (times.get(file) ?? 0) + (profile.timeDeltas?.[i] ?? 0) / 1_000);
    }
    return [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([file, ms]) => `${file} ${ms.toFixed(1)}`)
      .join(", ");
  });

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

if (!process.env["BENCH_BUILT"]) buildHere();
const [ref] = process.argv.slice(2);
const other = ref ? checkout(ref) : undefined;
const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
const sides: Side[] = [];
try {
  if (ref && other) sides.push(await startSide(ref, other));
  sides.push(await startSide("here", projectRoot));
  const columns = [...kinds, "raster"] as const;
  const heads = [
    "what",
    "",
    ...columns,
    `${SLOWER} times slower`,
    "elements styled",
    "laid out",
    "scripts, ms",
  ];
  console.log(`| ${heads.join(" | ")} |\n| --- | --- |${" --: |".repeat(columns.length + 3)} --- |`);
  for (const each of interactions) {
    const rounds = new Map<Side, Work[]>(sides.map((side) => [side, []]));
    for (let n = 0; n < ROUNDS; n++)
      for (const side of sides) rounds.get(side)?.push(await measure(browser, side, each));
    for (const side of sides) {
      const works = rounds.get(side) ?? [];
      const mid = (of: (work: Work) => number) => median(works.map(of));
      const cells = [
        ...columns.map((kind) => mid((work) => work[kind]).toFixed(1)),
        Math.round(mid(totalOf) * SLOWER),
        mid(({ elements }) => elements),
        `${mid(({ dirty }) => dirty)} of ${mid(({ objects }) => objects)}`,
        await filesOf(browser, side, each),
      ];
      console.log(`| ${each.name} | ${side.name} | ${cells.join(" | ")} |`);
    }
  }
} finally {
  await browser.close();
  for (const side of sides) await side.running.stop();
  if (other) removeCheckout(other);
}
