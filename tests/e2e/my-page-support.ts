import type { Locator, Page } from "@playwright/test";
import { expect } from "../kit/browser/fixtures";

/** Texts of My page. */
export const names = { soria: "Soria", "soria-plus": "Soria Plus", point: "ポイント" } as const;

/** Returns the date in Japan, `ago` days before today. */
export function day(ago = 0): string {
  return new Date(Date.now() + 9 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the rows of the history without the day headings. */
export const historyRows = (page: Page) =>
  page
    .getByRole("table", { name: "利用履歴" })
    .locator("tbody")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

/** Page object of the history, with and without scripts. */
export class History {
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
