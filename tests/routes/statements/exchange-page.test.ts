/** The exchange of Soria as rendered without scripts (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { texts } from "../../kit/data/texts";
import { choicesOf, controls, headOf, mainOf, memberOf, tags, useSite, words } from "./site";

useSite();

const balances = { soria: 1234, soriaPlus: 56, point: 78 };

describe("the exchange", () => {
  it("shows what is held, the amount, five steps, all, the notice and its box [A031.1 A071.1 A071.2 A071.3 A071.4 A071.5 A073.1 A073.2 A073.3]", async () => {
    const { browser } = await memberOf({ balances });
    const page = await browser.open("/store/soria-exchange");
    const said = words(page);
    expect(headOf(page)).toBe("Soria exchange (preview)");
    expect(said).toMatch(/(?<![\d,])1,234 \.00 Soria .*(?<![\d,])56 \.00 Soria Plus/);
    expect(said).toContain("+50 +100 +300 +500 +1,000 Exchange all");
    const [chips = ""] = /<div class="chips"[\s\S]*?<\/div>/.exec(mainOf(page)) ?? [];
    expect(tags(chips, "button").map(({ type, name, value }) => `${type} ${name} ${value}`)).toEqual(
      ["add-50", "add-100", "add-300", "add-500", "add-1000", "all"].map((value) => `submit intent ${value}`),
    );
    const t = texts("en", "store");
    expect(said).not.toContain(t("exchange.sample"));
    expect(said).toContain("You can exchange from 50 Soria.");
    expect(said).toContain("The amount is in units of 10 Soria.");
    expect(said).toContain("An exchange cannot be cancelled.");
    const [id, described] = ["exchange-amount", "exchange-amount-description"];
    expect(mainOf(page)).toMatch(new RegExp(`<label\\b[^>]* for="${id}"[^>]*>Amount to exchange<`));
    expect(choicesOf(page, "amount")).toEqual([
      {
        ...{ id, name: "amount", "aria-describedby": described, class: "input num", value: "" },
        ...{ inputmode: "numeric", autocomplete: "off" },
      },
    ]);
    const [agreement, ...boxes] = controls(mainOf(page)).filter(({ type }) => type === "checkbox");
    expect(boxes).toEqual([]);
    // It can be ticked, which changes its look alone: nothing is sent.
    expect(agreement).not.toHaveProperty("disabled");
    expect(agreement).not.toHaveProperty("name");
    expect(agreement).not.toHaveProperty("checked");
    expect(said).toContain(t("exchange.agree"));
    expect(mainOf(page)).toMatch(/<a\b(?=[^>]*href="\/store\/products")[^>]*>Cancel<\/a>/);
  });

  it.each(["preview", "exchange"])("shows the same balances after %s [A072.1]", async (intent) => {
    const { browser } = await memberOf({ balances });
    const page = await browser.open("/store/soria-exchange");
    const held = "Your balance now 1,234 .00 Soria Your balance now 56 .00 Soria Plus";
    expect(words(page)).toContain(`${held} Soria left - Soria Plus after the exchange - `);
    expect(words(await browser.send(page, "exchange", { amount: "100", intent }))).toContain(
      `${held} Soria left 1,134 .00 Soria Soria Plus after the exchange 156 .00 Soria Plus `,
    );
    expect(words(await browser.open("/store/soria-exchange"))).toBe(words(page));
  });

  it.each(languages)(
    "says in %s what it is, that it is a preview, from what amount, and for good [A031.1 A072.1 A073.1 A073.3]",
    async (lng) => {
      const { browser } = await memberOf({}, lng);
      const page = await browser.open("/store/soria-exchange");
      expect(headOf(page)).toBe(texts(lng, "store")("exchange.title"));
      expect(words(page)).toContain(texts(lng, "store")("exchange.lead"));
      const notices = mainOf(page).match(/<li>[\s\S]*?<\/li>/g) ?? [];
      expect(notices.map((notice) => /\d+/.exec(words(notice))?.[0])).toEqual(["50", "10", undefined]);
      const final = {
        ja: "取り消しはできません",
        en: "cannot be cancelled",
        ko: "취소할 수 없어요",
        zh: "不能取消",
      };
      expect(notices[2]).toContain(final[lng]);
    },
  );

  it("starts at 1000 Soria and no Soria Plus for who has neither [A350.1]", async () => {
    const { browser } = await memberOf({ balances: { soria: 0, soriaPlus: 0, point: 0 } });
    const said = words(await browser.open("/store/soria-exchange"));
    expect(said).toMatch(/(?<![\d,])1,000 \.00 Soria Your balance now 0 \.00 Soria Plus/);
    expect(said).toContain(texts("en", "store")("exchange.sample"));
  });
});
