/** Journeys of a member without a browser, for tests of several processes. */
import { expect } from "vitest";
import { newFormToken } from "#server/forms/form-token.server";
import type { CardSummary } from "~/domain/purchase-summary";
import type { HttpMember } from "./http-member";
import { picture } from "../data/pictures";
import { chargeCard } from "./sandbox-client";
import { SIGNATURE_FIELD, signatureIn } from "./form-signatures";

/** Reads a page and expects words in it. */
export async function see(browser: HttpMember, path: string, words: string): Promise<void> {
  const { status, text } = await browser.request(path);
  expect([path, status, text.includes(words)]).toEqual([path, 200, true]);
}

async function data<Answer>(
  browser: HttpMember,
  path: string,
  route: string,
  fields: Record<string, string>,
) {
  const response = await browser.post(`${path}?_data=${encodeURIComponent(route)}`, fields);
  return {
    status: response.status,
    to: response.headers.get("X-Remix-Redirect") ?? undefined,
    data: (response.text.startsWith("{") ? JSON.parse(response.text) : {}) as Answer,
  };
}

/**
 * Buys an item with a card like the page's scripts: order, card, capture.
 *
 * @param apiOrigin origin of the sandbox, which also stands in for the payment provider
 * @returns the item's id
 */
export async function buy(browser: HttpMember, apiOrigin: string, quantity: number): Promise<number> {
  const list = await browser.request("/store/products?_data=routes%2Fstore%2Fproducts%2Froute");
  const { items } = JSON.parse(list.text) as { items: { id: number; type: string }[] };
  const item = items.find(({ type }) => type === "USD")?.id ?? 0;
  const fields = {
    intent: "buy",
    quantity: String(quantity),
    paymentType: "STRIPE",
    confirm: "on",
    script: "ready",
    key: newFormToken(),
  };
  const bought = await data<{ payment?: CardSummary }>(
    browser,
    `/store/products/${item}`,
    "routes/store/product/route",
    fields,
  );
  const { payment } = bought.data;
  if (!payment) throw new Error(`no payment: ${JSON.stringify(bought)}`);
  const { key, clientSecret } = payment;
  // Reads the signature before the charge, after which this page redirects.
  await browser.signatureFor("/store/products/complete", "check", key);
  const begun = await data(
    browser,
    "/store/products/complete/begin",
    "routes/store/complete/announce-charge",
    {
      purchase: key,
    },
  );
  expect(begun.data).toEqual({ state: "submitted" });
  expect(await chargeCard(apiOrigin, clientSecret)).toBe(true);
  const done = await data(browser, "/store/products/complete", "routes/store/complete/route", {
    intent: "check",
    purchase: key,
  });
  expect(done.to).toBe(`/store/products/complete?purchase=${key}`);
  await see(browser, done.to ?? "", 'id="slip-title"');
  return item;
}

const hidden = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "";

/**
 * Sends a member's inquiry with a picture, without scripts: the form, the review step that keeps the picture, and the
 * submission.
 */
export async function inquire(browser: HttpMember, subject: string): Promise<void> {
  const blank = await browser.request("/support/inquiry");
  const form = new FormData();
  const fields = { typeCode: "BUG_ERROR", name: "灯", email: "a@example.com", subject, message: "text" };
  const own = {
    token: hidden(blank.text, "token"),
    [SIGNATURE_FIELD]: signatureIn(blank.text, "inquiry") ?? "",
  };
  for (const [name, value] of Object.entries({ ...fields, ...own })) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(picture.png)], { type: "image/png" }), "island.png");
  const review = await browser.request("/support/inquiry", { method: "POST", body: form });
  expect(review.status).toBe(200);
  const [attachment, token] = [hidden(review.text, "attachment"), hidden(review.text, "token")];
  expect(attachment).toMatch(/^[0-9a-f]{32}$/);
  // Each process can show the picture before the inquiry is submitted.
  const shown = await browser.request(`/support/inquiry/attachment?id=${attachment}`);
  expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  const sent = await browser.post("/support/inquiry", { ...fields, attachment, token, confirmed: "yes" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/support/requests"]);
}
