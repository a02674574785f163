import { describe, expect, it } from "vitest";
import { Prose, UserText } from "~/components/text/elements";
import { markup } from "../markup";

describe("what others wrote", () => {
  it.each([
    ["en", "灯台もと暗し、と言います", ' lang="ja"'],
    ["en", "안녕하세요", ' lang="ko"'],
    ["ja", "مرحبا بكم", ' lang="ar"'],
    ["ko", "ברוכים הבאים", ' lang="he"'],
    ["zh", "เกาะโซเรีย", ' lang="th"'],
    ["en", "Привет", ' lang="ru"'],
    // In the page's language, or in a script that does not identify a language.
    ["ja", "灯台もと暗し、と言います", ""],
    ["ko", "안녕하세요", ""],
    ["ja", "Good morning", ""],
    ["en", "水野灯", ""],
    ["en", "👋 123", ""],
  ] as const)("on a page in %s: %s", (lng, text, mark) => {
    expect(markup(<UserText text={text} />, lng)).toBe(`<bdi${mark}>${text}</bdi>`);
  });

  it("that has no title gets a name, so that its link has a text", () => {
    expect(markup(<UserText text="" />, "en")).toMatch(/[A-Z]\w+/);
    expect(markup(<UserText text="" />, "ko")).toMatch(/\p{Script=Hangul}/u);
  });

  it("in a post's text is marked as a whole, by its words and not by its tags", () => {
    expect(markup(<Prose html="<p><b>안녕</b>하세요</p>" />, "en")).toContain('dir="auto" lang="ko"');
    expect(markup(<Prose html="<p>안녕하세요</p>" />, "ko")).not.toContain("lang=");
    expect(markup(<Prose html='<p title="あいうえお">Hello</p>' />, "en")).not.toContain("lang=");
  });
});
