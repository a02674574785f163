/** The Idempotency-Keys of repeated captures, with an API that repeats refusals under their key. */
import { afterEach, beforeAll, expect, it } from "vitest";
import type { CardSummary } from "~/domain/purchase-summary";
import { faults, sandbox } from "../mocks/server";
import { act, announce, pressBuy } from "./store-acts";
import { CAPTURE, chargeCard, itemIn, Shopper } from "./store-support";

const CAPTURE_PATH = "/api/store/order/capture";
const PROVIDER_DOWN = { path: "/stripe/v1/payment_intents/", status: 500 };

let card: number;
beforeAll(async () => {
  card = await itemIn("USD");
});

afterEach(async () => {
  (await sandbox()).services.settings.replays = "successes";
});

/** Makes a payment and announces its card. */
async function submitted(shopper: Shopper): Promise<CardSummary> {
  const { body } = await pressBuy(shopper, card, { paymentType: "STRIPE", script: "ready" });
  const payment = body?.payment;
  if (!payment) throw new Error("no payment was made");
  await announce(shopper, payment.key);
  return payment;
}

const check = (shopper: Shopper, { key }: CardSummary) => act(shopper, key, "check");

/** Fails the member's captures by this rule. */
const fail = async ({ member }: Shopper, rule: object) =>
  faults({ path: CAPTURE_PATH, member: member.id, ...rule });

/** Returns the keys of the member's captures, in the order of the calls. */
async function captureKeys({ member }: Shopper): Promise<string[]> {
  const response = await (await sandbox()).fetch(new Request(`http://api.test/__calls?member=${member.id}`));
  const { calls } = (await response.json()) as {
    calls: { id: number; method: string; path: string; idempotencyKey?: string }[];
  };
  return calls
    .filter(({ method, path }) => `${method} ${path}` === CAPTURE)
    .sort((a, b) => a.id - b.id)
    .map(({ idempotencyKey = "none" }) => idempotencyKey);
}

it("a payment that was asked for too early is captured at the next check, though the API repeats refusals", async () => {
  const shopper = await Shopper.come();
  (await sandbox()).services.settings.replays = "all";
  const payment = await submitted(shopper);
  await faults(PROVIDER_DOWN);
  await check(shopper, payment);
  expect(await shopper.purchases()).toEqual(["card submitted × 1"]);
  await chargeCard(payment);
  await check(shopper, payment);
  expect(await shopper.purchases()).toEqual(["card captured × 1"]);
  const keys = await captureKeys(shopper);
  expect(keys[0]).toBe(payment.key);
  expect(new Set(keys).size).toBe(2);
  expect((await shopper.books()).orders).toHaveLength(1);
});

it("a capture whose response is lost is repeated with the same key, also by the next check", async () => {
  const shopper = await Shopper.come();
  const payment = await submitted(shopper);
  await chargeCard(payment);
  await fail(shopper, { mode: "close", after: true, times: 4 });
  await check(shopper, payment);
  await check(shopper, payment);
  expect(await shopper.purchases()).toEqual(["card captured × 1"]);
  expect(await captureKeys(shopper)).toEqual(Array(5).fill(payment.key));
  expect((await shopper.books()).orders).toHaveLength(1);
});

it.each([429, 503])("a capture that is put off with %i is repeated with the same key", async (status) => {
  const shopper = await Shopper.come();
  const payment = await submitted(shopper);
  await chargeCard(payment);
  await fail(shopper, { status, times: 1 });
  await check(shopper, payment);
  expect(await captureKeys(shopper)).toEqual([payment.key, payment.key]);
});
