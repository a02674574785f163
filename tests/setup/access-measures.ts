/** What axe does not see, measured in the page as it is now. */
import type { Locator, Page } from "@playwright/test";

/**
 * Looks at what has the focus: a ring of 3 px that differs from its ground by 3:1, in the window, and not covered by
 * anything.
 *
 * @returns one sentence for a fault, "" for none; null when nothing has the focus, or what was looked at before
 */
async function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
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
    const hasNone = ({ outlineStyle, clipPath }: CSSStyleDeclaration) =>
      outlineStyle === "none" || clipPath !== "none";
    while (ringed && hasNone(getComputedStyle(ringed))) ringed = ringed.parentElement;
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
}

/**
 * Presses Tab until a control has the focus, and looks at every stop on the way.
 *
 * @returns one sentence for each fault
 * @throws when Tab does not lead there
 */
export async function tabTo(page: Page, target: Locator): Promise<string[]> {
  const faults: string[] = [];
  // To find an element by its name takes longer than to look at it: once for all stops, unless it was rendered anew.
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

/** Walks through the page with Tab and looks at each stop. */
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

/** The size of letters that a visitor has set in the browser, in pixels; media queries in em go by it, too. */
export async function setLetters(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard * 0.8125 } });
  await devtools.detach();
}

/** Controls smaller than 24 by 24 px that have another one within 12 px of their middle; links in a sentence may be. */
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

/** Words that could not be read on white paper, where browsers print no grounds. */
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
