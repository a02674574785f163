/** Accessibility measurements on the current page that axe does not make. */
import type { Locator, Page } from "@playwright/test";

/**
 * Checks the focused element: it needs a focus ring of at least 3 px with a contrast of 3:1 to its background, inside
 * the window and not covered.
 *
 * @returns one sentence for a fault, "" for none; null if nothing is focused or the element was checked before
 */
async function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    // Waits for two frames, because focus can scroll or move an element into view.
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
    // For a hidden control the ring may be on its label or card.
    let ringed: Element | null = focused;
    const hasNone = ({ outlineStyle, clipPath }: CSSStyleDeclaration) =>
      outlineStyle === "none" || clipPath !== "none";
    while (ringed && hasNone(getComputedStyle(ringed))) ringed = ringed.parentElement;
    if (!ringed) return `${name}: no ring`;
    const style = getComputedStyle(ringed);
    if (parseFloat(style.outlineWidth) < 3) return `${name}: a ring of ${style.outlineWidth}`;
    // A ring outside its control is drawn over the parent's background.
    let ground: Element | null = parseFloat(style.outlineOffset) < 0 ? ringed : ringed.parentElement;
    let behind: number[] = [];
    for (; ground; ground = ground.parentElement) {
      const colour = rgba(getComputedStyle(ground).backgroundColor);
      if (colour.length === 3 || (colour[3] ?? 1) === 1) {
        behind = colour;
        break;
      }
      // The night sky is a picture, whose top has this background colour.
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
}

/**
 * Presses Tab until a control is focused, and checks every stop on the way.
 *
 * @returns one sentence for each fault
 * @throws if Tab does not reach the control
 */
export async function tabTo(page: Page, target: Locator): Promise<string[]> {
  const faults: string[] = [];
  // Looks the element up once for all stops, because a look-up takes longer than a check. Repeats it after a
  // re-render.
  const find = async () => {
    const found = await target.elementHandle({ timeout: 15_000 });
    if (!found) throw new Error(`There is no ${String(target)}`);
    return found;
  };
  let element = await find();
  for (let pressed = 0; pressed < 80; pressed++) {
    const { isConnected, isThere } = await element.evaluate((one) => ({
      isConnected: one.isConnected,
      isThere: one === document.activeElement,
    }));
    if (isThere) return faults;
    if (!isConnected) element = await find();
    await page.keyboard.press("Tab");
    const fault = await focusFault(page);
    if (fault) faults.push(fault);
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/**
 * Presses Tab through the page and checks each stop.
 * @param most maximum number of stops
 */
export async function walkByTab(page: Page, most: number): Promise<{ seen: number; faults: string[] }> {
  const faults: string[] = [];
  let seen = 0;
  for (; seen < most; seen++) {
    await page.keyboard.press("Tab");
    const found = await focusFault(page);
    if (found === null) break;
    if (found) faults.push(found);
  }
  return { seen, faults };
}

/** Returns how far the page overflows its window horizontally, in px, and the element that causes it. */
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

/** Sets the browser's default font size in px, which also affects media queries in em. */
export async function setLetters(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard, fixed: Math.round(standard * 0.8125) } });
  await devtools.detach();
}

/**
 * Returns controls below 24 × 24 px with another control within 12 px of their centre. Links in a sentence are
 * exempt.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]";
    const targets = [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const label = "labels" in element ? (element as HTMLInputElement).labels?.[0] : undefined;
        const isMark = element.matches("[type=checkbox], [type=radio]");
        return { element, box: (isMark && label ? label : element).getBoundingClientRect() };
      })
      .filter(({ box, element }) => box.width > 1 && box.height > 1 && !element.closest(".sr"));
    const isInSentence = (element: HTMLElement) =>
      getComputedStyle(element).display === "inline" &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === 3 && node.textContent?.trim(),
      );
    return targets
      .filter(({ element, box }) => (box.width < 24 || box.height < 24) && !isInSentence(element))
      .filter(({ element, box }) => {
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return targets.some(({ element: other, box: near }) => {
          if (other === element || other.contains(element) || element.contains(other)) return false;
          const [dx, dy] = [
            Math.max(near.left - x, x - near.right, 0),
            Math.max(near.top - y, y - near.bottom, 0),
          ];
          return Math.hypot(dx, dy) < 12;
        });
      })
      .map(({ element, box }) => {
        const name = (element.textContent?.trim() || element.getAttribute("aria-label")) ?? "";
        return `${element.tagName} ${name.slice(0, 20)} is ${Math.round(box.width)} × ${Math.round(box.height)}`;
      });
  });
}

/** Returns texts with a contrast below 4.5:1 on white paper, because browsers print no backgrounds. */
export async function wordsLostOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  const lost = await page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll("body *")) {
      const hasWords = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent?.trim(),
      );
      if (!hasWords || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest(".sr, [data-on-picture]")) continue;
      const [r = 0, g = 0, b = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map((value) => {
        const part = Number(value) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      const contrast = 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
      if (contrast < 4.5)
        found.add(`${element.tagName} ${element.className}: ${element.textContent?.trim().slice(0, 20)}`);
    }
    return [...found];
  });
  await page.emulateMedia({ media: null });
  return lost;
}
