/**
 * Differences between engines: prefetching, and which pages the back/forward cache keeps. Part of `npm run
 * test:engines`; prints the latter as a table. WAY_BACK_ROOT names another checkout with its build, to compare its
 * figures.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { guestKinds, memberKinds } from "../kit/browser/screens";
import { type RunningSite, startSite } from "../kit/programs/site";
import { isHydrated } from "../kit/browser/hydrated";
import { firefox, type PuppeteerDriver, wholeChromium } from "./puppeteer";

const root = process.env["WAY_BACK_ROOT"];
const memberPages = ["/", "/news/3", "/my-page/history", ...memberKinds];

/** Pages that an engine reloads on the way back, with the reason. */
const loadedAnew: Record<string, Record<string, string>> = {
  Chromium: { "/nowhere": "response-status-not-ok" },
  // Firefox does not keep responses with no-store: members' pages and pages with a form signature.
  Firefox: Object.fromEntries(
    [
      "/support/inquiry",
      "/sign-in",
      "/sign-up",
      "/find-password",
      "/nowhere",
      "/my-page/profile (member)",
    ].map((path) => [path, "loaded anew"]),
  ),
};

let running: RunningSite;
let sandbox: SandboxClient;
const table = new Map<string, Record<string, string>>();

beforeAll(async () => {
  running = await startSite(root ? { root } : {});
  sandbox = new SandboxClient(running.sandbox?.origin ?? "");
});
afterAll(async () => {
  await running.stop();
  const engines = [...table.keys()];
  const pages = Object.keys(table.get(engines[0] ?? "") ?? {});
  const rows = pages.map((page) => [
    page,
    ...engines.map((engine) => table.get(engine)?.[page] ?? "not run"),
  ]);
  const head = ["", ...engines];
  console.log([head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n"));
});

/** In the page: true if React has hydrated any element, independent of which parts this version hydrates. */
const isHeld = () => {
  // Pages that are only read load their scripts at the first sign of intent.
  document.dispatchEvent(new Event("pointermove"));
  return [...document.querySelectorAll("body *")].some((element) =>
    Object.keys(element).some((key) => key.startsWith("__reactFiber")),
  );
};

/**
 * Opens a page, goes to another site, and comes back. A page that is left with a request in flight is not kept, and
 * the last picture arrives at random, so there are up to three attempts.
 *
 * @returns "kept", or the reason why it was reloaded
 */
async function wayBack(driver: PuppeteerDriver, path: string): Promise<string> {
  const first = await oneWayBack(driver, path);
  if (first === "kept") return first;
  return (await oneWayBack(driver, path)) === "kept" ? "kept" : oneWayBack(driver, path);
}

async function oneWayBack({ page }: PuppeteerDriver, path: string): Promise<string> {
  await page.goto(running.site.origin + path, { waitUntil: "load" });
  await page.waitForFunction(isHeld);
  await page.goto(`${sandbox.origin}/mailbox.json`);
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForFunction(
    (origin) => location.origin === origin && "isShownAgain" in window,
    {},
    running.site.origin,
  );
  const [isKept, reasons] = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as (PerformanceEntry & {
      notRestoredReasons?: { reasons?: { reason: string }[] } | null;
    })[];
    return [
      (window as { isShownAgain?: boolean }).isShownAgain === true,
      entry?.notRestoredReasons?.reasons?.map(({ reason }) => reason) ?? [],
    ] as const;
  });
  return isKept ? "kept" : reasons.join(", ") || "loaded anew";
}

/** Returns the site's log lines of the requests for a path. */
const requestsOf = (path: string) =>
  running.site
    .output()
    .split("\n")
    .filter((line) => line.includes('"msg":"request"') && line.includes(`"path":"${path}"`));

describe.each([wholeChromium, firefox])("$name", (engine) => {
  let driver: PuppeteerDriver;
  beforeAll(async () => {
    driver = (await engine.start()) as PuppeteerDriver;
    await driver.page.evaluateOnNewDocument(() => {
      addEventListener("pageshow", ({ persisted }) => Object.assign(window, { isShownAgain: persisted }));
    });
  });
  afterAll(() => driver.close());

  it("prefetches the page of a hovered link, and shows it at the click without another request", async () => {
    const { page } = driver;
    await page.goto(`${running.site.origin}/news`);
    await page.waitForFunction(isHydrated);
    const link = await page.waitForSelector("main td a[href^='/news/']");
    if (!link) throw new Error("the news list has no link");
    const path = new URL(await link.evaluate((element) => (element as HTMLAnchorElement).href)).pathname;
    const before = requestsOf(path).length;
    await link.hover();
    await vi.waitFor(() => expect(requestsOf(path)).toHaveLength(before + 1), 10_000);
    await link.click();
    await page.waitForFunction((next) => location.pathname === next, {}, path);
    await page.waitForFunction(isHydrated);
    expect(requestsOf(path)).toHaveLength(before + 1);
    expect(running.site.output()).not.toContain("csp report");
    expect(driver.problems()).toEqual([]);
  });

  it("keeps pages in the back/forward cache, and prints which", async () => {
    const rows: Record<string, string> = {};
    for (const path of guestKinds) rows[path] = await wayBack(driver, path);
    const { email, password } = await sandbox.makeMember({ history: 5, orders: 2 });
    await driver.page.goto(`${running.site.origin}/sign-in`);
    await driver.page.evaluate(
      async (fields) => {
        await fetch("/sign-in", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
      },
      { email, password },
    );
    // Firefox keeps no member page, so one page represents all.
    for (const path of engine === firefox ? ["/my-page/profile"] : memberPages)
      rows[`${path} (member)`] = await wayBack(driver, path);
    table.set(engine.name, rows);
    if (root) return;
    const anew = Object.entries(rows).filter(([, how]) => how !== "kept");
    expect(Object.fromEntries(anew)).toEqual(loadedAnew[engine.name]);
  });
});
