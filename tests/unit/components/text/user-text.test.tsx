import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { describe, expect, it } from "vitest";
import { Prose, UserText } from "~/components/text/elements";
import { instanceOf } from "~/i18n/i18n.server";

const shown = (lng: "ja" | "en" | "ko" | "zh", part: JSX.Element) =>
  renderToStaticMarkup(<I18nextProvider i18n={instanceOf(lng)}>{part}</I18nextProvider>);

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
    expect(shown(lng, <UserText text={text} />)).toBe(`<bdi${mark}>${text}</bdi>`);
  });

  it("that has no title gets a name, so that its link has a text", () => {
    expect(shown("en", <UserText text="" />)).toMatch(/[A-Z]\w+/);
    expect(shown("ko", <UserText text="" />)).toMatch(/\p{Script=Hangul}/u);
  });

  it("in a post's text is marked as a whole, by its words and not by its tags", () => {
    expect(shown("en", <Prose html="<p><b>안녕</b>하세요</p>" />)).toContain('dir="auto" lang="ko"');
    expect(shown("ko", <Prose html="<p>안녕하세요</p>" />)).not.toContain("lang=");
    expect(shown("en", <Prose html='<p title="あいうえお">Hello</p>' />)).not.toContain("lang=");
  });
});
