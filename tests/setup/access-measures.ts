/** What axe does not see, measured in the page as it is now. */
import type { Page } from "@playwright/test";

/**
 * Walks through the page with Tab and looks at what has the focus: a ring of 3 px that differs from its ground by 3:1,
 * in the window, and not covered by anything.
 *
 * @returns how many controls had the focus, and one sentence for each fault
 */
export async function walkByTab(page: Page, most: number): Promise<{ seen: number; faults: string[] }> {
  const faults: string[] = [];
  let seen = 0;
  for (; seen < most; seen++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(async () => {
      // What moves into view with its focus is there with the next picture.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const focused = document.activeElement;
      if (!focused || focused === document.body || focused.hasAttribute("data-walked")) return null;
      focused.setAttribute("data-walked", "");
      const rgba = (value: string) => (value.match(/[\d.]+/g) ?? []).map(Number);
      const light = (colour: number[]) => {
        const [r = 0, g = 0, b = 0] = colour.map((value) => {
          const part = value / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const name = `${focused.tagName.toLowerCase()} ${(focused.textContent ?? "").trim().slice(0, 24)}`;
      // The ring may be that of the label or the card around a hidden control.
      let ringed: Element | null = focused;
      while (ringed && getComputedStyle(ringed).outlineStyle === "none") ringed = ringed.parentElement;
      if (!ringed) return `${name}: no ring`;
      const style = getComputedStyle(ringed);
      if (parseFloat(style.outlineWidth) < 3) return `${name}: a ring of ${style.outlineWidth}`;
      // A ring outside of its control lies on what is around it.
      let ground: Element | null = parseFloat(style.outlineOffset) < 0 ? ringed : ringed.parentElement;
      let behind: number[] = [];
      for (; ground; ground = ground.parentElement) {
        const colour = rgba(getComputedStyle(ground).backgroundColor);
        if (colour.length === 3 || (colour[3] ?? 1) === 1) {
          behind = colour;
          break;
        }
        // The sky of a night ground is a picture; at its top it is the ground's own colour.
        if (ground.getAttribute("data-ground") === "night") {
          behind = [20, 23, 46];
          break;
        }
      }
      const [a, b] = [light(rgba(style.outlineColor).slice(0, 3)), light(behind.slice(0, 3))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 3) return `${name}: a ring of ${contrast.toFixed(2)}:1`;
      const box = ringed.getBoundingClientRect();
      const x = Math.min(innerWidth - 1, Math.max(0, box.left + box.width / 2));
      const y = Math.min(innerHeight - 1, Math.max(0, box.top + Math.min(box.height / 2, 20)));
      if (box.bottom < 0 || box.top > innerHeight) return `${name}: outside of the window`;
      const top = document.elementFromPoint(x, y);
      const isSeen = top !== null && (ringed.contains(top) || top.contains(ringed));
      return isSeen ? "" : `${name}: covered`;
    });
    if (found === null) break;
    if (found) faults.push(found);
  }
  return { seen, faults };
}

/** How much wider than its window the page is, in pixels, and whose fault it is. */
export async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const widest = [...document.querySelectorAll("body *")]
      .filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1,
      )
      .at(-1);
    return [`${scrollWidth} px in ${clientWidth}: ${widest?.tagName} ${widest?.className}`];
  });
}
