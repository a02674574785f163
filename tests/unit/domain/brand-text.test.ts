import { describe, expect, it } from "vitest";
import { type BrandTexts, brandText, brandTexts } from "~/domain/brand-text";

const brand = (names: Partial<Record<"ja" | "en" | "ko" | "zh", string>>, spoken?: string): BrandTexts => ({
  brand: { ja: "Soria", en: "Soria", ko: "Soria", zh: "Soria", ...names },
  company: "Works Ltd.",
  spokenInKorean: spoken === undefined ? {} : { brand: spoken },
});
const soria = brand({}, "소리아");

describe("brandText", () => {
  it("puts in the texts of the brand and leaves other placeholders", () => {
    expect(brandText("{{count}} {{brand}}: {{company}}", "en", soria)).toBe("{{count}} Soria: Works Ltd.");
    expect(brandText("{{toString}} {{spokenInKorean}}", "en", soria)).toBe("{{toString}} {{spokenInKorean}}");
  });

  it.each([
    ["소리아", "Soria는 Soria가 Soria를 Soria와 Soria로 Soria란 Soria라는 Soria예요 Soria에서 Soria의"],
    ["루멘", "Soria은 Soria이 Soria을 Soria과 Soria으로 Soria이란 Soria이라는 Soria이에요 Soria에서 Soria의"],
    ["솔", "Soria은 Soria이 Soria을 Soria과 Soria로 Soria이란 Soria이라는 Soria이에요 Soria에서 Soria의"],
  ])("selects the Korean particles for a name that is spoken %s", (spoken, wanted) => {
    const text =
      "{{brand}}는 {{brand}}가 {{brand}}를 {{brand}}와 {{brand}}로 {{brand}}란 {{brand}}라는 {{brand}}예요 {{brand}}에서 {{brand}}의";
    expect(brandText(text, "ko", brand({}, spoken))).toBe(wanted);
  });

  it("takes the last syllable of a name in Hangul, and no word after a space for a particle", () => {
    expect(brandText("{{brand}}를 {{brand}} 로고", "ko", brand({ ko: "루멘" }))).toBe("루멘을 루멘 로고");
  });

  it("writes a or an before an English name", () => {
    expect(brandText("a {{brand}} coin", "en", soria)).toBe("a Soria coin");
    expect(brandText("A {{brand}} coin", "en", brand({ en: "Aria" }))).toBe("An Aria coin");
  });

  it("leaves no space beside a Chinese name in Chinese, but beside Latin letters", () => {
    const zh = brand({ zh: "流明" });
    expect(brandText("注册 {{brand}} 会员", "zh", soria)).toBe("注册 Soria 会员");
    expect(brandText("注册 {{brand}} 会员", "zh", zh)).toBe("注册流明会员");
    expect(brandText("交谈。{{brand}}\u00a0是", "zh", zh)).toBe("交谈。流明是");
    expect(brandText("至少50 {{brand}}，{{brand}} DAO", "zh", zh)).toBe("至少50流明，流明 DAO");
  });

  it("leaves no space between a Japanese name and a word or number", () => {
    const ja = brand({ ja: "ルーメン" });
    expect(brandText("50 {{brand}}から、{{brand}} DAO", "ja", ja)).toBe("50ルーメンから、ルーメンDAO");
    expect(brandText("{{brand}} — 島々", "ja", ja)).toBe("ルーメン — 島々");
  });
});

it("puts the texts of the brand into every string of a value", () => {
  expect(brandTexts({ a: ["{{brand}}", 1], b: { c: "{{company}}" } }, "en", soria)).toEqual({
    a: ["Soria", 1],
    b: { c: "Works Ltd." },
  });
});
