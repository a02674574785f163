import { describe, expect, it } from "vitest";
import { foldText, MAX_SEARCH, readSearch, searchFor } from "~/domain/search-text";
import { isShortStory } from "~/routes/store/product/story";

describe("a search", () => {
  it.each([
    ["ﾊﾟｽﾜｰﾄﾞ", "パスワードを忘れました"],
    ["ぱすわーど", "パスワードを忘れました"],
    ["Ｓｏｒｉａ", "soriaの残高"],
    ["SORIA　残高", "残高は何Soriaですか"],
    ["환불", "\u1112\u116a\u11ab\u1107\u116e\u11af 안내"],
    ["①", "手順1"],
  ])("for %s finds %s", (keyword, text) => {
    expect(searchFor(keyword)(text)).toBe(true);
  });

  it("needs every word, in any of the texts", () => {
    const fits = searchFor("card 3-D");
    expect(fits("A card", "asks for 3-D Secure")).toBe(true);
    expect(fits("A card", "asks")).toBe(false);
  });

  it("does not take a voiced sound, or a sign of a pattern, for another", () => {
    expect(searchFor("ハ")("バス")).toBe(false);
    expect(searchFor("a.c")("abc")).toBe(false);
    expect(foldText("ー")).toBe("ー");
  });

  it("is read without blanks, up to its longest, and not at all from blanks", () => {
    const read = (keyword: string) => readSearch(new URLSearchParams({ keyword }));
    expect(read("  凧 ")).toBe("凧");
    expect(read("x".repeat(500))).toHaveLength(MAX_SEARCH);
    expect(read(" \u3000 ")).toBeUndefined();
    expect(readSearch(new URLSearchParams())).toBeUndefined();
  });
});

describe("a story", () => {
  it("stands in the panel up to 120 full-width or 240 Latin characters", () => {
    expect([isShortStory("凧".repeat(120)), isShortStory("凧".repeat(121))]).toEqual([true, false]);
    expect([isShortStory("a".repeat(240)), isShortStory("a".repeat(241))]).toEqual([true, false]);
  });
});
