/** The title of a list names the page that is shown, also when scripts load it (docs/decisions/0103). */
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const t = texts("en", "common");

/** Lists of a member who has at least two pages of each. */
const lists = [
  "/my-page/history?duration=MONTH",
  "/my-page/ecommerce-history",
  "/support/requests",
  "/store/products",
  "/news",
  "/support/faq",
  "/dao/suggestions",
];

for (const list of lists) {
  test(`the title of ${list} names the page that is shown after going back to page 99, and after "Next"`, async ({
    page,
    scripts,
    speak,
    sandbox,
    signIn,
  }) => {
    await speak("en");
    const inquiries = Array.from({ length: 12 }, () => ({}));
    await signIn(
      page,
      await sandbox.makeMember({ history: 40, orders: 15, inquiries, balances: { soria: 9_000 } }),
    );
    await page.goto(list);
    const first = await page.title();
    const pager = page.getByRole("navigation", { name: t("pager.label") });

    await page.goto(`${list}${list.includes("?") ? "&" : "?"}page=99`);
    await expect(page).toHaveTitle(first);
    // With scripts "back" loads the list's data only.
    await page
      .getByRole("link", { name: t("nav.introduction"), exact: true })
      .first()
      .click();
    await expect(page).toHaveURL("/introduction");
    const data = scripts ? page.waitForRequest(/page=99.*_data=/) : undefined;
    await page.goBack();
    await data;
    await expect(pager.locator('[aria-current="page"]')).toHaveText(/1$/);
    await expect(page).toHaveTitle(first);

    await pager.getByRole("link", { name: t("pager.next") }).click();
    await expect(pager.locator('[aria-current="page"]')).toHaveText(/2$/);
    const [name = ""] = first.split(" ");
    await expect(page).toHaveTitle(new RegExp(`^${name}.* · Page 2`));
  });
}
