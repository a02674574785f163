/**
 * Texts that are 40 % longer than English, with accents and brackets: no page may be cut or widened, and no text of a
 * page head or menu may overlap another or the mist. One page in two; SCREENS=all takes each.
 */
import { sampleScreens } from "../../kit/data/sample";
import { expect, test, withPictures } from "../../kit/browser/fixtures";

test.use(withPictures);

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

/** In the page: lengthens every text. */
function lengthen(): void {
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
}

/** In the page: returns cut text, overlapping text, and a page wider than its window. */
function misfits(): string[] {
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
  // In a page head, texts are next to each other and above the mist.
  const boxes = [...document.querySelectorAll("header a, header summary, .head__text > *")].filter(
    (element) => element.checkVisibility() && !element.closest("details:not([open]) > :not(summary)"),
  );
  for (const [i, one] of boxes.entries()) {
    const a = one.getBoundingClientRect();
    for (const other of boxes.slice(i + 1)) {
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1 && !one.contains(other) && !other.contains(one))
        problems.push(`${one.textContent?.slice(0, 20)} meets ${other.textContent?.slice(0, 20)}`);
    }
    const mist = one.closest(".head")?.querySelector(".mist")?.getBoundingClientRect();
    if (mist && a.bottom > mist.top) problems.push(`${one.textContent?.slice(0, 20)} in the mist`);
    if (a.right > clientWidth + 1) problems.push(`${one.textContent?.slice(0, 20)} leaves the window`);
  }
  return problems;
}

/**
 * In the page: returns true if React has also hydrated the streamed parts. Before that, it would restore changed
 * text.
 */
function arePartsTakenOver(): boolean {
  // Only inside #app: the scripts after it, which carry streamed data, are never hydrated.
  const app = document.getElementById("app");
  if (!app) return false;
  const walker = document.createTreeWalker(app, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) {
    const mark = walker.currentNode;
    if (!mark.nodeValue?.startsWith("$")) continue;
    if (mark.nodeValue !== "$") return false;
    const first = (mark as Comment).nextElementSibling;
    if (first && !Object.keys(first).some((key) => key.startsWith("__reactFiber"))) return false;
  }
  return true;
}

test("longer words fit every screen, on a phone and in windows with the whole menu @scripts-only", async ({
  page,
  speak,
  signIn,
}) => {
  await speak("en");
  const isDrawn = sampleScreens("screens with longer words");
  const look = async (paths: string[]) => {
    for (const path of paths.filter(isDrawn)) {
      await page.goto(path);
      await page.waitForFunction(arePartsTakenOver);
      const faults: string[] = [];
      await page.evaluate(lengthen);
      for (const width of [390, 1280, 1920, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        faults.push(...(await page.evaluate(misfits)).map((fault) => `${width}: ${fault}`));
      }
      expect.soft(faults, path).toEqual([]);
    }
  };
  await look([...publicPages, ...others]);
  await signIn(page);
  await look(memberPages);
});
