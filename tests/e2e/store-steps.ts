import { expect, type FrameLocator, type Page } from "@playwright/test";
import { texts } from "../kit/data/texts";

export const t = texts("en", "store");

/** An item priced in USD, on the first page of the list. */
export const KIT = "Lighthouse paper-cut kit";
/** An item priced in Soria. */
export const LANTERNS = "Sky lanterns, set of three";

export const PURCHASE = "POST /api/store/products/purchase";
export const CAPTURE = "POST /api/store/order/capture";

/** Stripe's test numbers, as payment.md lists them. */
export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  noFunds: "4000 0000 0000 9995",
  secure: "4000 0025 0000 3155",
  slow: "4000 0000 0000 0077",
} as const;

export async function openItem(page: Page, name = KIT): Promise<void> {
  await page.goto("/store/products");
  await page.getByRole("link", { name: t("list.buyNamed", { name }) }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Selects card payment, ticks the consent and clicks "Buy". */
export async function pressBuy(page: Page): Promise<void> {
  await page.getByRole("radio", { name: t("item.card") }).check();
  await page.getByRole("checkbox", { name: t("item.confirm") }).check();
  await page.getByRole("button", { name: t("item.buy"), exact: true }).click();
}

export const dialogOf = (page: Page) => page.getByRole("dialog", { name: t("dialog.title") });

export function cardForm(page: Page): FrameLocator {
  return dialogOf(page).frameLocator("iframe[name=card-element]");
}

/** Fills the card form in its iframe. */
export async function typeCard(page: Page, number: string, expiry = "1234", cvc = "123"): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel("Expiration date").fill(expiry);
  await form.getByLabel("Security code").fill(cvc);
}

export async function pressPay(page: Page): Promise<void> {
  await dialogOf(page).getByRole("button", { name: /^Pay / }).click();
}

/** Opens the item, pays with the card and clicks "Pay". */
export async function payWith(page: Page, number: string): Promise<void> {
  await openItem(page);
  await pressBuy(page);
  await typeCard(page, number);
  await pressPay(page);
}

/** Expects the page of a completed purchase, whose receipt names the item. */
export async function expectBought(page: Page, name = KIT, quantity = 1): Promise<void> {
  await expect(page).toHaveURL(/\/store\/products\/complete\?purchase=/);
  const what = quantity > 1 ? `${name} × ${quantity}` : name;
  const title = (text: string) => page.getByRole("heading", { level: 1, name: text });
  // The first page says what was handed over, a later one that the purchase is complete.
  const first = title(t("done.title.thing", { name: what })).or(
    title(t("done.title.delivery", { name: what })),
  );
  await expect(first.or(title(t("complete.status.done.title")))).toBeVisible();
  await expect(receiptOf(page)).toContainText(`${name} × ${quantity}`);
}

export const receiptOf = (page: Page) => page.getByRole("article", { name: t("receipt.title") });

export const challengeOf = (page: Page) => page.frameLocator("iframe[name=card-challenge]");
