/** Twelve journeys by keyboard only: each can be completed, and every stop has a visible focus ring. */
import type { Locator } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { tabTo } from "../kit/browser/access-measures";
import { texts } from "../kit/data/texts";

const [common, account, news, support, my, dao, store] = (
  ["common", "account", "news", "support", "my-page", "dao", "store"] as const
).map((namespace) => texts("ja", namespace)) as [ReturnType<typeof texts>, ...ReturnType<typeof texts>[]];

test("twelve journeys by keyboard alone @scripts-only", async ({ page, member }) => {
  const say = (of: ReturnType<typeof texts> | undefined, key: string, params = {}) => of?.(key, params) ?? "";
  const main = page.getByRole("main");
  const banner = page.getByRole("banner");
  const faults: string[] = [];
  const to = async (target: Locator) => {
    faults.push(...(await tabTo(page, target)).map((fault) => `${new URL(page.url()).pathname}: ${fault}`));
  };
  const press = async (target: Locator, key = "Enter") => {
    await to(target);
    await page.keyboard.press(key);
  };
  const write = async (target: Locator, text: string) => {
    await to(target);
    await page.keyboard.type(text);
  };

  await test.step("past the header, to what the page says", async () => {
    await page.goto("/news");
    await press(page.getByRole("link", { name: say(common, "skip") }));
    await press(main.getByRole("link", { name: say(news, "types.EVENT") }).first());
    await expect(page).toHaveURL(/type=EVENT/);
  });

  await test.step("a search, and a post of what it found", async () => {
    const search = page.getByRole("search");
    await write(search.getByLabel(say(news, "search.keyword")), "島");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/keyword=/);
    await press(
      main.getByRole("row").getByRole("link").or(main.getByRole("article").getByRole("link")).first(),
    );
    await expect(page).toHaveURL(/\/news\/\d+/);
  });

  await test.step("a question opens and closes", async () => {
    await page.goto("/support/faq");
    const first = main.getByRole("group").first();
    await press(first.locator("summary"));
    await expect(first).toHaveAttribute("open");
    await page.keyboard.press("Space");
    await expect(first).not.toHaveAttribute("open");
  });

  await test.step("the theme, in the header's menu", async () => {
    await press(banner.locator("summary", { hasText: say(common, "theme.label") }).first());
    await press(banner.getByRole("button", { name: say(common, "theme.night") }).first());
    await expect(page.locator("html")).toHaveAttribute("data-theme", "night");
  });

  await test.step("the language there and back", async () => {
    await press(banner.locator("summary", { hasText: "日本語" }).first());
    await press(banner.getByRole("button", { name: "English" }).first());
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await press(banner.locator("summary", { hasText: "English" }).first());
    await press(banner.getByRole("button", { name: "日本語" }).first());
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  });

  await test.step("a form that is refused leads to its first fault", async () => {
    await page.goto("/sign-up");
    await write(main.getByLabel(say(account, "signIn.email")), "m@soria");
    await page.keyboard.press("Enter");
    await expect(main.getByRole("alert").first()).toBeVisible();
  });

  await test.step("signing in", async () => {
    await page.goto("/sign-in");
    await write(main.getByLabel(say(account, "signIn.email")), member.email);
    await write(main.getByLabel(say(account, "signIn.password"), { exact: true }), member.password);
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(/sign-in/);
  });

  await test.step("a new name", async () => {
    await page.goto("/my-page");
    const name = main.locator("form").getByRole("textbox").first();
    await to(name);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("高橋");
    await page.keyboard.press("Enter");
    await expect(page.getByText(say(my, "profile.saved"))).toBeVisible();
  });

  await test.step("another currency of the history, by arrow", async () => {
    await page.goto("/my-page/history");
    const form = main.getByRole("form", { name: say(my, "history.filter") });
    await to(form.getByRole("radio").first());
    await page.keyboard.press("ArrowRight");
    await press(form.getByRole("button", { name: say(my, "history.apply") }));
    await expect(page).toHaveURL(/currencyType=soria-plus/);
  });

  await test.step("suggestions of one kind", async () => {
    await page.goto("/dao/suggestions");
    // The filters are collapsed until one is set.
    await press(main.locator("summary").filter({ hasText: say(dao, "list.refine") }));
    const kind = main.getByLabel(say(dao, "list.type"), { exact: true });
    await to(kind);
    await page.keyboard.press("ArrowDown");
    await press(main.getByRole("button", { name: say(dao, "list.submit") }));
    await expect(page).toHaveURL(/type=/);
  });

  await test.step("an item of the store, and back", async () => {
    await page.goto("/store/products");
    await press(main.getByRole("list").getByRole("link").first());
    await expect(page).toHaveURL(/\/store\/products\/\d+/);
    await press(main.getByRole("link", { name: say(store, "item.back") }));
    await expect(page).toHaveURL(/\/store\/products$/);
  });

  await test.step("an inquiry, read again before it is sent", async () => {
    await page.goto("/support/inquiry");
    await to(main.getByLabel(say(support, "inquiry.type")));
    await page.keyboard.press("ArrowDown");
    await expect(main.getByRole("link", { name: say(support, "answers.more") })).toBeVisible();
    await write(main.getByLabel(say(support, "inquiry.subject")), "灯籠の明るさ");
    await write(main.getByLabel(say(support, "inquiry.message")), "もう少し暗くできますか。");
    const send = say(support, "inquiry.submit");
    await press(main.getByRole("button", { name: send, exact: true }));
    await press(page.getByRole("dialog").getByRole("button", { name: send, exact: true }));
    await expect(main.getByRole("link", { name: "灯籠の明るさ" })).toBeVisible();
  });

  expect(faults).toEqual([]);
});
