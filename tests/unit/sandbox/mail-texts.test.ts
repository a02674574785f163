import { describe, expect, it } from "vitest";
import { codeMail, resetMail } from "#server/sandbox/mail-texts";
import { LANGUAGES } from "#server/sandbox/texts";

const LINK = 'http://localhost:3000/wpdnif?token=a%2Bb&x="<b>';

describe.each(LANGUAGES)("mails in %s", (lng) => {
  const mails = [codeMail(lng, "123456"), resetMail(lng, "forgotten", LINK), resetMail(lng, "locked", LINK)];

  it("say the same in HTML and in plain text", () => {
    for (const { text, html } of mails) {
      const words = html
        .replace(/<style>[\s\S]*<\/style>|<title>.*?<\/title>/g, "")
        .replace(/<[^>]*>/g, "\n")
        .replaceAll("\u2060", "");
      for (const line of text.split("\n").filter((each) => each !== "" && each !== "— " && each !== LINK))
        expect(words).toContain(line);
    }
  });

  it("carry the code or the link, escaped in HTML", () => {
    expect(mails[0]?.text).toContain("123456");
    for (const { text, html } of mails.slice(1)) {
      expect(text).toContain(LINK);
      expect(html).toContain("token=a%2Bb&amp;x=&quot;&lt;b&gt;");
      expect(html).not.toContain("<b>");
    }
  });

  it("declare their language, both themes, and load nothing", () => {
    for (const { html } of mails) {
      expect(html).toContain(`<html lang="${lng === "zh" ? "zh-Hans" : lng}">`);
      expect(html.includes("CJK JP")).toBe(lng === "ja");
      expect(html).toContain("prefers-color-scheme:dark");
      expect(html).not.toMatch(/<img|<script|<link|url\(/);
    }
  });
});
