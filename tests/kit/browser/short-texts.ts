/**
 * Finds poor line breaks in the short texts of a page: a text of fewer than 60 characters ends no line inside a word,
 * and has no last line of fewer than four characters, except a name after "・". Japanese and Chinese alone: other
 * languages break at spaces.
 */
import type { Page } from "@playwright/test";
import { breakMark } from "~/i18n/break-marks";

const LONGEST = 60;
const SHORTEST_LINE = 4;

/** One text, as the lines that the browser makes of it. */
interface Lines {
  lines: string[];
  /** Whether the site's own marks say where it may break. */
  isMarked: boolean;
  /** Written by members and editors: in Chinese no browser knows its phrases. */
  isOthers: boolean;
}

/** In the page: every visible text that is short, has letters of Japanese or Chinese, and takes several lines. */
function shortTexts({ longest, mark }: { longest: number; mark: string }): Lines[] {
  const isInline = (element: Element) => /^(?:inline|contents)$/.test(getComputedStyle(element).display);
  const texts: { block: Element; nodes: Text[] }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), isNew = true; node; node = walker.nextNode()) {
    if (!(node instanceof Text)) {
      // What the author has put on a line of its own is a text of its own.
      if (node instanceof HTMLBRElement || !isInline(node as Element)) isNew = true;
      continue;
    }
    let block = node.parentElement;
    if (!block || !node.data.trim() || block.closest("script, style, noscript, template, select, svg"))
      continue;
    if (block.closest(".sr") || !block.checkVisibility({ visibilityProperty: true })) continue;
    while (block.parentElement && isInline(block)) block = block.parentElement;
    const last = texts.at(-1);
    if (!isNew && last?.block === block) last.nodes.push(node);
    else texts.push({ block, nodes: [node] });
    isNew = false;
  }
  const range = document.createRange();
  return texts.flatMap(({ block, nodes }) => {
    const whole = nodes.map(({ data }) => data).join("");
    const length = whole.replaceAll(mark, "").trim().length;
    if (length >= longest || !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(whole))
      return [];
    const lines: string[] = [];
    let bottom = -Infinity;
    for (const node of nodes) {
      for (let i = 0; i < node.data.length; i += 1) {
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const box = range.getClientRects()[0];
        const isSeen = box !== undefined && box.width > 0;
        if (isSeen && box.top >= bottom - 3) lines.push("");
        if (isSeen) bottom = box.bottom;
        if (lines.length > 0) lines[lines.length - 1] += node.data[i] ?? "";
      }
    }
    if (lines.length < 2) return [];
    const isOthers = block.closest("bdi, .prose, .entry__text, .reason, .task-head--article") !== null;
    return [
      { lines, isMarked: whole.includes(mark), isOthers: isOthers || block.querySelector("bdi") !== null },
    ];
  });
}

/** A word's end: after these a line may end wherever the dictionary sees the word go on. */
const afterEnd = /[\s、。，！？：；・…）」』”をはがにでとへの]$/u;

/** @returns what is wrong with the lines of one text */
function faultsOf({ lines, isMarked, isOthers }: Lines, lng: "ja" | "zh"): string[] {
  const faults: string[] = [];
  const bare = lines.map((line) => line.replaceAll(breakMark, ""));
  const last = [...(bare.at(-1) ?? "").replace(/\s/gu, "")];
  // After a middle dot a name of its own begins (不具合・エラー): that is no ending, however short it is.
  if (last.length < SHORTEST_LINE && !bare.at(-2)?.trimEnd().endsWith("・")) faults.push("short last line");
  const words = new Intl.Segmenter(lng, { granularity: "word" });
  const starts = new Set([...words.segment(bare.join(""))].map(({ index }) => index));
  let at = 0;
  lines.slice(0, -1).forEach((line, i) => {
    at += bare[i]?.length ?? 0;
    if (afterEnd.test(bare[i] ?? "") || line.endsWith(breakMark) || lines[i + 1]?.startsWith(breakMark))
      return;
    if (isMarked) faults.push("a break where no mark is");
    else if (!starts.has(at) && !(lng === "zh" && isOthers)) faults.push("a break in a word");
  });
  return faults;
}

/** @returns one sentence for each short text of the page that breaks poorly, and how many took several lines */
export async function poorBreaks(page: Page, lng: "ja" | "zh"): Promise<{ faults: string[]; count: number }> {
  const found = await page.evaluate(shortTexts, { longest: LONGEST, mark: breakMark });
  const faults = found.flatMap((text) =>
    faultsOf(text, lng).map((fault) => `${fault}: ${text.lines.map((line) => line.trim()).join(" | ")}`),
  );
  return { faults: faults.map((fault) => fault.replaceAll(breakMark, "")), count: found.length };
}
