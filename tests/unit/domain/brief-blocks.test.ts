import { describe, expect, it } from "vitest";
import { markBriefBlocks } from "~/domain/brief-blocks";

describe("the short blocks of a written text", () => {
  it.each([
    ["<p>短い文です。</p>", '<p class="brief">短い文です。</p>'],
    ["<p>A <b>short</b> one</p>", '<p class="brief">A <b>short</b> one</p>'],
    ['<td colspan="2">8 GB</td>', '<td colspan="2" class="brief">8 GB</td>'],
    ["<ul><li>a</li><li>b</li></ul>", '<ul><li class="brief">a</li><li class="brief">b</li></ul>'],
  ])("marks %s", (html, expected) => expect(markBriefBlocks(html)).toBe(expected));

  it("leaves long ones, and those with a block in them", () => {
    const long = `<p>${"長".repeat(60)}</p>`;
    expect(markBriefBlocks(long)).toBe(long);
    expect(markBriefBlocks("<li>a<ul><li>b</li></ul></li>")).toBe(
      '<li>a<ul><li class="brief">b</li></ul></li>',
    );
  });

  it("takes time in proportion to the text, whatever it is", () => {
    const started = performance.now();
    markBriefBlocks("<li>".repeat(50_000));
    markBriefBlocks("<td>".repeat(50_000));
    markBriefBlocks(`<p>${"a<b>".repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
