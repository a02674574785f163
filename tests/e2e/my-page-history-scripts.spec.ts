import { expect, test } from "../kit/browser/fixtures";
import { day, History, names } from "./my-page-support";

test.describe("history", () => {
  test("announces the result of a filter, keeps the focus, and focuses the rows after paging @scripts-only", async ({
    page,
    sandbox,
    signIn,
  }) => {
    await signIn(page, await sandbox.makeMember({ history: 60, balances: { soria: 9_000 } }));
    const history = new History(page, true);
    await history.goto(`?from=${day(90)}`);
    const news = page.getByRole("region", { name: "利用履歴" }).getByRole("status");
    await expect(news).toHaveText("");
    const type = history.form.getByLabel("種類");
    await type.focus();
    await type.selectOption("RECHARGE");
    await expect(news).not.toHaveText("");
    await expect(type).toBeFocused();
    await page.goBack();
    await expect(type).toHaveValue("ALL");

    await history.chooseSize(20);
    await expect(news).toHaveText("60件中、No.60〜41");
    await expect(page.locator("#rows")).toBeFocused();
    await page.getByRole("link", { name: "次のページ" }).click();
    await expect(news).toHaveText("60件中、No.40〜21");
    await expect(page.locator("#rows")).toBeFocused();
    await expect(history.rows.first()).toBeInViewport();

    // Back restores the choice.
    await page.goBack();
    await page.goBack();
    await expect(history.size(10)).toHaveAttribute("aria-current", "true");
    await expect(history.rows).toHaveCount(10);
    await page.goForward();
    await expect(history.size(20)).toHaveAttribute("aria-current", "true");
    await expect(history.rows).toHaveCount(20);

    await history.choose((form) => form.getByText("ポイント", { exact: true }).click(), {
      currencyType: "point",
    });
    await expect(news).toHaveText("履歴がありません。");
  });

  test("choosing a currency resets the earlier filters, also those whose response is pending @scripts-only", async ({
    page,
    sandbox,
    signIn,
  }) => {
    await signIn(page, await sandbox.makeMember({ history: 60, balances: { point: 900 } }));
    const history = new History(page, true);
    await history.goto();
    // The response to the first choice never arrives.
    await page.route(/duration=MONTH/, () => undefined);
    const asked = page.waitForRequest(/duration=MONTH/);
    await history.form.getByText("1か月", { exact: true }).click();
    await asked;
    await history.choose((form) => form.getByText(names.point, { exact: true }).click(), {
      currencyType: "point",
      duration: "WEEK",
      from: day(7),
      to: day(),
    });
    await expect(history.form.getByRole("radio", { name: "1週間" })).toBeChecked();
    await expect(history.form.getByRole("radio", { name: names.point })).toBeChecked();
  });

  test("shows its head at once after a click, and its rows when they arrive @scripts-only", async ({
    page,
    member,
    sandbox,
    signIn,
  }) => {
    await signIn(page);
    await page.goto("/my-page/profile");
    const slow = { path: "/api/users/me/history", member: member.id, delayMs: 3_000 };
    await sandbox.faults([slow]);
    await page
      .getByRole("navigation", { name: "マイページ" })
      .getByRole("link", { name: "利用履歴" })
      .click();
    await expect(page.getByText("読み込んでいます")).toBeAttached({ timeout: 2_500 });
    await expect(page.getByRole("form", { name: "履歴を絞り込む" })).toBeVisible();
    await expect(page.getByRole("region", { name: "残高" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "履歴がありません" })).toBeVisible();
    await expect(page.getByText("読み込んでいます")).toHaveCount(0);
  });
});
