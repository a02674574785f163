import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { HtmlValidate } from "html-validate";

/** The rules of the standard, and those of accessibility; matters of style are prettier's, and React's. */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // Sizes and positions that come from data.
    "no-inline-style": "off",
    // Safari takes the role of a list away with its bullets.
    "no-redundant-role": "off",
    // A part that scrolls sideways is a focusable `div` with a role and a name: no section of the page.
    "prefer-native-element": ["error", { exclude: ["region"] }],
    "valid-id": ["error", { relaxed: true }],
    // React writes `<link rel="preload" as="image">` and boolean attributes its own way.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "require-sri": "off",
    "tel-non-breaking": "off",
    "long-title": "off",
  },
});

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * axe finds nothing on the page as it is now. With scripts in every language; without them in Japanese alone: the same
 * markup in other words was looked at with scripts, and a copy of the page for axe costs more than the page.
 */
export async function checkA11y(page: Page, { scripts }: { scripts: boolean }): Promise<void> {
  if (!scripts && !(await page.locator("html").getAttribute("lang"))?.startsWith("ja")) return;
  const inspected = scripts ? page : await withoutItsScripts(page);
  try {
    const { violations } = await new AxeBuilder({ page: inspected }).withTags(standards).analyze();
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
  // The ids that React makes (`:R16b5:`) are valid, but html-validate stumbles over them in its own selectors.
  const plain = served.replace(/:(R\w*):/g, "$1");
  const { results } = await validator.validateString(plain, page.url());
  const found = results.flatMap(({ messages }) =>
    messages.map(
      ({ line, column, ruleId, message, selector }) =>
        `${line}:${column} ${ruleId}: ${message} (${selector})`,
    ),
  );
  expect(found, `html-validate on ${page.url()}`).toEqual([]);
}
