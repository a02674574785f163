import { describe, expect, it } from "vitest";
import { Amount } from "~/components/text/amount";
import { amountText } from "~/i18n/amount-text";
import { translator } from "~/i18n/i18n.server";
import { languages } from "~/i18n/languages";
import { seededRandom } from "#server/sandbox/seed/random";
import { markup } from "../markup";

describe("an amount", () => {
  it.each([
    ["ja", "ポイント"],
    ["en", "points"],
    ["ko", "포인트"],
    ["zh", "积分"],
  ] as const)("has the unit of %s behind the figure, with a space that does not break", (lng, unit) => {
    expect(amountText(translator(lng), 15_000, "POINT")).toBe(`150.00\u00a0${unit}`);
    expect(markup(<Amount amount={15_000} type="POINT" />, lng)).toContain(
      `<span class="amount__fig">150<small>.00</small>\u00a0</span><span class="amount__unit">${unit}</span>`,
    );
  });

  it.each(languages)("names the other units alike in %s", (lng) => {
    const t = translator(lng);
    const units = ["SORIA", "SORIA_PLUS", "USD", "SGD", "JPY"].map((type) => amountText(t, 123_456, type));
    const space = "1,234.56\u00a0";
    expect(units).toEqual(["Soria", "Soria Plus", "USD", "SGD", "JPY"].map((unit) => space + unit));
  });

  it("has mark, figure, unit in this order; no mark on a receipt and in a sentence", () => {
    const parts = (size: "row" | "total" | "tag" | "receipt" | "text") =>
      [...markup(<Amount amount={-4_800} type="USD" size={size} />, "en").matchAll(/amount__(\w+)/g)].map(
        ([, part]) => part,
      );
    for (const size of ["row", "total", "tag"] as const) expect(parts(size)).toEqual(["mark", "fig", "unit"]);
    for (const size of ["receipt", "text"] as const) expect(parts(size)).toEqual(["fig", "unit"]);
  });

  it("has the minus sign before the figure, and says aloud which dollars", () => {
    const shown = markup(<Amount amount={-4_800} type="SGD" size="receipt" />, "en");
    expect(shown).toContain("\u221248<small>.00</small>");
    expect(shown).toContain('<span class="sr">Singapore dollars</span>');
  });

  it.each(languages)(
    "is one figure and one unit, the same in text and in sentence, for random values in %s",
    (lng) => {
      const random = seededRandom(2026);
      const t = translator(lng);
      for (let run = 0; run < 80; run += 1) {
        const type = (["SORIA", "SORIA_PLUS", "POINT", "USD", "SGD"] as const)[random.whole(0, 4)] ?? "USD";
        const amount = random.whole(0, 10 ** random.whole(1, 13)) * (random.whole(0, 3) === 0 ? -1 : 1);
        const sentence = amountText(t, amount, type);
        const [figure = "", unit = ""] = sentence.split("\u00a0");
        // The figure that is displayed equals the amount: formatting loses nothing.
        expect(Number(figure.replace("\u2212", "-").replaceAll(/[,.]/g, ""))).toBe(amount === 0 ? 0 : amount);
        expect(figure).toMatch(/^\u2212?\d{1,3}(,\d{3})*\.\d\d$/);
        for (const size of ["row", "total", "tag", "receipt", "text"] as const) {
          const shown = markup(<Amount amount={amount} type={type} size={size} />, lng);
          const words = shown.replace(/<span class="sr">.*?<\/span>/, "").replace(/<[^>]+>/g, "");
          expect(words).toBe(`${figure}\u00a0${unit}`);
        }
      }
    },
  );

  it("is a dash without mark and unit where it is no number", () => {
    expect(markup(<Amount amount={null} type="USD" />, "ja")).toBe(
      '<span class="amount amount--row">-</span>',
    );
    expect(amountText(translator("ja"), undefined, "SORIA")).toBe("-");
  });
});
