import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half the size of axe.source, which has to be sent to every page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface A11yCheck {
  /** True if the browser runs scripts. */
  scripts: boolean;
  /** Checks contrast, which takes most of axe's time and is the same in all languages. Default: true. */
  contrast?: boolean;
  /**
   * Also checks the contrast of the night theme. Default: true with AXE_THEMES=both, for every state of every
   * journey.
   */
  night?: boolean;
}

/**
 * Asserts that axe finds nothing on the current page: in every language with scripts, in Japanese only without them.
 * The markup of other languages is covered with scripts, and a copy of the page for axe costs more than the page.
 */
export async function checkA11y(
  page: Page,
  { scripts, contrast = true, night = process.env["AXE_THEMES"] === "both" }: A11yCheck,
): Promise<void> {
  if (!scripts && !(await page.locator("html").getAttribute("lang"))?.startsWith("ja")) return;
  const inspected = scripts ? page : await withoutItsScripts(page);
  expectNone(page, await violationsOn(inspected, allRules(contrast)), "");
  if (!night) return;
  await inspected.emulateMedia({ colorScheme: "dark" });
  expectNone(
    page,
    await violationsOn(inspected, { runOnly: { type: "rule", values: ["color-contrast"] } }),
    ", by night",
  );
  await inspected.emulateMedia({ colorScheme: "light" });
}

function expectNone(page: Page, violations: axe.Result[], when: string): void {
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n    ${node.failureSummary}`).join("\n")}`,
  );
  expect(found, `axe on ${page.url()}${when}`).toEqual([]);
}

function allRules(contrast: boolean): axe.RunOptions {
  return {
    runOnly: { type: "tag", values: standards },
    rules: { "color-contrast": { enabled: contrast } },
  };
}

async function violationsOn(page: Page, rules: axe.RunOptions): Promise<axe.Result[]> {
  // Reporting the passed checks too would double the time. axe does not check the contents of frames, because they
  // belong to other sites (card form, video player).
  const options: axe.RunOptions = { ...rules, iframes: false, resultTypes: ["violations"] };
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (how) => (await window.axe.run(document, how)).violations, options);
}

/** Pages with scripts in which axe checks copies: one per browser. */
const laboratories = new WeakMap<Browser, Promise<Page>>();

async function newLaboratory(browser: Browser): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: true, bypassCSP: true })).newPage();
}

/** Copies the page without its scripts into a page that can run axe, which is a script. */
async function withoutItsScripts(page: Page): Promise<Page> {
  const markup = (await page.content()).replace(/<script\b[\s\S]*?<\/script>/gi, "");
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser");
  const made = laboratories.get(browser) ?? newLaboratory(browser);
  laboratories.set(browser, made);
  const copy = await made;
  const size = page.viewportSize();
  if (size) await copy.setViewportSize(size);
  const address = page.url();
  await copy.route(address, (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: markup }),
  );
  await copy.goto(address);
  await copy.unrouteAll();
  return copy;
}

/** Asserts that html-validate finds nothing in the HTML that the server sent for the page. */
export async function checkHtml(page: Page, served: string): Promise<void> {
  // Imported on demand: the rules take 0.5 s to load in each worker, and few files need them.
  const { htmlProblems } = await import("./html-rules");
  expect(await htmlProblems(served), `html-validate on ${page.url()}`).toEqual([]);
}
