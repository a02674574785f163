import { describe, expect, it, vi } from "vitest";
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

  // tests/unit/lint/linear-time.test.ts checks the regular expression.
  it.each(["<li>", "<td>", "<p>a", "<p>a</p>", "<p>a<b>"])(
    "copies four times as many characters for four times as many of %s",
    (part) => {
      const copiedFor = (times: number) => {
        let characters = 0;
        const slice = String.prototype.slice;
        vi.spyOn(String.prototype, "slice").mockImplementation(function (this: string, ...range) {
          const copy = slice.apply(this, range);
          characters += copy.length;
          return copy;
        });
        markBriefBlocks(part.repeat(times));
        vi.restoreAllMocks();
        return characters;
      };
      const once = copiedFor(500);
      expect(copiedFor(2_000)).toBeLessThanOrEqual(4 * once + 100);
    },
  );
});
