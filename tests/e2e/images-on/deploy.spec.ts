/** A deploy while pages are open: scripts of their build that were not loaded yet are gone. */
import { sampleScreens } from "../../kit/data/sample";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { intercept } from "../../kit/browser/intercept";
import { guestKinds } from "../../kit/browser/screens";
import { texts } from "../../kit/data/texts";

test.use(withPictures);

const common = texts("ja", "common");
const account = texts("ja", "account");
const support = texts("ja", "support");

test.describe("a deploy in mid-visit @scripts-only", () => {
  // The browser and Remix log each script that failed to load.
  test.use({ allowed: [/status of 404|ERR_FAILED|Error loading route module|dynamically imported module/] });

  test("a visitor who navigates arrives; nothing is done twice, and typed text is kept", async ({
    page,
    sandbox,
    member,
  }) => {
    const gone: string[] = [];
    let isLoading = false;
    const end = await intercept(page, ["*/assets/*.js"], ({ url, go, refuse }) => {
      // A page opened after the deploy uses the new build's scripts, which are the same files here.
      const isOld = new URL(page.url()).searchParams.has("old");
      if (!isOld || isLoading) return go();
      gone.push(url);
      return refuse();
    });
    const openBefore = async (path: string) => {
      isLoading = true;
      await page.goto(`${path}?old`);
      isLoading = false;
      gone.length = 0;
    };

    // SCREENS=all continues from every page (nightly).
    const isDrawn = sampleScreens("pages that meet a deploy");
    for (const path of guestKinds.filter((kind) => kind !== "/terms-of-use" && isDrawn())) {
      await openBefore(path);
      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: common("nav.terms") })
        .click();
      await expect(page, path).toHaveURL(/\/terms-of-use$/);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(gone.length, `scripts that were gone on ${path}`).toBeGreaterThan(0);
    }

    await openBefore("/support/inquiry");
    await page.getByLabel(support("inquiry.subject")).fill("Typed before the deploy");
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: common("nav.terms") })
      .click();
    await expect(page).toHaveURL(/\/terms-of-use$/);
    await page.goto("/support/inquiry");
    await expect(page.getByLabel(support("inquiry.subject"))).toHaveValue("Typed before the deploy");

    await openBefore("/find-password");
    await page.getByLabel(account("signIn.email")).fill(member.email);
    await expect(page.getByText(account("find.success"))).toBeVisible();
    await page.getByRole("button", { name: account("find.submit") }).click();
    await expect(page).toHaveURL(/\/find-password\/email-sent/);
    expect(gone.length).toBeGreaterThan(0);
    expect(await sandbox.mail(member.email)).toHaveLength(1);
    await end();

    // Only the texts of the next page are missing.
    await page.goto("/terms-of-use");
    await page.route(/\/assets\/texts-ja-news-/, (route) => route.abort());
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: common("nav.news") })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: texts("ja", "news")("title") })).toBeVisible();
  });
});
