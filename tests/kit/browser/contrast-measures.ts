/**
 * Measures the contrast of every text of a page with the pixels behind it, which axe does not do over drawings and
 * gradients. Boxes come from the page, pixels from a screenshot without its texts.
 */
import type { Page } from "@playwright/test";
import { type ColouredBox, lowestContrasts } from "./pixel-contrast";

interface Text extends ColouredBox {
  text: string;
  /** Element and class names, to find its rule. */
  of: string;
  /** From 24 px, or 18.66 px in bold (WCAG 2.2, 1.4.3). */
  isLarge: boolean;
}

interface Measured {
  /** One sentence for each text with too little contrast: below 3:1 if large, else 4.5:1. */
  faint: string[];
  /** Number of lines of text. */
  lines: number;
  /** Number of lines of text over a drawing or gradient. */
  overPictures: number;
}

/** Height of one screenshot, in px. A browser cannot draw a longer page at once. */
const STRIP_PX = 6_000;

/**
 * Share of the pixels behind one letter that may have too little contrast. A star of the page heads has 3 x 3 of the
 * 20 x 20 pixels behind a small letter, fewer than one stroke of it.
 */
const IGNORED = 0.03;

/**
 * Makes texts and what has their colour (marks, borders) transparent. Transitions would show an earlier colour.
 * `sticky` parts would move over others in a screenshot of the whole page.
 */
const textless =
  "*, *::before, *::after { transition: none !important; color: transparent !important; " +
  "-webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important; " +
  "caret-color: transparent !important } svg text { fill: transparent !important } " +
  "::placeholder { color: transparent !important }";

/** In the page: shows every lazy image and waits until all are drawn. */
async function showAll(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (const element of document.querySelectorAll<HTMLElement>("body *"))
    if (getComputedStyle(element).position === "sticky") element.style.position = "relative";
  for (const picture of document.images) picture.loading = "eager";
  // Parts that appear when they come into view.
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await nextFrame();
  }
  scrollTo(0, 0);
  await document.fonts.ready;
  const shown = [...document.images].filter((picture) => picture.checkVisibility());
  while (shown.some((picture) => !picture.complete)) await nextFrame();
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  await nextFrame();
}

/** In the page: returns each line of each visible text with its effective colour. */
function textsOf(): Text[] {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!canvas) throw new Error("no canvas");
  const known = new Map<string, number[]>();
  const rgba = (color: string): number[] => {
    const before = known.get(color);
    if (before) return before;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(color, [r, g, b, a / 255]);
    return [r, g, b, a / 255];
  };
  const ancestors = (element: Element): Element[] => {
    const parent = element.parentElement;
    return parent ? [element, ...ancestors(parent)] : [element];
  };
  const found: Text[] = [];
  const add = (element: Element, color: string, text: string, rects: Iterable<DOMRect>) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    // Inactive controls have no minimum (WCAG 2.2, 1.4.3), such as the pager's arrows at its ends.
    const inactive = ":disabled, [aria-disabled=true], label:has(:disabled), nav li[aria-hidden=true]";
    if (element.closest(inactive)) return;
    const all = ancestors(element);
    const styles = all.map((one) => getComputedStyle(one));
    if (styles.some(({ clipPath, position }) => clipPath !== "none" || position === "fixed")) return;
    const [r, g, b, a = 1] = rgba(color);
    const alpha = styles.reduce((product, { opacity }) => product * Number(opacity), a);
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const clips = all
      .filter((_, i) => styles[i]?.overflowX !== "visible")
      .map((one) => one.getBoundingClientRect());
    for (const rect of rects) {
      // A line's box is higher than its letters, most of it above them, and may touch its neighbours.
      const spare = Math.max(0, rect.height - 1.15 * size);
      const box = {
        left: Math.max(0, rect.left, ...clips.map(({ left }) => left)),
        top: Math.max(0, rect.top + 0.75 * spare, ...clips.map(({ top }) => top)),
        right: Math.min(document.documentElement.clientWidth, rect.right, ...clips.map(({ right }) => right)),
        bottom: Math.min(rect.bottom - 0.25 * spare, ...clips.map(({ bottom }) => bottom)),
      };
      if (box.right - box.left < 3 || box.bottom - box.top < 3) continue;
      found.push({
        ...box,
        color: `rgba(${r}, ${g}, ${b}, ${alpha})`,
        text: text.trim().slice(0, 24),
        of: `${element.tagName.toLowerCase()}.${element.className} in .${element.parentElement?.className}`,
        isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
      });
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const element = node.parentElement;
    if (!element || !node.textContent?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const style = getComputedStyle(element);
    add(
      element,
      element instanceof SVGElement ? style.fill : style.color,
      node.textContent,
      range.getClientRects(),
    );
  }
  for (const field of document.querySelectorAll<HTMLInputElement>(
    "input[placeholder], textarea[placeholder]",
  )) {
    if (field.value) continue;
    const box = field.getBoundingClientRect();
    const style = getComputedStyle(field);
    const [left, right] = [parseFloat(style.paddingLeft), parseFloat(style.paddingRight)];
    const inner = new DOMRect(box.x + left, box.y + 4, box.width - left - right, box.height - 8);
    add(field, getComputedStyle(field, "::placeholder").color, field.placeholder, [inner]);
  }
  return found;
}

/** Measurements of a page that does not keep still: texts may move when a font or a late part arrives. */
const ATTEMPTS = 3;

/**
 * Measures the contrast of every text of the current page, letter by letter: a mean or a share of a whole line would
 * pass a drawing that hides one letter. Repeats a measurement during which texts have moved.
 *
 * @param lab an empty page in which the screenshots are read
 * @throws Error if the texts move in each attempt
 */
export async function measureContrast(page: Page, lab: Page): Promise<Measured> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await page.evaluate(showAll);
    const texts = await page.evaluate(textsOf);
    const measured = await measureTexts(page, lab, texts);
    if (JSON.stringify(await page.evaluate(textsOf)) === JSON.stringify(texts)) return measured;
  }
  throw new Error(`The texts of ${page.url()} do not keep still.`);
}

async function measureTexts(page: Page, lab: Page, texts: Text[]): Promise<Measured> {
  const style = await page.addStyleTag({ content: textless });
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }));
  const faint = new Set<string>();
  let overPictures = 0;
  for (let y = 0; y < height; y += STRIP_PX) {
    const inside = texts.filter(({ top }) => top >= y && top < y + STRIP_PX);
    if (inside.length === 0) continue;
    const bottom = Math.min(height, Math.max(...inside.map((one) => Math.ceil(one.bottom))));
    const clip = { x: 0, y, width, height: bottom - y };
    const png = (await page.screenshot({ fullPage: true, clip })).toString("base64");
    const boxes = inside.map((one) => ({ ...one, top: one.top - y, bottom: one.bottom - y }));
    const contrasts = await lab.evaluate(lowestContrasts, { png, boxes, ignored: IGNORED });
    for (const [i, { contrast, colours, pixel }] of contrasts.entries()) {
      if (colours > 1) overPictures += 1;
      const text = inside[i];
      if (!text || contrast >= (text.isLarge ? 3 : 4.5)) continue;
      const place = `(${text.of}) at ${Math.round(text.left)} ${Math.round(text.top)}`;
      faint.add(`“${text.text}” ${place}: ${contrast.toFixed(2)}, ${text.color} on ${pixel}`);
    }
  }
  await style.evaluate((element) => (element as Element).remove());
  return { faint: [...faint], lines: texts.length, overPictures };
}
