/**
 * `npm run bench:phone [-- REF]`: measures page loads and interactions on a slow phone (CPU six times slower,
 * Lighthouse's slow 4G), of this checkout and, in alternation, of another commit. Prints Lighthouse's benchmark index
 * of the machine, because the figures depend on it. BENCH_ROUNDS: visits per page (3); the figures are medians.
 */
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { projectRoot } from "#server/cli/children";
import { chromiumFlags, findChromium } from "../kit/browser/chromium";
import { isHydrated } from "../kit/browser/hydrated";
import { buildHere, checkout, removeCheckout } from "./checkout";
import { interactions, type Side, startSide } from "./interactions";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const PHONE = { width: 390, height: 844 };
const SLOWER = 6;
/** Lighthouse's slow 4G with request-level throttling: latency in ms, throughput in bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

/** Events of a page load, in ms since navigation start. */
interface Course {
  painted: number;
  hydrated: number;
  longest: number;
  blocked: number;
}

/** In ms: durations of long tasks, and time from each press or key to the next frame. */
interface Notes {
  tasks: number[];
  waits: number[];
}

/**
 * Init script: runs in the page before its own scripts. Reports to Node, because a press may navigate to another
 * page.
 */
function observe(): void {
  const { note } = window as unknown as { note: (what: keyof Notes, ms: number) => void };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) note("tasks", duration);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) note("waits", entry.duration);
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

async function onPhone<Result>(
  browser: Browser,
  side: Side,
  isMember: boolean,
  work: (page: Page, phone: CDPSession, notes: Notes) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: "ja-JP",
  });
  const url = side.running.site.origin;
  const cookies = isMember ? side.cookie.split("; ").map((pair) => pair.split("=") as [string, string]) : [];
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  const phone = await context.newCDPSession(page);
  const notes: Notes = { tasks: [], waits: [] };
  await page.exposeFunction("note", (what: keyof Notes, ms: number) => void notes[what].push(ms));
  await page.addInitScript(observe);
  try {
    return await work(page, phone, notes);
  } finally {
    await context.close();
  }
}

const slowly = (phone: CDPSession) => phone.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });

async function course(browser: Browser, side: Side, path: string, isMember: boolean): Promise<Course> {
  return onPhone(browser, side, isMember, async (page, phone, { tasks }) => {
    await phone.send("Network.enable");
    await phone.send("Network.emulateNetworkConditions", SLOW_4G);
    await slowly(phone);
    await page.goto(side.running.site.origin + path, { timeout: 60_000 });
    await page.waitForFunction(isHydrated, undefined, { timeout: 60_000, polling: 20 });
    const hydrated = await page.evaluate(() => performance.now());
    const painted = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
    );
    return {
      painted,
      hydrated,
      longest: Math.max(0, ...tasks),
      blocked: tasks.reduce((sum, task) => sum + task - 50, 0),
    };
  });
}

async function waitOf(browser: Browser, side: Side, at: (typeof interactions)[number]): Promise<number> {
  return onPhone(browser, side, at.isMember === true, async (page, phone, notes) => {
    // Skips the splash of a first visit.
    await page.context().addCookies([{ name: "splash", value: "seen", url: side.running.site.origin }]);
    await page.goto(side.running.site.origin + at.path(side));
    await page.waitForFunction(isHydrated);
    await page.waitForLoadState("networkidle");
    await slowly(phone);
    await at.before?.(page);
    await page.waitForTimeout(700);
    notes.waits.length = 0;
    await at.act(page);
    // The browser reports an event after the frame that shows its effect, and never reports one below 16 ms.
    await page.waitForTimeout(700);
    return Math.max(0, ...notes.waits);
  });
}

/** Returns the longest task while 1,000 rows scroll by. The longest page has 50 rows, which are cloned up to 1,000. */
async function scrolled(browser: Browser, side: Side): Promise<number> {
  return onPhone(browser, side, true, async (page, phone, { tasks }) => {
    await page.goto(`${side.running.site.origin}/my-page/history?size=50&duration=MONTH`);
    await page.waitForFunction(isHydrated);
    await page.waitForLoadState("networkidle");
    const rows = await page.evaluate(() => {
      const body = document.querySelector("main tbody");
      const sent = [...(body?.children ?? [])];
      for (let n = sent.length; body && n < 1_000; n++) {
        const next = sent[n % sent.length];
        if (next) body.append(next.cloneNode(true));
      }
      return body?.children.length;
    });
    if (rows !== 1_000) throw new Error(`The history has ${rows} rows.`);
    await slowly(phone);
    tasks.length = 0;
    for (let i = 0; i < 30; i++) {
      await page.mouse.wheel(0, 700);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await page.waitForTimeout(300);
    return Math.max(0, ...tasks);
  });
}

/** Lighthouse's benchmark index: strings of 10,000 letters built per second, divided by 10. */
async function benchmarkIndex(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const index = await page.evaluate(() => {
    const start = Date.now();
    let rounds = 0;
    while (Date.now() - start < 500) {
      let text = "";
      for (let i = 0; i < 10_000; i++) text += "a";
      if (text.length === 1) throw new Error("never");
      rounds++;
    }
    return Math.round((rounds * 1_000) / (Date.now() - start) / 10);
  });
  await page.close();
  return index;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);

/** Alternates between the sides, so that other load on the machine affects all alike. */
async function inTurn<Result>(sides: Side[], work: (side: Side) => Promise<Result>): Promise<Result[][]> {
  const results: Result[][] = sides.map(() => []);
  for (let n = 0; n < ROUNDS; n++) {
    for (const [i, side] of sides.entries()) results[i]?.push(await work(side));
  }
  return results;
}

buildHere();
const [ref] = process.argv.slice(2);
const other = ref ? checkout(ref) : undefined;
const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
const sides: Side[] = [];
try {
  if (ref && other) sides.push(await startSide(ref, other));
  sides.push(await startSide("here", projectRoot));
  console.log(`Benchmark index ${await benchmarkIndex(browser)}; medians of ${ROUNDS}\n`);
  row("page", "", "first paint ms", "taken over ms", "from one to the other", "longest task", "blocked");
  row("---", "---", "--:", "--:", "--:", "--:", "--:");
  const pages: [string, (side: Side) => string, boolean][] = [
    ["home", () => "/", false],
    ["sign-in", () => "/sign-in", false],
    ["my-page/history", () => "/my-page/history", true],
    ["store item", ({ item }) => item, true],
  ];
  for (const [name, path, isMember] of pages) {
    const results = await inTurn(sides, (side) => course(browser, side, path(side), isMember));
    for (const [i, side] of sides.entries()) {
      const mid = (of: (one: Course) => number) => Math.round(median((results[i] ?? []).map(of)));
      row(
        name,
        side.name,
        mid((one) => one.painted),
        mid((one) => one.hydrated),
        mid((one) => one.hydrated - one.painted),
        mid((one) => one.longest),
        mid((one) => one.blocked),
      );
    }
  }
  console.log(`\nFrom the hand to the next frame, ms (0: under 16)\n`);
  row("what", ...sides.map(({ name }) => name));
  row("---", ...sides.map(() => "--:"));
  for (const each of interactions) {
    const results = await inTurn(sides, (side) => waitOf(browser, side, each));
    row(each.name, ...results.map((values) => Math.round(median(values))));
  }
  const scrolls = await inTurn(sides, (side) => scrolled(browser, side));
  row("longest task while 1,000 rows go by", ...scrolls.map((all) => Math.round(median(all))));
} finally {
  await browser.close();
  await Promise.all(sides.map(({ running }) => running.stop()));
  if (other) removeCheckout(other);
}
