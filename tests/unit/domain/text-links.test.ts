import { describe, expect, it } from "vitest";
import { textParts } from "~/domain/text-links";

const linksIn = (text: string) => textParts(text).flatMap(({ href, text: shown }) => (href ? [shown] : []));

describe("textParts", () => {
  it.each([
    ["見てください https://soria.test/news/5をご覧ください", "https://soria.test/news/5"],
    ["https://soria.testをご覧ください", "https://soria.test"],
    ["こちら（https://soria.test/a）です", "https://soria.test/a"],
    ["「https://soria.test/a」。", "https://soria.test/a"],
    ["See https://soria.test/a.", "https://soria.test/a"],
    ["See (https://soria.test/a), or not", "https://soria.test/a"],
    ["Wiki https://soria.test/a_(b) here", "https://soria.test/a_(b)"],
    ["[https://soria.test/a?b=c&d=[1]]", "https://soria.test/a?b=c&d=[1]"],
    ["<https://soria.test/a>!", "https://soria.test/a"],
    ['"https://soria.test/a"', "https://soria.test/a"],
    ["Really https://soria.test/a?!...", "https://soria.test/a"],
    ["보세요 https://soria.test/a입니다", "https://soria.test/a"],
    ["https://xn--wgv71a119e.jp/x", "https://xn--wgv71a119e.jp/x"],
    ["\u202ehttps://soria.test/a\u202c", "https://soria.test/a"],
    ["HTTPS://Soria.test/A", "HTTPS://Soria.test/A"],
  ])("finds the address in %j, whole and nothing else", (text, address) => {
    expect(linksIn(text)).toEqual([address]);
  });

  it.each([
    "http://soria.test/a",
    "javascript:alert(1)//https:",
    "ftp://soria.test",
    "https://",
    "https://localhost/a",
    "https://127.0.0.1/",
    "https://soria.test@evil.example/a",
    "https://user:pass@evil.example/a",
    // Letters that look like Latin ones: what is before them must not become another host.
    "https://login.ex\u0430mple.com/",
    "https://soria.test\u0301",
    "https://soria.test\u05d0",
    "https://\u0440aypal.com",
    "xhttps://soria.test/a",
    `https://soria.test/${"a".repeat(2_001)}`,
  ])("leaves %j as text", (text) => {
    expect(linksIn(text)).toEqual([]);
  });

  it("loses no character of the text, and links at most 50 addresses", () => {
    const text = `a\n${"https://soria.test/a, ".repeat(200)}\u202eend`;
    const parts = textParts(text);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(linksIn(text)).toHaveLength(50);
    expect(textParts("")).toEqual([]);
  });

  it("leads to what it shows", () => {
    for (const { text, href } of textParts("https://soria.test/a?b=c#d https://Soria.test."))
      if (href) expect(href.replace(/\/$/, "")).toBe(text.toLowerCase());
  });
});
