/**
 * Measures the home page's stage: no text may overlap a drawing, and every pixel behind a text must have enough
 * contrast. Boxes come from the page, pixels from a screenshot without its texts.
 */
import type { Page } from "@playwright/test";
import { type Box, type ColouredBox, lowestContrasts } from "./pixel-contrast";

interface Word extends ColouredBox {
  kind: string;
}
interface Gauge {
  words: Word[];
  header: Word[];
  solids: (Box & { name: string })[];
  foot: Box;
  headerBottom: number;
  pageWidth: number;
  windowWidth: number;
}

/** Times at which boxes are measured, as fractions of each animation's cycle. */
const moments = [0, 0.25, 0.5, 0.75, 0.9];

/** Selectors of the texts, by kind. */
const texts = {
  headline: "#hero-title",
  lead: ".stage__lead",
  button: ".stage__do .btn",
  link: ".stage__do .btn ~ a",
  pause: ".stage__pause",
  subline: ".serv__sub",
};
/** Selectors of the drawings that text must not overlap. */
const drawings = {
  "far island": ".stage__outer img",
  "windmill island": ".stage__nook .near",
  balloon: '.isle img[src$="/balloon.svg"]',
  Nagi: '.isle img[src$="/nagi.svg"]',
  Akari: '.isle img[src$="/akari.svg"]',
  "hanging island": ".serv__island",
};
/**
 * Visible parts of drawings with empty margins, in units of the main island's drawing: the element that they move with,
 * then the position as of `unit` in app/routes/site/home/hero-scene.tsx.
 */
const areas = {
  moon: [".isle", 516, 117, 270, 270],
  lighthouse: [".isle__bob", 424, 55, 62, 200],
  "main island": [".isle__bob", -62, 215, 1000, 505],
  "main island, tip": [".isle__bob", 250, 720, 470, 270],
} as const;

const stageParts = { at: moments, texts, drawings, areas };

/**
 * In the page: returns all boxes at each time, in page coordinates. Leaves no element behind, because the page may not
 * be hydrated yet.
 */
function gaugePage({ at, texts, drawings, areas }: typeof stageParts): Gauge[] {
  const all = (selectors: Record<string, string>) =>
    Object.entries(selectors).flatMap(([name, selector]) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map((element) => ({ name, element })),
    );
  const added = Object.entries(areas).map(([name, [parent, x, y, w, h]]) => {
    const element = document.createElement("i");
    element.className = "isle__part";
    element.setAttribute("style", `--x: ${x}; --y: ${y}; --w: ${w}; --h: ${h}`);
    document.querySelector(parent)?.append(element);
    return { name, element };
  });
  const boxOf = (r: DOMRect): Box => ({
    left: r.left + scrollX,
    top: r.top + scrollY,
    right: r.right + scrollX,
    bottom: r.bottom + scrollY,
  });
  const find = (selector: string) => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`The page has no ${selector}`);
    return element;
  };
  const linesOf = (element: Element, kind: string): Word[] => {
    const { color } = getComputedStyle(element);
    const lines: Word[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent?.checkVisibility() || getComputedStyle(parent).clipPath !== "none") continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const r of range.getClientRects()) {
        if (r.width > 2 && r.height > 2) lines.push({ ...boxOf(r), kind, color });
      }
    }
    return lines;
  };
  const stage = boxOf(find("[data-under-header]").getBoundingClientRect());
  // Finishes colour transitions of the theme. Cyclic animations are measured at each time. Those that follow the page's
  // scrolling have no time.
  const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
  for (const animation of moving) if (animation instanceof CSSTransition) animation.finish();
  const animations = moving.filter((animation) => !(animation instanceof CSSTransition));
  for (const animation of animations) animation.pause();
  const gauges = at.map((moment) => {
    for (const animation of animations) {
      const { delay, duration, direction } = animation.effect?.getComputedTiming() ?? {};
      const round = Number(duration) * (direction?.startsWith("alternate") ? 2 : 1);
      animation.currentTime = (delay ?? 0) + round * moment;
    }
    const words = all(texts).flatMap(({ name: kind, element }) => {
      const lines = linesOf(element, kind);
      const isBox = kind === "button" || kind === "pause";
      const box = { ...boxOf(element.getBoundingClientRect()), kind: `${kind} box`, color: "" };
      return isBox ? [...lines, box] : lines;
    });
    const solids = [...all(drawings), ...added].flatMap(({ name, element }) => {
      if (!element.checkVisibility()) return [];
      const box = boxOf(element.getBoundingClientRect());
      if (name === "hanging island") return [{ ...box, name }];
      // Parts outside the stage are clipped.
      const seen = {
        left: Math.max(box.left, stage.left),
        top: Math.max(box.top, stage.top),
        right: Math.min(box.right, stage.right),
        bottom: Math.min(box.bottom, stage.bottom),
        name,
      };
      return seen.right - seen.left > 1 && seen.bottom - seen.top > 1 ? [seen] : [];
    });
    const header = find("header");
    return {
      words,
      header: [...header.querySelectorAll("a, summary")].flatMap((link) => linesOf(link, "header")),
      solids,
      foot: boxOf(find(".stage__edge").getBoundingClientRect()),
      headerBottom: boxOf(header.getBoundingClientRect()).bottom,
      pageWidth: document.documentElement.scrollWidth,
      windowWidth: document.documentElement.clientWidth,
    };
  });
  for (const { element } of added) element.remove();
  return gauges;
}

const meet = (a: Box, b: Box) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;

const said = ({ left, top, right, bottom }: Box) => [left, top, right, bottom].map(Math.round).join(" ");

/**
 * Checks the positions of texts and drawings at the current window size, at five times of the animations.
 *
 * @returns one sentence for each fault; `count` is the number of compared pairs
 */
export async function stageFaults(page: Page): Promise<{ faults: string[]; count: number; words: Word[] }> {
  const gauges = await page.evaluate(gaugePage, stageParts);
  const faults = new Set<string>();
  let count = 0;
  for (const gauge of gauges) {
    for (const solid of gauge.solids) {
      count += gauge.words.length + 1;
      for (const word of gauge.words) {
        if (meet(word, solid))
          faults.add(`${word.kind} (${said(word)}) meets ${solid.name} (${said(solid)})`);
      }
      if (solid.top < gauge.headerBottom - 0.5) faults.add(`${solid.name} in the header (${said(solid)})`);
    }
  }
  const last = gauges.at(-1);
  if (!last) throw new Error("nothing was measured");
  for (const word of last.words) {
    if (word.left < -0.5 || word.right > last.windowWidth + 0.5) faults.add(`${word.kind} leaves the window`);
    if (word.top < last.headerBottom) faults.add(`${word.kind} in the header`);
    const mayStandInMist = word.kind.startsWith("pause") || word.kind === "subline";
    if (!mayStandInMist && meet(word, last.foot)) faults.add(`${word.kind} in the mist`);
  }
  if (last.pageWidth > last.windowWidth) faults.add(`the page is ${last.pageWidth} wide`);
  for (const name of ["main island", "lighthouse", "Nagi", "Akari", "hanging island"]) {
    if (!last.solids.some((solid) => solid.name === name)) faults.add(`no ${name}`);
  }
  for (const kind of ["headline", "lead", "button", "link", "subline"]) {
    if (!last.words.some((word) => word.kind === kind)) faults.add(`no ${kind}`);
  }
  return { faults: [...faults], count, words: [...last.words.filter(({ color }) => color), ...last.header] };
}

const words = Object.values(texts).join(", ");
const wordless =
  `:is(${words}), :is(${words}) *, ` +
  "header a, header summary, header summary * { color: transparent !important } " +
  `:is(${words}) svg, ` +
  "header svg, header img { visibility: hidden !important }";

/**
 * Checks the contrast of every pixel behind every text of the first screen, including the header.
 *
 * @param lab an empty page in which the screenshot is read
 * @returns one sentence for each text with too little contrast: below 3:1 for the headline, 4.5:1 for others
 */
export async function faintWords(page: Page, lab: Page, words: Word[]): Promise<string[]> {
  const style = await page.addStyleTag({ content: wordless });
  const found: string[] = [];
  // Two screenshots as small as the texts, so that the browser paints no more than needed.
  for (const boxes of [
    words.filter(({ kind }) => kind === "header"),
    words.filter(({ kind }) => kind !== "header" && kind !== "subline"),
  ]) {
    const x = Math.max(0, Math.floor(Math.min(...boxes.map(({ left }) => left))));
    const y = Math.floor(Math.min(...boxes.map(({ top }) => top)));
    const width = Math.ceil(Math.max(...boxes.map(({ right }) => right))) - x;
    const height = Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom))) - y;
    const fullPage = y + height > (page.viewportSize()?.height ?? 0);
    const png = await page.screenshot({ fullPage, clip: { x, y, width, height } });
    const moved = boxes.map((box) => ({
      ...box,
      left: box.left - x,
      right: box.right - x,
      top: box.top - y,
      bottom: box.bottom - y,
    }));
    const contrasts = await lab.evaluate(lowestContrasts, { png: png.toString("base64"), boxes: moved });
    for (const [i, word] of boxes.entries()) {
      const { contrast } = contrasts[i] ?? { contrast: 0 };
      const need = word.kind === "headline" ? 3 : 4.5;
      if (contrast < need)
        found.push(`${word.kind} (${said(word)}) has a contrast of ${contrast.toFixed(2)}`);
    }
  }
  await style.evaluate((element) => (element as Element).remove());
  return found;
}
