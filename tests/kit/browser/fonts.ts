import type { Page } from "@playwright/test";

/** Whether the machine has a font with Japanese letters: without one, all have the width of the missing glyph. */
export const hasJapaneseFont = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("no canvas");
    canvas.font = "100px sans-serif";
    return canvas.measureText("島").width !== canvas.measureText("\u{10ffff}").width;
  });
