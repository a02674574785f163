import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { htmlProblems } from "./html-rules";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface A11yCheck {
  /** Whether the browser runs scripts. */
  scripts: boolean;
  /** Contrast takes most of axe's time, and is the same in all languages. Default: true. */
  contrast?: boolean;
}

/**
 * axe finds nothing on the page as it is now. With scripts in every language; without them in Japanese alone: the same
 * markup in other words was looked at with scripts, and a copy of the page for axe costs more than the page.
 */
export async function checkA11y(page: Page, { scripts, contrast = true }: A11yCheck): Promise<void> {
  if (!scripts && !(await page.locator("html").getAttribute("lang"))?.startsWith("ja")) return;
  const inspected = scripts ? page : await withoutItsScripts(page);
  const axe = new AxeBuilder({ page: inspected }).withTags(standards);
  if (!contrast) axe.disableRules(["color-contrast"]);
  try {
    const { violations } = await axe.analyze();
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n    ${node.failureSummary}`).join("\n")}`,
    );
    expect(found, `axe on ${page.url()}`).toEqual([]);
  } finally {
    if (inspected !== page) await inspected.context().close();
  }
}

/** axe is a script itself: the page's markup, without its scripts, in a browser that runs some. */
async function withoutItsScripts(page: Page): Promise<Page> {
  const markup = (await page.content()).replace(/<script\b[\s\S]*?<\/script>/gi, "");
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser");
  const context = await browser.newContext({
    javaScriptEnabled: true,
    viewport: page.viewportSize(),
    bypassCSP: true,
  });
  const copy = await context.newPage();
  const address = page.url();
  await copy.route(address, (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: markup }),
  );
  await copy.goto(address);
  return copy;
}

/** html-validate finds nothing in the HTML that the server sent for the page. */
export async function checkHtml(page: Page, served: string): Promise<void> {
  expect(await htmlProblems(served), `html-validate on ${page.url()}`).toEqual([]);
}
