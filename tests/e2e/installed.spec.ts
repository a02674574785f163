/**
 * The installed site (docs/decisions/0038-installed-site.md): a window without address bar and Back button. Sign-in
 * and payment return to their start, every page has a link onward, and no navigation happens when the window is shown
 * again. Manifest: tests/http/installed.test.ts; a real app window: tests/engines/installed.test.ts.
 */
import { expect, test } from "../kit/browser/fixtures";
import { accountScreens, communityScreens, guestKinds } from "../kit/browser/screens";
import { texts } from "../kit/data/texts";
import { cards, expectBought, LANTERNS, openItem, payWith, t as store } from "./store-steps";

const common = texts("en", "common");
const account = texts("en", "account");

test.describe("in a window of its own @scripts-only", () => {
  test.beforeEach(({ speak }) => speak("en"));

  test("a member's page leads to the sign-in and back, and Back does not ask to sign in again", async ({
    page,
    member,
  }) => {
    await page.goto("/news");
    await page.goto("/my-page/history");
    await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
    await page.getByLabel(account("signIn.email"), { exact: true }).fill(member.email);
    await page.getByLabel(account("signIn.password"), { exact: true }).fill(member.password);
    await page
      .getByRole("main")
      .getByRole("button", { name: account("signIn.submit"), exact: true })
      .click();
    await expect(page).toHaveURL("/my-page/history");
    await page.goBack();
    await expect(page).not.toHaveURL(/\/sign-in/);
  });

  test("a purchase from the balance ends in its receipt; Back and forward buy nothing more", async ({
    page,
    sandbox,
    signIn,
  }) => {
    const member = await sandbox.makeMember({ balances: { soria: 900 } });
    await signIn(page, member);
    await openItem(page, LANTERNS);
    await page.getByRole("checkbox", { name: store("item.confirm") }).check();
    await page.getByRole("button", { name: store("item.buy"), exact: true }).click();
    await expectBought(page, LANTERNS);
    await page.goBack();
    await page.goForward();
    await expectBought(page, LANTERNS);
    expect(await sandbox.balances(member)).toMatchObject({ soria: 600 });
  });

  test("a card payment with the bank's own page opens no window, and ends in its receipt", async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    const opened: string[] = [];
    page.on("popup", (popup) => opened.push(popup.url()));
    await payWith(page, cards.good);
    await expectBought(page);
    expect(opened).toEqual([]);
  });

  test("every kind of page has a way home, and members theirs", async ({ page, signIn }) => {
    const look = async (paths: string[]) => {
      for (const path of paths) {
        await page.goto(path);
        await expect(
          page.getByRole("banner").getByRole("link", { name: common("home") }),
          path,
        ).toBeVisible();
      }
    };
    await look(guestKinds);
    await signIn(page);
    await look([...accountScreens, ...communityScreens].filter((path) => !path.includes("?")));
  });
});

test("showing the window again, or a returning network, sends no request @scripts-only", async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  const stay = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path);
      const { url, length } = await page.evaluate(() => ({ url: location.href, length: history.length }));
      const left: string[] = [];
      const note = (request: { isNavigationRequest: () => boolean; url: () => string }) =>
        request.isNavigationRequest() && left.push(request.url());
      page.on("request", note);
      await page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
        document.dispatchEvent(new Event("visibilitychange"));
        dispatchEvent(new Event("focus"));
        dispatchEvent(new Event("offline"));
        dispatchEvent(new Event("online"));
      });
      await page.clock.runFor(60_000);
      page.off("request", note);
      expect.soft(left, path).toEqual([]);
      expect.soft(await page.evaluate(() => location.href), path).toBe(url);
      expect.soft(await page.evaluate(() => history.length), path).toBe(length);
    }
  };
  await stay(["/", "/news/3", "/support/inquiry", "/sign-in", "/sign-up"]);
  await signIn(page);
  await stay(["/my-page/history", "/store/products/1", "/store/products/3/checkout", "/dao/suggestions/19"]);
});
