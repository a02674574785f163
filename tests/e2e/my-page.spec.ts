import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { paths } from "~/domain/paths";
import { texts } from "../kit/data/texts";
import { expect, test } from "../kit/browser/fixtures";

const names = { soria: "Soria", "soria-plus": "Soria Plus", point: "ポイント" } as const;

/** Returns the date in Japan, `ago` days before today. */
function day(ago = 0): string {
  return new Date(Date.now() + 9 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the rows of the history without the day headings. */
const historyRows = (page: Page) =>
  page
    .getByRole("table", { name: "利用履歴" })
    .locator("tbody")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

/** Page object of the history, with and without scripts. */
class History {
  readonly form: Locator;
  readonly rows: Locator;

  constructor(
    readonly page: Page,
    readonly scripts: boolean,
  ) {
    this.form = page.getByRole("form", { name: "履歴を絞り込む" });
    this.rows = historyRows(page);
  }

  async goto(search = ""): Promise<void> {
    await this.page.goto(`/my-page/history${search}`);
    await expect(this.form).toBeVisible();
  }

  /** Fills a date and blurs the field. */
  static async date(field: Locator, value: string): Promise<void> {
    await field.fill(value);
    await field.blur();
  }

  /** Makes a choice and waits for the result: automatic with scripts, by the button without. */
  async choose(choice: (form: Locator) => Promise<unknown>, expected: Record<string, string>): Promise<void> {
    await choice(this.form);
    if (!this.scripts) await this.form.getByRole("button", { name: "この条件で見る" }).click();
    await expect(async () => {
      const search = Object.fromEntries(new URL(this.page.url()).searchParams);
      expect(search).toMatchObject(expected);
      expect(search).not.toHaveProperty("shown");
    }).toPass();
  }

  /** The link to a number of rows on a page, below the rows. */
  size(count: number): Locator {
    return this.page
      .getByRole("navigation", { name: "表示件数" })
      .getByRole("link", { name: `${count}件`, exact: true });
  }

  /** Chooses a number of rows on a page; the link needs no button without scripts. */
  async chooseSize(count: number, expected: Record<string, string> = {}): Promise<void> {
    await this.size(count).click();
    await expect(this.size(count)).toHaveAttribute("aria-current", "true");
    expect(Object.fromEntries(new URL(this.page.url()).searchParams)).toMatchObject({
      ...{ size: String(count), page: "1" },
      ...expected,
    });
  }

  /** Returns the row numbers of all pages. */
  async allNumbers(): Promise<number[]> {
    const numbers: number[] = [];
    for (let page = 1; ; page += 1) {
      await expect(this.rows.first()).toBeVisible();
      numbers.push(...(await this.rows.locator("td:first-child").allTextContents()).map(Number));
      const next = this.page.getByRole("link", { name: "次のページ" });
      if ((await next.count()) === 0) return numbers;
      await next.click();
      await expect(this.page).toHaveURL(new RegExp(`page=${page + 1}(&|$)`));
      await expect(this.rows.first().locator("td").first()).toHaveText(String((numbers.at(-1) ?? 0) - 1));
    }
  }
}

test.describe("history", () => {
  test("is filtered by currency, type, duration and range, and paged through [A008.2 A054.1 A145.1 A145.2 A145.3 A346.1 A347.1 A347.2]", async ({
    page,
    scripts,
    sandbox,
    signIn,
  }) => {
    test.slow();
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

test.describe("profile", () => {
  test("saves the names, and nothing when they are unchanged [A008.1 A051.1 A182.1 A183.1 A184.1 A321.1]", async ({
    page,
    member,
    sandbox,
    signIn,
  }) => {
    await signIn(page);
    await page.goto("/my-page");
    await expect(page.getByRole("definition").filter({ hasText: member.email })).toBeVisible();
    const save = page.getByRole("button", { name: "名前を保存する" });
    await save.click();
    await expect(page.getByText("名前は変わっていないため")).toBeVisible();
    expect((await sandbox.calls(member.id)).counts).not.toHaveProperty("PATCH /api/users/me");

    for (const [name, error] of [
      ["", "入力してください"],
      ["灯1", "数字"],
      ["灯!", "記号"],
    ] as const) {
      await page.getByLabel("名", { exact: true }).fill(name);
      await save.click();
      await expect(page.getByLabel("名", { exact: true })).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("名", { exact: true })).toHaveAccessibleDescription(new RegExp(error));
      await expect(page.getByLabel("名", { exact: true })).toHaveValue(name);
    }
    await page.getByLabel("姓", { exact: true }).fill("佐々木");
    await page.getByLabel("名", { exact: true }).fill(" あかり ");
    await save.click();
    await expect(page.getByText("会員情報を保存しました")).toBeVisible();
    await expect(page.getByLabel("名", { exact: true })).toHaveValue("あかり");
    await expect(page.getByText("佐々木 あかりさん")).toBeVisible();
  });

  for (const [lng, labels] of [
    ["ja", ["姓", "名"]],
    ["en", ["First name", "Last name"]],
  ] as const) {
    test(`says whose name is wrong, in the order of the page, in ${lng}`, async ({ page, speak, signIn }) => {
      await speak(lng);
      await signIn(page);
      await page.goto("/my-page");
      for (const label of labels) await page.getByLabel(label, { exact: true }).fill("1");
      await page.getByRole("button", { name: texts(lng, "my-page")("profile.save") }).click();
      const links = page.getByRole("alert").getByRole("link");
      await expect(links).toHaveText(labels.map((label) => new RegExp(`^${label}[：:]`)));
      await links.last().click();
      await expect(page.getByLabel(labels[1], { exact: true })).toBeFocused();
    });
  }

  test("changes the password, keeps this session and ends the others [A139.1 A155.1 A179.1 A179.2 A320.1 A320.2]", async ({
    page,
    member,
    browser,
    scripts,
    signIn,
  }) => {
    const other = await browser.newContext({ javaScriptEnabled: scripts });
    const elsewhere = await other.newPage();
    await signIn(page);
    const origin = new URL((await page.request.get("/my-page/profile")).url()).origin;
    const response = await elsewhere.request.post(`${origin}/sign-in`, {
      form: { email: member.email, password: member.password },
      headers: { Origin: origin },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(303);

    await page.goto("/my-page/profile");
    const old = page.getByLabel("現在のパスワード");
    const next = page.getByLabel("新しいパスワード", { exact: true });
    const again = page.getByLabel("新しいパスワード（確認用）");
    const change = page.getByRole("button", { name: "パスワードを変更する" });
    const attempt = async (values: [string, string, string]) => {
      await old.fill(values[0]);
      await next.fill(values[1]);
      await again.fill(values[2]);
      if (scripts) await expect(change).toBeEnabled();
      await change.click();
    };
    if (scripts) {
      await expect(change).toBeDisabled();
      await next.fill("Kumo-2025?");
      await again.fill("Kumo-2025!");
      await expect(change).toBeDisabled();
    } else {
      await attempt([member.password, "short", "short"]);
      await expect(next).toHaveAttribute("aria-invalid", "true");
      await expect(old).toHaveValue("");
    }
    await attempt(["Wrong-2024!", "Kumo-2025?", "Kumo-2025?"]);
    await expect(old).toHaveAttribute("aria-invalid", "true");
    // Said twice: by the toast and at the field.
    await expect(page.getByText("現在のパスワードが一致しません").filter({ visible: true })).toHaveCount(2);
    if (scripts) await expect(old).toBeFocused();

    await attempt([member.password, "Kumo-2025?", "Kumo-2025?"]);
    await expect(page.getByText("パスワードを変更しました")).toBeVisible();
    // The previous error is gone.
    await expect(page.getByText("現在のパスワードが一致しません")).toHaveCount(0);
    for (const field of [old, next, again]) await expect(field).toHaveValue("");

    const rules = page.getByRole("listitem").filter({ hasText: texts("ja", "account")("rules.ok") });
    const missing = page.getByText(texts("ja", "errors")("web.014"));
    const isEmptied = async () => {
      for (const field of [old, next, again]) await expect(field).toHaveValue("");
      if (scripts) await expect(change).toBeDisabled();
      await expect(rules).toHaveCount(0);
    };
    await isEmptied();
    if (scripts) {
      // The pause after which a field that was left empty says so.
      await page.clock.install();
      for (const [before, after] of [
        ["Kumo-2025?", "Kumo-2026?"],
        ["Kumo-2026?", "Kumo-2027?"],
      ] as const) {
        await old.fill(before);
        await next.fill(after);
        await again.fill(after);
        await expect(rules).toHaveCount(4);
        await again.press("Enter");
        await expect(old).toHaveValue("");
        await isEmptied();
        // Leaving the field that the success has emptied is no reason for a complaint.
        await again.blur();
        await page.clock.runFor(1_000);
        await expect(missing).toHaveCount(0);
      }
      await again.focus();
      await again.blur();
      await page.clock.runFor(1_000);
      await expect(missing).toHaveCount(1);
    }

    await page.goto("/my-page/terminate");
    await expect(page).toHaveURL(/terminate/);
    await elsewhere.goto(`${origin}/my-page/profile`);
    await expect(elsewhere).toHaveURL(/\/sign-in\?redirectTo=/);
    await other.close();
  });
});

test.describe("orders", () => {
  test("are listed with date, items and amount, and printed [A008.3 A055.1]", async ({
    page,
    sandbox,
    signIn,
    checkHtml,
  }) => {
    await signIn(page, await sandbox.makeMember({ orders: 23 }));
    await page.goto("/my-page/ecommerce-history");
    const list = page.getByRole("region", { name: "注文履歴", exact: true }).last();
    const entries = list.getByRole("listitem").filter({ hasText: /ORDER-/ });
    await expect(entries).toHaveCount(10);
    await expect(page.getByRole("heading", { level: 4, name: /^\d{4}年\d{1,2}月$/ }).first()).toBeVisible();
    await page.getByRole("link", { name: "最後のページ" }).click();
    await expect(entries).toHaveCount(3);
    const number = await entries
      .first()
      .getByText(/^ORDER-/)
      .innerText();
    expect(number).toMatch(/^ORDER-\d{8}-\d{6}-\d+$/);
    await expect(entries.first().locator("img[width='96'][height='72']").first()).toHaveAttribute(
      "src",
      /\/art\/product-/,
    );
    await entries.first().getByRole("link").click();
    await expect(page.getByRole("heading", { level: 2, name: number })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "合計" })).toContainText(/\d+\.\d\d\s(USD|SGD)/);
    await checkHtml(page);

    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("row").filter({ hasText: "合計" })).toBeVisible();
    await expect(page.locator("article")).toHaveCSS("box-shadow", "none");
    for (const part of [
      page.getByRole("banner"),
      page.getByRole("contentinfo"),
      page.getByRole("heading", { level: 1, includeHidden: true }),
      page.getByRole("link", { name: "注文履歴へ戻る" }),
    ]) {
      await expect(part).toBeHidden();
    }
    await page.emulateMedia({ media: null });
    await page.goto("/my-page/ecommerce-history/ORDER-20240101-000000-1");
    const missing = page.getByRole("alert").getByRole("heading", { level: 2 });
    await expect(missing).toContainText("見つかりません");
    await expect(page.getByRole("navigation", { name: "マイページ" })).toBeVisible();
  });

  test.describe("when the order service", () => {
    test.use({ allowed: [/status of 50\d/] });
    test("is down, the tab says so and the rest works", async ({ page, member, sandbox, signIn }) => {
      await signIn(page);
      await sandbox.faults([{ path: "/order-service", member: member.id, mode: "close" }]);
      await page.goto("/my-page/ecommerce-history");
      await expect(page.getByRole("region", { name: "残高" })).toBeVisible();
      await expect(page.getByRole("link", { name: "もう一度読み込む" })).toBeVisible();
      await page.goto("/my-page/profile");
      await expect(page.getByRole("button", { name: "名前を保存する" })).toBeVisible();
    });
  });
});

/** Signs in with a wallet by the two POST requests of the wallet panel. */
async function signInByWallet(page: Page, origin: string, key: `0x${string}`): Promise<string> {
  const account = privateKeyToAccount(key);
  const headers = { Origin: origin };
  const asked = await page.request.post(paths.walletMessage, {
    form: { address: account.address, chainId: "1" },
    headers,
  });
  const { message } = (await asked.json()) as { message: string };
  const signature = await account.signMessage({ message });
  const response = await page.request.post("/sign-in", {
    form: { intent: "wallet", signature },
    headers,
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
  return account.address;
}

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

for (const kind of ["e-mail", "wallet"] as const) {
  test(`where a member is signed in (${kind}): seen, one ended, then all others`, async ({
    page,
    browser,
    scripts,
    baseURL,
    sandbox,
    signIn,
  }) => {
    const origin = baseURL ?? "";
    const key = generatePrivateKey();
    const order = kind === "wallet" ? { type: "WALLET", address: privateKeyToAccount(key).address } : {};
    const who = await sandbox.makeMember(order as Parameters<typeof sandbox.makeMember>[0]);
    const enter = (at: Page) => (kind === "wallet" ? signInByWallet(at, origin, key) : signIn(at, who));
    const elsewhere = async (userAgent?: string) => {
      const options = { baseURL: origin, javaScriptEnabled: scripts, locale: "ja-JP" };
      const context = await browser.newContext({ ...options, ...(userAgent && { userAgent }) });
      const other = await context.newPage();
      await enter(other);
      return other;
    };
    await enter(page);
    const [second, third] = [await elsewhere(FIREFOX), await elsewhere()];
    await page.goto("/my-page/profile");
    const rows = page.getByRole("listitem").filter({ hasText: "最後の利用" });
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText("この端末");
    await expect(rows.first().getByRole("button")).toHaveCount(0);

    await page.getByRole("button", { name: /^サインアウト：Firefox/ }).click();
    await expect(page.getByText("その端末からサインアウトしました。")).toBeVisible();
    await expect(rows).toHaveCount(2);
    await second.goto("/my-page/profile");
    await expect(second).toHaveURL(/\/sign-in\?/);
    await expect(second.getByText("ほかの端末からの操作により").first()).toBeVisible();

    await page.getByRole("button", { name: "ほかの端末をすべてサインアウト" }).click();
    await expect(page.getByText("ほかの端末ではサインインしていません。")).toBeVisible();
    await expect(rows).toHaveCount(1);
    await third.goto("/my-page/profile");
    await expect(third).toHaveURL(/\/sign-in\?/);
    await page.goto("/my-page/profile");
    await expect(rows).toHaveCount(1);
    for (const other of [second, third]) await other.context().close();
  });
}

test.describe("a wallet member", () => {
  test("sees the address and the NFTs, and has no password [A083.1 A083.2 A083.3 A200.1]", async ({
    page,
    scripts,
    baseURL,
    checkA11y,
    checkHtml,
  }) => {
    // The development key known to the sandbox, with a pass token and four NFTs (docs/decisions/0011).
    const key = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
    const address = await signInByWallet(page, baseURL ?? "", key);
    await page.goto("/my-page/profile");
    await expect(page.locator("code")).toContainText(address, { ignoreCase: true });
    await expect(page.getByRole("button", { name: "アドレスをコピー" })).toHaveCount(scripts ? 1 : 0);
    const rows = page.getByRole("table", { name: "保有しているNFT" }).locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: "受け取り済み" }).first()).toBeVisible();
    await expect(rows.filter({ hasText: "まだ受け取っていません" }).first()).toBeVisible();
    await expect(page.getByLabel("現在のパスワード")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "名前を保存する" })).toBeVisible();
    await checkHtml(page);
    await checkA11y(page);
  });

  test("without an NFT reads that there is none", async ({ page, sandbox, baseURL }) => {
    const key = generatePrivateKey();
    await sandbox.makeMember({ type: "WALLET", address: privateKeyToAccount(key).address });
    await signInByWallet(page, baseURL ?? "", key);
    await page.goto("/my-page/profile");
    await expect(page.getByText("保有しているNFTはありません")).toBeVisible();
  });
});

test("a member makes a calendar address, replaces it and removes it", async ({
  page,
  scripts,
  signIn,
  checkA11y,
  checkHtml,
}) => {
  await signIn(page);
  await page.goto("/dao");
  await page.getByRole("link", { name: "投票の締め切りをカレンダーで受け取る" }).click();
  await expect(page).toHaveURL(/\/my-page\/profile#calendar-address$/);
  await page.getByRole("button", { name: "アドレスを作る" }).click();
  const field = page.getByRole("textbox", { name: "カレンダー用のアドレス" });
  await expect(field).toHaveValue(/\/dao\/votes\.ics\?secret=/);
  const first = await field.inputValue();
  await expect(page.getByRole("button", { name: "アドレスをコピー" })).toHaveCount(scripts ? 1 : 0);
  await checkHtml(page);
  await checkA11y(page);
  // Without the member's cookies, as a calendar program.
  const read = (address: string) => fetch(address.replace(/^https?:\/\/[^/]+/, new URL(page.url()).origin));
  expect((await read(first)).status).toBe(200);
  expect((await read(first)).headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  await page.getByRole("button", { name: "アドレスを作り直す" }).click();
  await expect(field).not.toHaveValue(first);
  expect((await read(first)).status).toBe(410);
  await page.getByRole("button", { name: "アドレスを消す" }).click();
  await expect(field).toHaveCount(0);
  await page.getByText("過去90日間のサインイン").click();
  await expect(page.getByText("サインインした場所は分かりません。")).toBeVisible();
});

test("a new member sees what is empty", async ({ page, signIn, checkA11y }) => {
  await signIn(page);
  await page.goto("/my-page/history");
  await expect(page.getByRole("heading", { name: "履歴がありません" })).toBeVisible();
  // No link to a longer period, which would be empty too.
  await expect(page.getByText("島でSoriaを使うと、ここに残ります。")).toBeVisible();
  await expect(page.getByRole("link", { name: "1か月分を見る" })).toHaveCount(0);
  await checkA11y(page);
  await page.goto("/my-page/ecommerce-history");
  await expect(page.getByRole("heading", { name: "履歴がありません" })).toBeVisible();
});

test("the old addresses with a hash lead to the tabs [A051.2 A051.3]", async ({ page, scripts, signIn }) => {
  await signIn(page);
  for (const [hash, path, tab] of [
    ["profile", "/my-page/profile", "プロフィール"],
    ["history", "/my-page/history", "利用履歴"],
    ["ecommerce-history", "/my-page/ecommerce-history", "注文履歴"],
    ["tools", "/my-page/tools", "道具箱"],
    ["terminate", "/my-page/terminate", "退会"],
  ] as const) {
    await page.goto("/");
    await page.goto(`/my-page#${hash}`);
    if (!scripts) await page.getByRole("link", { name: `「${tab}」を開く` }).click();
    await expect(page).toHaveURL((url) => url.pathname === path && url.hash === "");
  }
});

test("/my-page#history leads to the history after the sign-in in between @scripts-only", async ({
  page,
  member,
}) => {
  await page.goto("/my-page#history");
  await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
  await page.getByLabel("メールアドレス").fill(member.email);
  await page.getByLabel("パスワード", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "サインインする" }).click();
  await expect(page).toHaveURL(/\/my-page\/history$/);
});

test("a member downloads their data and leaves [A008.5 A056.1 A147.1 A147.4]", async ({
  page,
  scripts,
  sandbox,
  signIn,
}) => {
  const member = await sandbox.makeMember({ history: 12, orders: 3, inquiries: [{ subject: "島の名前" }] });
  await signIn(page, member);
  await page.goto("/my-page/terminate");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "データを保存する" }).click(),
  ]);
  const data = JSON.parse(await readFile(await download.path(), "utf8")) as Record<string, unknown>;
  expect(data).toMatchObject({ profile: { email: member.email }, missing: [] });
  expect(data["history"]).toHaveLength(12);
  expect(data["orders"]).toHaveLength(3);
  expect(data["inquiries"]).toMatchObject([{ subject: "島の名前" }]);

  const leave = page.getByRole("button", { name: "退会する" });
  if (scripts) {
    await expect(leave).toBeDisabled();
  } else {
    await leave.click();
    await expect(page.getByText("確認の欄にチェックを入れてください").first()).toBeVisible();
  }
  await page.getByRole("checkbox", { name: "上の内容を確認し" }).check();
  await leave.click();
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await expect(page.getByText("退会のお申し込みを受け付けました")).toBeVisible();
  await page.goto("/my-page");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("what was filled in before the scripts came counts @scripts-only [A147.1]", async ({
  page,
  member,
  signIn,
}) => {
  await signIn(page);
  let come = () => {};
  let scripts = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto("/my-page/profile", { waitUntil: "commit" });
  await page.getByLabel("現在のパスワード").fill(member.password);
  await page.getByLabel("新しいパスワード", { exact: true }).fill("Kumo-2025?");
  await page.getByLabel("新しいパスワード（確認用）").fill("Kumo-2025?");
  come();
  // Rendered only with scripts.
  await expect(page.getByRole("button", { name: "パスワードを表示" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "パスワードを変更する" })).toBeEnabled();

  scripts = new Promise<void>((resolve) => (come = resolve));
  await page.goto("/my-page/terminate", { waitUntil: "commit" });
  const box = page.getByRole("checkbox", { name: "上の内容を確認し" });
  const leave = page.getByRole("button", { name: "退会する" });
  await box.check();
  come();
  await page.waitForFunction(() =>
    Object.keys(document.getElementById("texts") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
  await expect(leave).toBeEnabled();
  await box.uncheck();
  await expect(leave).toBeDisabled();
  await box.check();
  // After a return the checkbox keeps its state.
  await page.goto("/news");
  await page.goBack();
  await expect(box).toBeChecked();
  await expect(leave).toBeEnabled();
});
