import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Width of a sheet in CSS pixels: a reader of pictures sees no more. */
const SHEET_WIDTH = 1600;
/** Width in docs/images, whose files stay below 150 kB. */
const DOCS_WIDTH = 1200;

export interface Shot {
  caption: string;
  png: Buffer;
}

export interface SheetOptions {
  /** Folder of the files. */
  out: string;
  columns: number;
  /** Shots on one sheet. Default: all. */
  perSheet?: number;
  /** Writes a smaller JPEG, for docs/images. */
  isForDocs?: boolean;
}

/** Lays shots out in columns with their captions, and writes the sheets `NAME-1`, `NAME-2`, … */
export async function layOut(page: Page, shots: Shot[], name: string, options: SheetOptions): Promise<void> {
  const { out, columns, perSheet = shots.length, isForDocs = false } = options;
  for (let from = 0; from < shots.length; from += perSheet) {
    const cells = shots
      .slice(from, from + perSheet)
      .map(
        ({ caption, png }) =>
          `<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${png.toString("base64")}"></figure>`,
      );
    await page.setViewportSize({ width: isForDocs ? DOCS_WIDTH : SHEET_WIDTH, height: 400 });
    await page.setContent(
      `<style>body{margin:0;background:#888;display:grid;grid-template-columns:repeat(${columns},1fr);gap:6px;align-items:start}
      figure{margin:0}img{width:100%;display:block}figcaption{font:12px sans-serif;background:#fff}</style>${cells.join("")}`,
    );
    const file = join(out, `${name}${perSheet < shots.length ? `-${from / perSheet + 1}` : ""}`);
    const path = isForDocs ? `${file}.jpg` : `${file}.png`;
    await page.screenshot({ path, fullPage: true, ...(isForDocs && { type: "jpeg", quality: 58 }) });
    console.log(path);
  }
}
