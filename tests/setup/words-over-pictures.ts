/**
 * The contrast of words that stand over a picture, which axe leaves out: the darkest and lightest pixel under each of
 * them, in a picture of the page without its words.
 */
import type { Page } from "@playwright/test";
import { lowest, type Word } from "./stage-measures";

interface WordOverPicture extends Word {
  says: string;
  isLarge: boolean;
}

/** In the page: every visible line of words under which a picture or a gradient lies before an opaque ground. */
async function wordsOverPictures(): Promise<WordOverPicture[]> {
  for (const picture of document.images) {
    picture.loading = "eager";
    // One that does not come is another test's.
    await Promise.race([
      picture.decode().catch(() => undefined),
      new Promise((end) => setTimeout(end, 2_000)),
    ]);
  }
  const all = document.createElement("style");
  all.textContent = "* { pointer-events: auto !important }";
  document.head.append(all);
  const isOverPicture = (element: Element, x: number, y: number): boolean => {
    for (const one of document.elementsFromPoint(x, y)) {
      const { backgroundImage, backgroundColor, clipPath } = getComputedStyle(one);
      if (one === element || one.contains(element) || !element.contains(one)) {
        if (/^(IMG|CANVAS|VIDEO)$/.test(one.tagName) || one.closest("svg")) return true;
        if (backgroundImage.includes("url(") && clipPath === "none") return true;
        const alpha = /rgba?\(.*?(?:[,/]\s*([\d.]+))?\)$/.exec(backgroundColor);
        const isOpaque = backgroundColor.startsWith("rgb(") || Number(alpha?.[1] ?? 0) === 1;
        if (isOpaque) return false;
      }
    }
    return false;
  };
  const found: WordOverPicture[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const element = text.parentElement;
    if (
      !text.data.trim() ||
      !element ||
      element.closest("script, style, noscript, svg, select, [aria-hidden=true], .sr")
    )
      continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(":disabled, [aria-disabled=true]")) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    const range = document.createRange();
    range.selectNodeContents(text);
    const [first] = range.getClientRects();
    if (!first || first.width < 2) continue;
    if (first.top < 0 || first.bottom > innerHeight)
      element.scrollIntoView({ block: "start", behavior: "instant" });
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue;
      const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
      if (!isOverPicture(element, x, y)) continue;
      found.push({
        kind: element.tagName.toLowerCase(),
        says: text.data.trim().slice(0, 24),
        isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
        color,
        left: rect.left + scrollX,
        right: rect.right + scrollX,
        top: rect.top + scrollY,
        bottom: rect.bottom + scrollY,
      });
    }
  }
  all.remove();
  scrollTo(0, 0);
  return found;
}

const WORDLESS =
  "*, *::before, *::after, *::placeholder { color: transparent !important; text-shadow: none !important; " +
  "text-decoration-color: transparent !important; caret-color: transparent !important } " +
  "main svg.icon, header svg.icon { visibility: hidden !important }";

/**
 * @param lab an empty page, where the picture is read
 * @returns how many lines of words were looked at, and one sentence for each that is too faint (WCAG 1.4.3)
 */
export async function faintOverPictures(page: Page, lab: Page): Promise<{ count: number; faint: string[] }> {
  const words = await page.evaluate(wordsOverPictures);
  const style = await page.addStyleTag({ content: WORDLESS });
  const png = await page.screenshot({ fullPage: true, animations: "disabled" });
  await style.evaluate((element) => (element as Element).remove());
  const contrasts = await lab.evaluate(lowest, { png: png.toString("base64"), boxes: words });
  const faint = words.flatMap(({ kind, says, isLarge, left, top }, index) => {
    const contrast = contrasts[index] ?? 0;
    return contrast < (isLarge ? 3 : 4.5)
      ? [`${kind} "${says}" at ${Math.round(left)}, ${Math.round(top)}: ${contrast.toFixed(2)}`]
      : [];
  });
  return { count: words.length, faint };
}
