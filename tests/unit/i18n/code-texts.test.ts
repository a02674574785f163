/** Each type, state and currency has its texts in the four languages. A new one is a row of its table and the texts. */
import { describe, expect, it } from "vitest";
import { currencies, currencyKeys, isCardType, paymentTypes } from "~/domain/currencies";
import { passTypes, reportReasons, reportTargets, suggestionStatuses, suggestionTypes } from "~/domain/dao";
import { displayedFaqTypes, displayedInquiryTypes, inquiryStatuses } from "~/domain/inquiry-types";
import { newsTypeRow, newsTypes, shownNewsTypes } from "~/domain/news-types";
import { outcomes } from "~/domain/purchase-status";
import { instanceOf } from "~/i18n/i18n.server";
import { languages } from "~/i18n/languages";
import { catalogueEntry } from "#server/errors/catalogue";
import { Code } from "#server/wire/codes";
import { inquiryStatus } from "#server/wire/support";
import { paymentType } from "#server/wire/store";

const under = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}.${name}`);

/** The text keys of each table. */
const tables: Record<string, string[]> = {
  "types of posts": [
    ...under("news:types", shownNewsTypes),
    ...newsTypes.flatMap((type) => {
      const { menu } = newsTypeRow(type);
      return menu ? [`common:${menu}`] : [];
    }),
  ],
  "types of the FAQ": under("support:faq.types", displayedFaqTypes),
  "types of inquiries": under("support:inquiryTypes", displayedInquiryTypes),
  "states of inquiries": under("support:thread.status", inquiryStatuses),
  "currencies of prices": [
    ...under("common:unit", paymentTypes),
    ...under("common:cardCurrency", paymentTypes.filter(isCardType)),
  ],
  "currencies of balances": currencies.map((currency) => `common:currency.${currencyKeys[currency]}`),
  "types of suggestions": under("dao:type", suggestionTypes),
  "states of suggestions": under("dao:status", suggestionStatuses),
  reports: [...under("dao:report.reasons", reportReasons), ...under("dao:report.targets", reportTargets)],
  passes: passTypes.map((type) => `home:passes.${type.toLowerCase()}.name`),
  "states of purchases": Object.keys(outcomes).flatMap((status) =>
    under(`store:complete.status.${status}`, ["title", "text"]),
  ),
  "result codes": Object.values(Code).map((code) => catalogueEntry(code).messageKey),
};

describe.each(languages)("in %s", (lng) => {
  const { exists } = instanceOf(lng);

  it.each(Object.entries(tables))("%s have their texts", (_, keys) => {
    expect(keys.length).toBeGreaterThan(1);
    expect(keys.filter((key) => !exists(key))).toEqual([]);
  });

  it("a text that is missing would be found", () => {
    expect(exists("news:types.NO_SUCH_TYPE")).toBe(false);
  });
});

describe("a table", () => {
  it("is also what the calls know", () => {
    expect(paymentType.options).toBe(paymentTypes);
    expect(inquiryStatus.options).toBe(inquiryStatuses);
  });
});
