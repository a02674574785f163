import { readFile } from "node:fs/promises";
import { expect, test } from "../kit/browser/fixtures";
import { day, History, historyRows, names } from "./my-page-support";

test.describe("history", () => {
  test("is filtered by currency, type, duration and range, and paged through [A008.2 A054.1 A145.1 A145.2 A145.3 A346.1 A347.1 A347.2]", async ({
    page,
    scripts,
    sandbox,
    signIn,
  }) => {
    const balances = { soria: 56_780, soriaPlus: 910, point: 1_234 };
    await signIn(page, await sandbox.makeMember({ history: 123, balances }));
    const history = new History(page, scripts);
    let total = 0;
    for (const currency of ["soria", "soria-plus", "point"] as const) {
      await history.goto(currency === "soria" ? "" : "?duration=MONTH&size=50");
      if (currency !== "soria") {
        // A new currency resets all other filters.
        await history.choose((form) => form.getByText(names[currency], { exact: true }).click(), {
          currencyType: currency,
          transactionType: "ALL",
          duration: "WEEK",
          from: day(7),
          to: day(),
          page: "1",
          size: "10",
        });
      }
      const options = history.form.getByLabel("種類").getByRole("option");
      await expect(options).toHaveText(
        currency === "soria" ? ["すべて", "チャージ", "利用"] : ["すべて", "報酬", "利用"],
      );
      await history.choose((form) => form.getByText("1か月", { exact: true }).click(), {
        duration: "MONTH",
        to: day(),
      });
      await history.choose((form) => History.date(form.getByLabel("開始日"), day(90)), {
        from: day(90),
        to: day(),
      });
      // Ten per page for the first currency, to test paging; 50 for the others.
      if (currency !== "soria") {
        await history.chooseSize(50);
      }
      const numbers = await history.allNumbers();
      expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
      total += numbers.length;

      for (const [label, type, sign] of [
        ["利用", "REDEEM", "-"],
        currency === "soria" ? ["チャージ", "RECHARGE", "+"] : ["報酬", "REWARD", "+"],
      ] as const) {
        await history.choose((form) => form.getByLabel("種類").selectOption({ label }), {
          currencyType: currency,
          transactionType: type,
          from: day(90),
          page: "1",
        });
        await expect(history.rows.first()).toContainText(label);
        const rows = await history.rows.allTextContents();
        for (const row of rows) expect(row).toContain(label);
        for (const change of await history.rows.locator("td:nth-child(5)").allTextContents()) {
          expect(change).toMatch(sign === "-" ? /^-[\d,]+$/ : /^\+[\d,]+$/);
        }
      }
    }
    expect(total).toBe(123);
  });

  test("sets the range as the specification says", async ({ page, scripts, sandbox, signIn }) => {
    await signIn(page, await sandbox.makeMember({ history: 60, balances: { soria: 9_000 } }));
    const history = new History(page, scripts);
    await history.goto();
    await history.choose((form) => form.getByText("今日", { exact: true }).click(), {
      duration: "DAY",
      from: day(),
      to: day(),
    });
    // Choosing an end date under DAY makes the range a week.
    await history.choose((form) => History.date(form.getByLabel("終了日"), day(10)), {
      duration: "WEEK",
      from: day(17),
      to: day(10),
    });
    await expect(history.form.getByRole("radio", { name: "1週間" })).toBeChecked();
    await expect(history.form.getByLabel("開始日")).toHaveValue(day(17));
    // No duration claims a range with a chosen start, and each can be chosen again.
    await history.choose((form) => History.date(form.getByLabel("開始日"), day(37)), {
      from: day(37),
      to: day(10),
    });
    const checked = history.form.locator("[name=duration]:checked");
    await expect(checked).toHaveCount(0);
    await history.choose((form) => form.getByText("1週間", { exact: true }).click(), {
      duration: "WEEK",
      from: day(17),
      to: day(10),
    });
    await expect(checked).toHaveValue("WEEK");
    await history.chooseSize(50, { from: day(17), to: day(10) });
    // The form keeps the size.
    await history.choose((form) => form.getByLabel("種類").selectOption("REDEEM"), { size: "50" });
  });

  test("refuses a date in the future and keeps the last range [A187.1 A187.2]", async ({
    page,
    scripts,
    signIn,
    checkA11y,
  }) => {
    await signIn(page);
    const history = new History(page, scripts);
    await history.goto(`?from=${day(20)}&to=${day(10)}`);
    // The message is the site's, not the browser's, also on a phone, where the filters are taller than the screen.
    await page.setViewportSize({ width: 390, height: 500 });
    await expect(history.form.getByLabel("終了日")).toBeHidden();
    await history.form.locator("summary").click();
    await history.form.getByLabel("終了日").fill(day(-1));
    await history.form.getByRole("button", { name: "この条件で見る" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "過去の日付を選んでください" });
    await expect(alert).toBeVisible();
    if (scripts) await expect(alert).toBeInViewport();
    await expect(history.form.getByRole("group", { name: "日付" })).toHaveAccessibleDescription(
      /過去の日付を選んでください/,
    );
    await expect(history.form.getByLabel("開始日")).toHaveValue(day(20));
    await expect(history.form.getByLabel("終了日")).toHaveValue(day(10));
    expect(page.url()).not.toContain("shown=");
    await checkA11y(page);

    // Another choice removes the error; another tab of the page works.
    await history.choose((form) => form.getByLabel("種類").selectOption("REDEEM"), {
      transactionType: "REDEEM",
    });
    await expect(alert).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page
      .getByRole("navigation", { name: "マイページ" })
      .getByRole("link", { name: "プロフィール" })
      .click();
    await expect(page.getByRole("textbox", { name: "姓", exact: true })).toBeVisible();
  });

  test("is shown whole without scripts, however slow the product API is @no-scripts", async ({
    page,
    sandbox,
    signIn,
  }) => {
    const member = await sandbox.makeMember({ history: 20, balances: { soria: 900 } });
    await signIn(page, member);
    await sandbox.faults([{ path: "/api/users/me/history", member: member.id, delayMs: 1_000 }]);
    const history = new History(page, false);
    for (const path of ["/my-page/history", "/my-page/history?duration=MONTH"]) {
      await page.goto(path);
      await expect(page).toHaveURL(path);
      await expect(history.rows.first()).toBeVisible();
    }
  });

  test("has a chart with the values of the balance column", async ({ page, sandbox, signIn, checkA11y }) => {
    await signIn(
      page,
      await sandbox.makeMember({ history: 40, historyDays: 20, balances: { soria: 9_000 } }),
    );
    // About two thirds of the rows: the balances of all of them start at zero.
    await page.goto(`/my-page/history?from=${day(10)}&size=50`);
    const rows = historyRows(page);
    await expect(rows.nth(5)).toBeVisible();
    const column = (name: number) => rows.locator(`td:nth-child(${name})`).allTextContents();
    const [dates, balances] = await Promise.all([column(2), column(6)]);
    // Newest first: the first row of a day has its final balance.
    const ends = new Map<string, string>();
    dates.forEach((date, index) => {
      const [of = ""] = date.split(" ");
      if (!ends.has(of)) ends.set(of, balances[index] ?? "");
    });
    const figure = page.getByRole("figure", { name: "残高の動き" });
    await figure.getByText("表で見る").click();
    const days = figure.getByRole("table").locator("tbody").getByRole("row");
    await expect(days).toHaveText([...ends].reverse().map(([of, balance]) => `${of}${balance}`));

    // The open table scrolls, so it must be reachable by keyboard.
    await checkA11y(page);

    const values = balances.map((text) => Number(text.replaceAll(",", "")));
    const image = figure.getByRole("img");
    await expect(image).toHaveAccessibleName(new RegExp(`から${balances[0]}になりました`));
    // The height of the line after each change, oldest first, as a fraction of the highest balance: the axis starts at
    // zero.
    const path = (await image.locator("path").last().getAttribute("d")) ?? "";
    const heights = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map((match) => 1 - Number(match[2]) / 120);
    const after = heights.slice(1, -1).filter((_, index) => index % 2 === 1);
    const opening = Number(
      /。([\d,]+)から[\d,]+になりました/
        .exec((await image.getAttribute("aria-label")) ?? "")?.[1]
        ?.replaceAll(",", ""),
    );
    const high = Math.max(opening, ...values);
    // With the lowest balance at zero, an axis from there would look the same.
    expect(Math.min(opening, ...values)).toBeGreaterThan(0);
    expect(after).toHaveLength(values.length);
    values.reverse().forEach((value, index) => {
      expect(after[index]).toBeCloseTo(value / high, 2);
    });
  });

  test("has the row numbers on a phone too", async ({ page, sandbox, signIn }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await signIn(page, await sandbox.makeMember({ history: 12, historyDays: 5, balances: { soria: 900 } }));
    await page.goto("/my-page");
    const tabs = page.getByRole("main").getByRole("navigation", { name: "マイページ" });
    await tabs.locator("summary").click();
    await tabs.getByRole("link", { name: "利用履歴" }).click();
    const numbers = page.getByRole("table", { name: "利用履歴" }).locator("tbody td:first-child");
    await expect(numbers).toHaveText(["12", "11", "10", "9", "8", "7", "6", "5", "4", "3"]);
    await expect(numbers.first()).toBeVisible();
  });

  test("is saved as CSV under the same filters", async ({ page, sandbox, signIn }) => {
    const member = await sandbox.makeMember({ history: 123, balances: { soria: 5_000 } });
    await signIn(page, member);
    await page.goto(`/my-page/history?from=${day(90)}&to=${day()}&size=50`);
    const total = Number(/(\d+)件中/.exec(await page.getByText("件中").innerText())?.[1]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSVで保存する" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`soria-soria-${day(90)}-${day()}.csv`);
    const file = await readFile(await download.path(), "utf8");
    expect(file.startsWith("\uFEFF日時 (JST),通貨,種類,増減,残高,メモ\r\n")).toBe(true);
    const lines = file.trimEnd().split("\r\n").slice(1);
    expect(lines).toHaveLength(total);
    for (const line of lines) {
      expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Soria,(チャージ|利用),-?\d+,\d+,/);
    }
  });
});
