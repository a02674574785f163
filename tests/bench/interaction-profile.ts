/**
 * `npm run bench:interactions`: measures the work of the browser's main thread from a press or key to the frame that
 * shows its effect, by kind, in CPU time, which other load on the machine affects little. The last column multiplies
 * it by six, for a phone six times slower. Raster tasks run on other threads and have a separate column.
 * BENCH_ROUNDS: runs per interaction (3); the figures are medians.
 */
import { type Browser, type CDPSession, chromium } from "@playwright/test";
import { projectRoot } from "#server/cli/children";
import { chromiumFlags, findChromium } from "../setup/chromium";
import { isHydrated } from "../setup/hydrated";
import { buildHere } from "./checkout";
import { interactions, type Side, startSide } from "./interactions";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const SLOWER = 6;
/** Time that a trace continues after the last input, in ms. */
const AFTER_MS = 700;
const CATEGORIES = "toplevel,devtools.timeline,disabled-by-default-devtools.timeline,v8";

/** Event of Chromium's trace. Times in µs; `tdur` is the CPU time of the thread. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { type?: string } };
}

const kinds = ["script", "style", "layout", "paint", "other"] as const;
type Kind = (typeof kinds)[number];
type Work = Record<Kind | "raster", number>;

const kindOf = ({ name }: TraceEvent): Kind => {
  if (/^(UpdateLayoutTree|RecalculateStyles|ScheduleStyleRecalculation)$/.test(name)) return "style";
  if (name === "Layout") return "layout";
  if (
    /^(PrePaint|Paint|Layerize|Commit|UpdateLayer|UpdateLayerTree|Decode.*|.*IntersectionObserver.*)$/.test(
      name,
    )
  )
    return "paint";
  return /^(EventDispatch|FunctionCall|EvaluateScript|RunMicrotasks|FireAnimationFrame|TimerFire|V8\..*|v8\..*|MajorGC|MinorGC)$/.test(
    name,
  )
    ? "script"
    : "other";
};

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

const INPUT = /^(pointerdown|pointerup|mousedown|mouseup|click|keydown|keyup|keypress|input|change)$/;

/**
 * Returns the work of the costliest input of a trace, from its event to the end of the next commit, in ms of CPU
 * time.
 */
function costliest(events: TraceEvent[]): Work {
  const mains = new Set(
    events
      .filter(({ ph, name, args }) => ph === "M" && name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const all = events.filter(({ ph, dur }) => ph === "X" && dur !== undefined);
  const main = all.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
  const inputs = main.filter(
    ({ name, args }) => name === "EventDispatch" && INPUT.test(args?.data?.type ?? ""),
  );
  const windows = inputs.map(({ pid, tid, ts }) => {
    const own = main.filter((event) => event.pid === pid && event.tid === tid);
    const commit = own
      .filter((event) => event.name === "Commit" && event.ts > ts)
      .sort((a, b) => a.ts - b.ts)[0];
    const end = commit ? commit.ts + (commit.dur ?? 0) : ts;
    return workIn(
      own,
      all.filter((event) => event.pid === pid && event.name === "RasterTask"),
      ts,
      end,
    );
  });
  const total = (work: Work) => kinds.reduce((sum, kind) => sum + work[kind], 0);
  const [most] = windows.sort((a, b) => total(b) - total(a));
  if (!most) throw new Error("The trace has no input.");
  return most;
}

/** Returns a thread's CPU time between two times by kind, without nested events, and the raster time of AFTER_MS. */
function workIn(own: TraceEvent[], raster: TraceEvent[], from: number, to: number): Work {
  const work: Work = { script: 0, style: 0, layout: 0, paint: 0, other: 0, raster: 0 };
  const inside = own
    .filter(({ ts }) => ts >= from && ts < to)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const open: TraceEvent[] = [];
  for (const event of inside) {
    while (open.length > 0 && (open.at(-1)?.ts ?? 0) + (open.at(-1)?.dur ?? 0) <= event.ts) open.pop();
    const parent = open.at(-1);
    const ms = (event.tdur ?? 0) / 1_000;
    if (parent) work[kindOf(parent)] -= ms;
    work[kindOf(event)] += ms;
    open.push(event);
  }
  for (const { ts, tdur = 0 } of raster)
    if (ts >= from && ts < from + AFTER_MS * 1_000) work.raster += tdur / 1_000;
  return work;
}

async function profile(browser: Browser, side: Side, at: (typeof interactions)[number]): Promise<Work> {
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
    const session = await browser.newBrowserCDPSession();
    const events = await traced(session, async () => {
      await at.act(page);
      await page.waitForTimeout(AFTER_MS);
    });
    await session.detach();
    return costliest(events);
  } finally {
    await context.close();
  }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

if (!process.env["BENCH_BUILT"]) buildHere();
const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
const side = await startSide("here", projectRoot);
try {
  const columns = [...kinds, "raster"] as const;
  console.log(`| what | ${columns.join(" | ")} | ${SLOWER} times slower, without raster |`);
  console.log(`| --- | ${columns.map(() => "--:").join(" | ")} | --: |`);
  for (const each of interactions) {
    const rounds: Work[] = [];
    for (let n = 0; n < ROUNDS; n++) rounds.push(await profile(browser, side, each));
    const work = columns.map((kind) => median(rounds.map((round) => round[kind])));
    const main = work.slice(0, -1).reduce((sum, ms) => sum + ms, 0);
    const cells = [...work.map((ms) => ms.toFixed(1)), String(Math.round(main * SLOWER))];
    console.log(`| ${each.name} | ${cells.join(" | ")} |`);
  }
} finally {
  await browser.close();
  await side.running.stop();
}
