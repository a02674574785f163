/** Measures a page with large text: what is outside the window, what covers words, and how much a sticky bar takes. */
import type { Page } from "@playwright/test";

/** Largest part of the window's height that a sticky bar may cover. */
const MOST_OF_HEIGHT = 1 / 3;

/** Returns one sentence for each fault of the page as it is shown now. */
export async function largeTextFaults(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const width = document.documentElement.clientWidth;
    const faults = new Set<string>();
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) faults.add(`the page scrolls sideways: ${scrollWidth} px in ${width}`);

    /** The closest ancestor for which `test` holds, starting with the element itself. */
    const up = (element: Element | null, test: (style: CSSStyleDeclaration, one: Element) => boolean) => {
      for (let one = element; one && one !== document.documentElement; one = one.parentElement)
        if (test(getComputedStyle(one), one)) return one;
      return null;
    };
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest("noscript, script, style, [aria-hidden=true]") !== null ||
      up(element, ({ clipPath }, one) => clipPath !== "none" || one.clientWidth === 1) !== null;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 24)}"`;

    const words: { element: Element; box: DOMRect; isFloating: boolean }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || isHidden(element)) continue;
      const isFloating = up(element, ({ position }) => /fixed|sticky/.test(position)) !== null;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1) words.push({ element, box, isFloating });
    }
    for (const { element, box } of words) {
      const isCut = box.left < -1 || box.right > width + 1;
      const frame = up(element, ({ overflowX }) => overflowX !== "visible");
      // A row that scrolls, or moves, shows the rest itself.
      if (isCut && !frame) faults.add(`outside the window: ${nameOf(element)}`);
    }
    const still = words.filter(({ isFloating }) => !isFloating);
    for (const [index, { element, box }] of still.entries())
      for (const other of still.slice(index + 1)) {
        if (other.element === element) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Line boxes of neighbours overlap by their leading, letters do not.
        if (across > 3 && down > Math.min(box.height, other.box.height) * 0.45)
          faults.add(`${nameOf(element)} lies over ${nameOf(other.element)}`);
      }
    // Light words of a head end above what is light below it: the mist, or the end of the sky.
    const heads = [...document.querySelectorAll("[data-under-header]")];
    const light = heads.flatMap((head) => [...head.querySelectorAll(".mist-end path")]);
    for (const { element, box } of still) {
      const head = element.closest("[data-under-header]");
      if (!head || !element.closest("[data-ground=night]")) continue;
      const sky = head.querySelector(":scope > [data-ground=night]") ?? head;
      if (box.bottom > sky.getBoundingClientRect().bottom) faults.add(`below its sky: ${nameOf(element)}`);
      for (const path of light) {
        const mist = path.getBoundingClientRect();
        const isOver = box.right > mist.left && box.left < mist.right && box.bottom > mist.top + 2;
        if (isOver) faults.add(`over the mist: ${nameOf(element)}`);
      }
    }
    for (const bar of document.querySelectorAll("main *")) {
      if (getComputedStyle(bar).position !== "sticky" || !bar.checkVisibility()) continue;
      const { top, bottom } = bar.getBoundingClientRect();
      const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
      if (seen > innerHeight * most) faults.add(`a bar takes ${Math.round(seen)} px of ${innerHeight}`);
    }
    return [...faults];
  }, MOST_OF_HEIGHT);
}

/** Returns the controls for text whose letters are so small that phones zoom into them, with their size in px. */
export const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("input:not([type=hidden]), select, textarea")]
      .filter(
        (field) => !field.matches("[type=radio], [type=checkbox], [type=file]") && field.checkVisibility(),
      )
      .flatMap((field) => {
        const size = parseFloat(getComputedStyle(field).fontSize);
        return size < 16 ? [`${field.getAttribute("name")}: ${size} px`] : [];
      }),
  );
