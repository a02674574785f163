/**
 * The production setup: a site with a Stripe key and without the stand-in's URL, so that it loads js.stripe.com under
 * the production content security policy. The test responds for js.stripe.com and api.stripe.com.
 */
import type { Page } from "@playwright/test";
import { expect, withPictures } from "../../kit/browser/fixtures";
import { withOwnSite } from "../../kit/browser/own-site";
import type { RunningSite } from "../../kit/programs/site";
import { chargeCard } from "../../kit/visitors/sandbox-client";
import {
  CAPTURE,
  cardForm,
  cards,
  challengeOf,
  dialogOf,
  expectBought,
  openItem,
  payWith,
  pressBuy,
  pressPay,
  PURCHASE,
  receiptOf,
  t,
  typeCard,
} from "../store-steps";

const STRIPE = "https://js.stripe.com";
const STRIPE_API = "https://api.stripe.com";

const test = withOwnSite({
  STRIPE_PUBLISHABLE_KEY: "pk_test_production_path",
  NODE_OPTIONS: `--import=${new URL("../../kit/programs/stripe-api.mjs", import.meta.url).href}`,
}).extend<{ asked: string[] }>({
  /** Requests to Stripe's origins. */
  asked: async ({ page, running }, use) => use(await respondForStripe(page, running)),
});
// One worker, and therefore one site.
test.describe.configure({ mode: "default" });
test.use(withPictures);

test.use({
  allowed: [
    /foreign request: (https:\/\/((js|api)\.stripe\.com|bank\.example)\/|http:\/\/localhost)|status of 40[02] |ERR_FAILED/,
  ],
});

/** Serves the sandbox's stand-in at Stripe's URLs. Its script calls api.stripe.com, as Stripe's does. */
async function respondForStripe(page: Page, { site, sandbox }: RunningSite): Promise<string[]> {
  const asked: string[] = [];
  const origin = sandbox?.origin ?? "";
  await page.route(/^https:\/\/(js|api)\.stripe\.com\//, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    asked.push(`${request.method()} ${new URL(request.url()).origin}${pathname}`);
    const path = pathname === "/endive/stripe.js" ? "/stripe/stripe.js" : pathname + search;
    const response = await fetch(origin + path, {
      method: request.method(),
      headers: {
        Origin: request.method() === "POST" ? origin : site.origin,
        ...(request.method() === "POST" && { "Content-Type": "application/json" }),
      },
      body: request.postData(),
    });
    let body = await response.text();
    if (path === "/stripe/stripe.js") {
      const [address] = /const address =\s+base/.exec(body) ?? [];
      if (!address) throw new Error("the stand-in's address of its API is not where it was");
      body = body.replace(address, `const address = "${STRIPE_API}"`);
    }
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
  });
  return asked;
}

test.describe("@scripts-only with Stripe's own addresses and the production policy", () => {
  // Includes the start of the site and four cards in sequence.
  test.describe.configure({ timeout: 120_000 });

  test.beforeEach(async ({ page, speak, signIn, sandbox, asked }) => {
    expect(asked).toEqual([]);
    await speak("en");
    await signIn(page, await sandbox.makeMember());
  });

  test("no address of the stand-in is in the page or its policy", async ({ page }) => {
    const response = await page.goto("/store/products/5");
    const policy = response?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("frame-src https://js.stripe.com");
    expect(policy).not.toContain("/stripe");
    expect(await response?.text()).not.toContain("/stripe/stripe.js");
  });

  test("the test card 4242 buys the item through js.stripe.com", async ({ page, asked }) => {
    await payWith(page, cards.good);
    await expectBought(page);
    expect(asked).toContain(`GET ${STRIPE}/endive/stripe.js`);
    expect(asked.some((call) => call.startsWith(`GET ${STRIPE_API}/`))).toBe(true);
  });

  test("0002, 9995 and 3-D Secure failed say why; 3-D Secure completed buys", async ({ page }) => {
    await payWith(page, cards.declined);
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("reasons.declined"));
    await typeCard(page, cards.noFunds);
    await pressPay(page);
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("reasons.insufficientFunds"));
    await typeCard(page, cards.secure);
    await pressPay(page);
    await challengeOf(page).getByRole("button", { name: "Fail authentication" }).click();
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("reasons.authentication"));
    await pressPay(page);
    await challengeOf(page).getByRole("button", { name: "Complete authentication" }).click();
    await expectBought(page);
  });

  test("a method that leaves the page: no question on leaving, and back with each status the page says how it stands [A030.1]", async ({
    page,
    signIn,
    sandbox,
  }) => {
    await signIn(page, await sandbox.makeMember());
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    // The provider's script navigates to the bank's page and never resolves.
    await page.addInitScript(() => {
      let real: unknown;
      Object.defineProperty(window, "Stripe", {
        configurable: true,
        get: () => real,
        set(make: (...settings: unknown[]) => object) {
          real = (...settings: unknown[]) =>
            Object.assign(make(...settings), {
              confirmPayment: ({ confirmParams }: { confirmParams: { return_url: string } }) => {
                location.assign(`https://bank.example/?back=${encodeURIComponent(confirmParams.return_url)}`);
                return new Promise(() => undefined);
              },
            });
        },
      });
    });
    let secret = "";
    await page.route("https://bank.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>Your bank</h1>" }),
    );
    page.on("response", async (response) => {
      const found = /"clientSecret":"([^"]+)"/.exec(
        response.request().method() === "POST" ? await response.text().catch(() => "") : "",
      );
      if (found?.[1]) secret = found[1];
    });
    const leave = async () => {
      await pressPay(page);
      await expect(page.getByRole("heading", { name: "Your bank" })).toBeVisible();
      const to = new URL(new URL(page.url()).searchParams.get("back") ?? "");
      to.searchParams.set("payment_intent", secret.split("_secret_")[0] ?? "");
      to.searchParams.set("payment_intent_client_secret", secret);
      return to;
    };
    await openItem(page);
    await pressBuy(page);
    await typeCard(page, cards.good);
    const refused = await leave();
    refused.searchParams.set("redirect_status", "failed");
    await page.goto(refused.href);
    await expect(page).toHaveURL(/\/store\/products\/complete\?purchase=[\w-]+$/);
    await expect(page.getByText(t("complete.status.card.title"))).toBeVisible();

    await page.getByRole("button", { name: t("complete.enterCard") }).click();
    await typeCard(page, cards.good);
    const back = await leave();
    // After the back button the page does not stay in the paying state.
    await page.goBack();
    await expect(page.getByText(t("dialog.working"))).toBeHidden();
    expect(await chargeCard(new URL(sandbox.origin).origin, secret)).toBe(true);
    back.searchParams.set("redirect_status", "succeeded");
    await page.goto(back.href);
    await expectBought(page);
    expect(questions).toEqual([]);
  });

  test("processing is told, and finished when it is through", async ({ page }) => {
    await payWith(page, cards.slow);
    await expect(page.getByText(t("complete.status.processing.title"))).toBeVisible();
    await expect(receiptOf(page)).toBeVisible({ timeout: 30_000 });
  });

  test("a script that does not load is told before any payment exists, and can be tried again", async ({
    page,
    signIn,
    sandbox,
  }) => {
    const member = await sandbox.makeMember();
    await signIn(page, member);
    let refused = 0;
    await page.route(`${STRIPE}/endive/stripe.js`, async (route) => {
      await route.abort();
      refused += 1;
    });
    await openItem(page);
    await expect(page.getByRole("alert")).toContainText(t("item.scriptFailed"));
    await page.getByRole("radio", { name: t("item.card") }).check();
    await page.getByRole("checkbox", { name: t("item.confirm") }).check();
    await page.getByRole("button", { name: t("item.buy"), exact: true }).click();
    // Clicking Buy loads the script again, and Stripe's loader tries twice each time. The visible alert may be from
    // the first attempt.
    await expect.poll(() => refused).toBe(4);
    await expect(page.getByRole("alert")).toContainText(t("item.scriptFailed"));
    expect((await sandbox.calls(member.id)).counts).not.toHaveProperty([PURCHASE]);
    await page.unroute(`${STRIPE}/endive/stripe.js`);
    await page.getByRole("button", { name: t("item.scriptRetry") }).click();
    await expect(page.getByRole("alert")).toBeHidden();
    await pressBuy(page);
    await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
  });

  test("a payment whose card form lost its answer is read by the server, and says how it stands", async ({
    page,
    checkA11y,
  }) => {
    await openItem(page);
    await pressBuy(page);
    await typeCard(page, cards.good);
    await page.route(`${STRIPE_API}/**`, (route) => route.abort());
    await page.route("**/store/products/complete/begin", async (route) => {
      // The response to the confirmation is lost as well.
      await page.route(`${STRIPE}/**/confirm`, (lost) => lost.abort());
      await route.continue();
    });
    await pressPay(page);
    // The confirmation never reached the provider: no card was charged, and the same payment waits for a card.
    await expect(page.getByText(t("complete.status.card.title"))).toBeVisible();
    await checkA11y(page);
  });

  test("the site out of reach: no card is charged", async ({ page, asked }) => {
    await openItem(page);
    await pressBuy(page);
    await typeCard(page, cards.good);
    // While the card is being submitted, the browser asks before leaving.
    let question = "";
    page.once("dialog", (dialog) => {
      question = dialog.type();
      void dialog.dismiss();
    });
    let cut = () => {};
    const asking = new Promise<void>((resolve) => (cut = resolve));
    await page.route("**/store/products/complete/begin", async (route) => {
      await asking;
      await route.abort();
    });
    await pressPay(page);
    await expect(page.getByText(t("dialog.working"))).toBeVisible();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => question).toBe("beforeunload");
    cut();
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("dialog.offline"));
    expect(asked.some((call) => call.endsWith("/confirm"))).toBe(false);
    await page.unroute("**/store/products/complete/begin");
    await page.route("**/store/products/complete/begin", (route) => route.abort());
    await pressPay(page);
    await expect(dialogOf(page).getByRole("alert")).toContainText(t("dialog.offline"));
    expect(asked.some((call) => call.endsWith("/confirm"))).toBe(false);
    await page.unroute("**/store/products/complete/begin");
    await pressPay(page);
    await expectBought(page);
  });

  test("capture fails three times: PAYMENT_INTERRUPTED, the inquiry, and finished later [A153.1 A153.2]", async ({
    page,
    signIn,
    sandbox,
    checkA11y,
  }) => {
    const member = await sandbox.makeMember();
    await signIn(page, member);
    await sandbox.faults([{ path: "/api/store/order/capture", status: 500, member: member.id }]);
    await payWith(page, cards.good);
    await expect(page).toHaveURL(/\/support\/inquiry\?typeCode=PURCHASE_REFUND&transactionId=TX-/);
    await expect(page.getByText(t("done.interrupted"))).toBeVisible();
    await expect(page.locator("select[name=typeCode]")).toHaveValue("PURCHASE_REFUND");
    await expect(page.locator("input[name=subject]")).toHaveValue(/TX-/);
    await expect(page.locator("textarea[name=message]")).toHaveValue(/TX-[\s\S]*Lighthouse paper-cut kit/);
    expect((await sandbox.calls(member.id)).counts[CAPTURE]).toBe(3);
    await checkA11y(page);
    await sandbox.faults([]);
    // Opening the page completes it, unless the background reconciliation already has.
    await page.goto("/store/products/complete");
    await expectBought(page);
  });
});
