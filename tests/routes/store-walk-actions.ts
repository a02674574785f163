/** What the member of a random walk does in the store (store-fuzz.test.ts): buys, pays, gives up, looks, goes away. */
import { expect } from "vitest";
import type { CardSummary } from "~/domain/purchase-summary";
import { action as checkoutAction } from "~/routes/store/checkout/route";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { action as beginAction } from "~/routes/store/complete/announce-charge";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { type ConfirmActionData, confirmAction } from "~/routes/store/confirm-order/action.server";
import { buyAction, type BuyActionData } from "~/routes/store/product/action.server";
import { loader as productLoader } from "~/routes/store/product/route";
import { loader as storeLoader } from "~/routes/store/layout/route";
import { readPurchases } from "#server/purchases/ledger.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { purchasesOfPage } from "#server/purchases/outcomes.server";
import type { seededRandom } from "#server/sandbox/seed/random";
import { refund } from "#server/sandbox/settlement";
import { ownerOf } from "#server/store/encryption.server";
import { faults, sandbox } from "../mocks/server";
import { filledCheckout } from "./form-cases";
import { OLD_PURCHASES, oldKey, releaseHold } from "./store-long-ago";
import { chargeCard, type Shopper } from "./store-support";

const CARDS = [
  "4242424242424242",
  "4242424242424242",
  "4000000000000002",
  "4000000000000077",
  "4000002500003155",
];

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How far the clock of the walks is ahead of the real one. */
export const walkClock = { aheadMs: 0 };

/** What a form of an item sends, apart from the member's choices. */
interface Form {
  key: string;
  price: string;
}

/** Random actions of one member. `said` holds the outcomes that the pages reported, by purchase key. */
export class WalkActions {
  readonly trail: string[] = [];
  readonly said = new Map<string, string>();
  /** The forms shown so far, newest last. Older ones are still open in other tabs. */
  protected forms: { usd: Form[]; soria: Form[] } = { usd: [], soria: [] };
  /** Forms of the item in Soria that were pressed, each with its content: what the member asked for. */
  protected readonly asked = new Set<string>();
  protected dialog: CardSummary | undefined;
  /** Payments whose card was announced, and when: a tab may still submit a card to them. */
  protected readonly announced: { payment: CardSummary; at: number }[] = [];
  /** The member has been away for so long that purchases leave the record. */
  protected isAged = false;
  protected hasOldPurchases = false;

  protected constructor(
    readonly seed: number,
    readonly random: ReturnType<typeof seededRandom>,
    protected shopper: Shopper,
    readonly items: { usd: number; soria: number },
    readonly script: string,
  ) {}

  /** Returns the response's redirect target or its JSON body. */
  protected async read<Body>(response: Response): Promise<{ location?: string; body?: Body }> {
    const location = response.headers.get("location") ?? undefined;
    if (location || !response.headers.get("content-type")?.includes("json"))
      return { ...(location && { location }) };
    return { body: (await response.json()) as Body };
  }

  /** Loads the next page, without images, and records all outcomes that it tells. Some responses are lost. */
  protected async page(isLost = this.random.chance(0.3)): Promise<void> {
    if (isLost) return void (await purchasesOfPage(await this.shopper.browser.visit()));
    await this.shopper.see(({ purchaseKey, key }) => this.said.set(purchaseKey, key.split(".").at(-1) ?? ""));
  }

  protected async openItem(which: "usd" | "soria"): Promise<void> {
    const id = this.items[which];
    const { body } = await this.read<{ key?: string; item: { amount: number; type: string } }>(
      await this.shopper.load(productLoader, `/store/products/${id}`, { id: `${id}` }),
    );
    if (!body?.key) return;
    this.forms[which].push({ key: body.key, price: `${body.item.amount} ${body.item.type}` });
  }

  /** Presses a form, and returns the response. */
  protected press(which: "usd" | "soria", quantity: number, form: Form): Promise<Response> {
    const id = this.items[which];
    if (which === "soria") this.asked.add(`${form.key} ${quantity} ${form.price}`);
    const fields = {
      intent: "buy",
      quantity: String(quantity),
      paymentType: which === "usd" ? "STRIPE" : "BALANCE",
      confirm: "on",
      script: this.script,
      ...form,
    };
    return this.shopper.send(buyAction, `/store/products/${id}`, fields, { id: `${id}` });
  }

  protected async buy(which: "usd" | "soria", quantity: number): Promise<void> {
    const forms = this.forms[which];
    if (forms.length === 0) await this.openItem(which);
    // Usually the newest form, otherwise one from any tab.
    const form = this.random.chance(0.7)
      ? forms.at(-1)
      : forms.length > 0
        ? this.random.pick(forms)
        : undefined;
    if (!form) return;
    const press = () => this.press(which, quantity, form);
    const responses = await Promise.all(this.random.chance(0.3) ? [press(), press()] : [press()]);
    if (this.random.chance(0.2)) return;
    const { body, location } = await this.read<BuyActionData>(responses.at(-1) as Response);
    if (body?.key) forms.push({ ...form, key: body.key });
    if (body?.payment) this.dialog = body.payment;
    if (location?.includes("purchase=")) await this.shopper.load(completeLoader, location);
  }

  /** Presses an older form several times, one after the other and at once, and looks at no response. */
  protected async burst(which: "usd" | "soria", quantity: number): Promise<void> {
    const forms = this.forms[which];
    if (forms.length === 0) return;
    const form = this.random.pick(forms);
    await this.press(which, quantity, form);
    await this.press(which, quantity, form);
    await Promise.all([this.press(which, quantity, form), this.press(which, quantity, form)]);
  }

  /** Refunds a purchase, or a part of it, as an operator does. */
  protected async giveBack(): Promise<void> {
    const { transactions } = await this.shopper.books();
    const paid = transactions.filter(({ status, taken }) => status === "CAPTURED" && taken >= 200);
    if (paid.length === 0) return;
    const { id } = this.random.pick(paid);
    await refund((await sandbox()).services, id, this.random.chance(0.5) ? 100 : undefined);
  }

  /** The provider releases the money of a payment that nobody has captured. */
  protected async release(): Promise<void> {
    const { transactions } = await this.shopper.books();
    const held = transactions.filter(({ intent, status }) => intent === "succeeded" && status !== "CAPTURED");
    const open = held.filter(({ status }) => status !== "REFUNDED");
    if (open.length > 0) await releaseHold(this.random.pick(open).id);
  }

  /** A card that was announced is charged late, perhaps after the member has given up. */
  protected async chargeLate(): Promise<void> {
    const recent = this.announced.filter(({ at }) => Date.now() - at < 12 * HOUR_MS);
    if (recent.length > 0) await chargeCard(this.random.pick(recent).payment);
  }

  /** The member returns after days or weeks. */
  protected async longAway(): Promise<void> {
    const days = this.random.whole(1, 40);
    walkClock.aheadMs += days * DAY_MS;
    this.isAged = true;
    await this.shopper.signIn();
    await this.shopper.load(storeLoader, "/store/products");
  }

  /** Opens a purchase that is too old for the record, or one of too many. The API lists it, so it is not lost. */
  protected async lookLongAgo(): Promise<void> {
    await faults();
    const key = oldKey(this.shopper.member.id, this.random.whole(0, OLD_PURCHASES - 1));
    const response = await this.shopper.load(completeLoader, `/store/products/complete?purchase=${key}`);
    expect(response.status, `${this.trail.join("\n")}\ncalled lost: ${key}`).not.toBe(404);
  }

  protected async pay(): Promise<void> {
    const payment = this.dialog;
    if (!payment) return;
    const begun = await this.shopper.send(beginAction, "/store/products/complete/begin", {
      purchase: payment.key,
    });
    const { body } = await this.read<{ state: string }>(begun);
    if (body?.state !== "submitted") return;
    this.announced.push({ payment, at: Date.now() });
    // Another tab cancels the payment at this moment.
    if (this.random.chance(0.2)) await this.act("drop", payment.key);
    await chargeCard(payment, this.random.pick(CARDS));
    if (this.random.chance(0.6)) await this.look(payment.key);
  }

  protected async look(key: string): Promise<void> {
    const response = await this.shopper.load(completeLoader, `/store/products/complete?purchase=${key}`);
    const { body } = await this.read<{ purchase?: CardSummary }>(response);
    if (body?.purchase?.clientSecret && body.purchase.state === "open") this.dialog = body.purchase;
  }

  protected act(intent: string, key: string): Promise<Response> {
    const fields = { intent, purchase: key, script: this.script, seen: "succeeded" };
    return this.shopper.send(completeAction, "/store/products/complete", fields);
  }

  protected async order(quantity: number): Promise<void> {
    const params = { id: String(this.items.usd) };
    const path = `/store/products/${params.id}/checkout`;
    const fields = { ...filledCheckout, detailedAddress: `${this.random.whole(1, 9)}F` };
    await this.shopper.send(checkoutAction, `${path}?quantity=${quantity}`, fields, params);
    const confirm = () =>
      this.shopper.send(confirmAction, `${path}/confirm`, { intent: "buy", script: this.script }, params);
    const responses = await Promise.all(this.random.chance(0.3) ? [confirm(), confirm()] : [confirm()]);
    const { body } = await this.read<ConfirmActionData>(responses[0] as Response);
    if (body?.payment) this.dialog = body.payment;
  }

  purchases(): Promise<Purchase[]> {
    return readPurchases(ownerOf(this.shopper.member.id));
  }

  protected async price(): Promise<void> {
    const { services } = await sandbox();
    const by = this.random.pick([100, -100]);
    await services.db.run("UPDATE products SET amount = MAX(100, amount + ?) WHERE id IN (?, ?)", [
      by,
      this.items.usd,
      this.items.soria,
    ]);
  }
}
