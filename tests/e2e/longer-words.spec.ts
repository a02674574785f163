/** Words of a language that is 40 % longer than English, with accents and brackets: no page may be cut or widened. */
import { expect, test } from "../setup/fixtures";

const publicPages = ["/", "/introduction", "/news", "/download", "/support/faq", "/support/inquiry"];
const others = [
  "/sign-in",
  "/sign-up",
  "/find-password",
  "/dao",
  "/dao/operating-method",
  "/terms-of-use",
  "/nowhere",
];
const memberPages = [
  "/my-page",
  "/my-page/tools",
  "/my-page/history",
  "/my-page/ecommerce-history",
  "/my-page/terminate",
  "/store/products",
  "/store/products/1",
  "/store/soria-exchange",
  "/dao/suggestions",
  "/dao/members",
  "/support/inquiries",
];

/** Lengthens every text of the page, and answers what then does not fit: cut words, a page wider than its window. */
function lengthen(): string[] {
  const accents: Record<string, string> = { a: "å", e: "é", i: "ï", o: "ö", u: "ü", c: "ç", n: "ñ" };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  for (const node of nodes) {
    const text = node.data.trim();
    if (!text || !/\p{L}{2}/u.test(text) || node.parentElement?.closest("script, style, code")) continue;
    const longer = text.replace(/[aeioucn]/g, (letter) => accents[letter] ?? letter);
    const more = "öñé ".repeat(Math.ceil((text.length * 0.4) / 4)).trim();
    node.data = `[${longer} ${more}]`;
  }
  const problems: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`the page is ${scrollWidth} px wide`);
  for (const element of document.querySelectorAll<HTMLElement>("main *, header *, footer *")) {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const hidden = (overflow: string) => overflow === "hidden" || overflow === "clip";
    const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasWords || element.closest(".sr") || textOverflow === "ellipsis") continue;
    const isCut =
      (hidden(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hidden(overflowY) && element.scrollHeight > element.clientHeight + 1);
    if (isCut && element.clientWidth > 1) problems.push(`cut: ${element.textContent?.slice(0, 40)}`);
  }
  return problems;
}

/** In the page: whether React has taken over the parts that follow a page's head, too. Before, words are its own. */
function arePartsTakenOver(): boolean {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) {
    const mark = walker.currentNode;
    if (!mark.nodeValue?.startsWith("$")) continue;
    if (mark.nodeValue !== "$") return false;
    const first = (mark as Comment).nextElementSibling;
    if (first && !Object.keys(first).some((key) => key.startsWith("__reactFiber"))) return false;
  }
  return true;
}

test("longer words fit every screen of a phone @scripts-only", async ({ page, speak, signIn }) => {
  // Two dozen pages: a busy machine takes a while.
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 800 });
  await speak("en");
  const look = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path);
      await page.waitForFunction(arePartsTakenOver);
      expect(await page.evaluate(lengthen), path).toEqual([]);
    }
  };
  await look([...publicPages, ...others]);
  await signIn(page);
  await look(memberPages);
});
