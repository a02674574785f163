/**
 * Random walks through everything that takes money: double submissions, responses lost on any path, other tabs, new
 * sign-ins, price changes during calls, payments cancelled while a card is charged; stores that lose data, replaced
 * secrets, and APIs that lack features or contradict themselves. Each step checks the two invariants of
 * store-walk-checks.ts.
 * Longer run on all processors: `npm run walks -- 1000`. A failure prints its seed and the command to repeat it.
 */
import { expect, it, vi } from "vitest";
import type { CardSummary } from "~/domain/purchase-summary";
import { action as signOut } from "~/routes/resources/sign-out";
import { action as checkoutAction } from "~/routes/store/checkout/route";
import { completeAction } from "~/routes/store/complete/handlers.server";
import { action as rebuildAction } from "~/routes/store/rebuild/route";
import { action as beginAction } from "~/routes/store/complete/announce-charge";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { type ConfirmActionData, confirmAction } from "~/routes/store/confirm-order/action.server";
import { buyAction, type BuyActionData } from "~/routes/store/product/action.server";
import { loader as productLoader } from "~/routes/store/product/route";
import { loader as storeLoader } from "~/routes/store/layout/route";
import { env } from "#server/config/env.server";
import { features } from "#server/purchases/features.server";
import { drainBackground } from "#server/purchases/background-task.server";
import { reconcileDue } from "#server/purchases/round.server";
import { readPurchases } from "#server/purchases/ledger.server";
import { isEnd } from "#server/purchases/machine.server";
import type { Purchase } from "#server/purchases/purchase.server";
import { purchasesOfPage } from "#server/purchases/outcomes.server";
import { timing } from "#server/purchases/timing.server";
import { seededRandom } from "#server/sandbox/seed/random";
import { refund } from "#server/sandbox/settlement";
import { type FaultRule, Faults } from "#server/sandbox/switches/faults";
import { ownerOf } from "#server/store/encryption.server";
import type { StoredRecord } from "#server/store/store";
import { sandbox } from "../mocks/server";
import { buyLongAgo, OLD_PURCHASES, oldKey, releaseHold } from "./store-long-ago";
import { backUp, loseLedger, restartWith, restore } from "./store-memory";
import { chargeCard, itemIn, Shopper } from "./store-support";
import { checkAnnounced, checkBooks, type Memory } from "./store-walk-checks";
import { seedOf } from "../kit/data/random";

const WALKS = Number(process.env["WALKS"] ?? 40);
const STEPS = 12;
const SEED = seedOf("WALK_SEED");

const CALLS = [
  "/api/store/products/purchase",
  "/api/store/order/capture",
  "/order-service/v1/users/orders/confirm",
  "/order-service/v1/users/orders",
  "/api/store/order/cancel",
  "/api/users/me/history",
  "/api/users/me/purchases",
  "/api/store/products/",
  "/stripe/v1/payment_intents/",
] as const;

const FAULTS: Partial<FaultRule>[] = [
  { status: 500 },
  { status: 500, after: true },
  { mode: "close" },
  { mode: "close", after: true },
  { mode: "stall" },
  { mode: "stall", after: true },
  { status: 401, after: true },
  { mode: "truncate" },
];

const CARDS = [
  "4242424242424242",
  "4242424242424242",
  "4000000000000002",
  "4000000000000077",
  "4000002500003155",
];

const address = {
  customerName: "Akari Mizuno",
  customerPhone: "090-1234-5678",
  customerEmail: "akari@soria.test",
  shippingName: "Akari Mizuno",
  shippingPhone: "090-1234-5678",
  postalCode: "100-0001",
  address: "1-1 Chiyoda",
  detailedAddress: "3F",
  paymentMethod: "STRIPE",
  thirdParty: "on",
  process: "on",
};

/** Response fields that a contradicting API may get wrong, by call. */
const CONTRADICTIONS: { path: (typeof CALLS)[number]; set: Record<string, unknown> }[] = [
  { path: "/api/store/products/purchase", set: { "data.status": "PENDING" } },
  { path: "/api/store/products/purchase", set: { "data.amount": 90_000 } },
  { path: "/api/store/products/purchase", set: { "data.currency": "POINT" } },
  { path: "/api/store/products/purchase", set: { "data.createdAt": "2024-01-01T00:00:00Z" } },
  { path: "/api/store/products/purchase", set: { "data.transactionId": "TX-OTHER" } },
  { path: "/api/store/order/capture", set: { "data.status": "PROCESSING" } },
  { path: "/api/store/order/capture", set: { "data.amount": 90_000 } },
  { path: "/api/store/order/capture", set: { "data.transactionId": "TX-OTHER" } },
  { path: "/api/store/order/cancel", set: { "data.status": "CAPTURED" } },
  { path: "/api/store/order/cancel", set: { "data.transactionId": "TX-OTHER" } },
];

let offset = 0;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** What a form of an item sends, apart from the member's choices. */
interface Form {
  key: string;
  price: string;
}

/** Random actions of one member. `said` holds the outcomes that the pages reported, by purchase key. */
class Walk {
  readonly trail: string[] = [];
  readonly said = new Map<string, string>();
  /** The forms shown so far, newest last. Older ones are still open in other tabs. */
  private forms: { usd: Form[]; soria: Form[] } = { usd: [], soria: [] };
  /** Forms of the item in Soria that were pressed, each with its content: what the member asked for. */
  private readonly asked = new Set<string>();
  private dialog: CardSummary | undefined;
  /** Payments whose card was announced, and when: a tab may still submit a card to them. */
  private readonly announced: { payment: CardSummary; at: number }[] = [];
  /** The member has been away for so long that purchases leave the record. */
  private isAged = false;
  private hasOldPurchases = false;
  /** The record was lost at some time, and with it what was told. */
  private hasForgotten = false;
  private ended = false;
  private memory: Memory = "whole";
  private honoursKeys = true;
  private bindsOrders = true;
  /** Backups of the member's ledger, oldest first. */
  private readonly copies: StoredRecord[] = [];

  private constructor(
    readonly seed: number,
    readonly random: ReturnType<typeof seededRandom>,
    private shopper: Shopper,
    readonly items: { usd: number; soria: number },
    readonly script: string,
  ) {}

  static async begin(seed: number): Promise<Walk> {
    const random = seededRandom(seed);
    const { services } = await sandbox();
    const api = {
      honoursKeys: random.chance(0.6),
      replays: random.chance(0.8) ? ("successes" as const) : ("all" as const),
      listsPurchases: random.chance(0.6),
      cancels: random.chance(0.6),
      bindsPrice: random.chance(0.7),
    };
    Object.assign(services.settings, api);
    for (const feature of Object.values(features)) feature.has = undefined;
    // Each walk starts from the same data, so that it can be reproduced alone.
    await services.db.run(
      `UPDATE products SET (amount, payment_type) =
        (SELECT amount, payment_type FROM first_products WHERE id = products.id)`,
    );
    const shopper = await Shopper.come({ balances: { soria: 50_000 } });
    const items = { usd: await itemIn("USD"), soria: await itemIn("SORIA") };
    const walk = new Walk(seed, random, shopper, items, random.chance(0.5) ? "ready" : "");
    walk.trail.push(`an API with ${JSON.stringify(api)}`);
    walk.memory = api.listsPurchases ? "whole" : "whole without a list";
    walk.honoursKeys = api.honoursKeys;
    walk.bindsOrders = api.bindsPrice;
    if (api.listsPurchases && random.chance(0.15)) {
      walk.hasOldPurchases = true;
      await buyLongAgo(shopper.member.id, items.soria);
      walk.trail.push("an account of 100 purchases in 100 days");
    }
    return walk;
  }

  /** Marks the purchase record as lost. The site can recover it only from an API with a list. */
  private forget(): void {
    this.hasForgotten = true;
    this.memory = this.memory.endsWith("list") ? "lost without a list" : "lost";
  }

  /** Returns the response's redirect target or its JSON body. */
  private async read<Body>(response: Response): Promise<{ location?: string; body?: Body }> {
    const location = response.headers.get("location") ?? undefined;
    if (location || !response.headers.get("content-type")?.includes("json"))
      return { ...(location && { location }) };
    return { body: (await response.json()) as Body };
  }

  /** Loads the next page, without images, and records all outcomes that it tells. Some responses are lost. */
  private async page(isLost = this.random.chance(0.3)): Promise<void> {
    if (isLost) return void (await purchasesOfPage(await this.shopper.browser.visit()));
    await this.shopper.see(({ purchaseKey, key }) => this.said.set(purchaseKey, key.split(".").at(-1) ?? ""));
  }

  private async openItem(which: "usd" | "soria"): Promise<void> {
    const id = this.items[which];
    const { body } = await this.read<{ key?: string; item: { amount: number; type: string } }>(
      await this.shopper.load(productLoader, `/store/products/${id}`, { id: `${id}` }),
    );
    if (!body?.key) return;
    this.forms[which].push({ key: body.key, price: `${body.item.amount} ${body.item.type}` });
  }

  /** Presses a form, and returns the response. */
  private press(which: "usd" | "soria", quantity: number, form: Form): Promise<Response> {
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

  private async buy(which: "usd" | "soria", quantity: number): Promise<void> {
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
  private async burst(which: "usd" | "soria", quantity: number): Promise<void> {
    const forms = this.forms[which];
    if (forms.length === 0) return;
    const form = this.random.pick(forms);
    await this.press(which, quantity, form);
    await this.press(which, quantity, form);
    await Promise.all([this.press(which, quantity, form), this.press(which, quantity, form)]);
  }

  /** Refunds a purchase, or a part of it, as an operator does. */
  private async giveBack(): Promise<void> {
    const { transactions } = await this.shopper.books();
    const paid = transactions.filter(({ status, taken }) => status === "CAPTURED" && taken >= 200);
    if (paid.length === 0) return;
    const { id } = this.random.pick(paid);
    await refund((await sandbox()).services, id, this.random.chance(0.5) ? 100 : undefined);
  }

  /** The provider releases the money of a payment that nobody has captured. */
  private async release(): Promise<void> {
    const { transactions } = await this.shopper.books();
    const held = transactions.filter(({ intent, status }) => intent === "succeeded" && status !== "CAPTURED");
    const open = held.filter(({ status }) => status !== "REFUNDED");
    if (open.length > 0) await releaseHold(this.random.pick(open).id);
  }

  /** A card that was announced is charged late, perhaps after the member has given up. */
  private async chargeLate(): Promise<void> {
    const recent = this.announced.filter(({ at }) => Date.now() - at < 12 * HOUR_MS);
    if (recent.length > 0) await chargeCard(this.random.pick(recent).payment);
  }

  /** The member returns after days or weeks. */
  private async longAway(): Promise<void> {
    const days = this.random.whole(1, 40);
    offset += days * DAY_MS;
    this.isAged = true;
    await this.shopper.signIn();
    await this.shopper.load(storeLoader, "/store/products");
  }

  /** Opens a purchase that is too old for the record, or one of too many. The API lists it, so it is not lost. */
  private async lookLongAgo(): Promise<void> {
    await (await sandbox()).faults([]);
    const key = oldKey(this.shopper.member.id, this.random.whole(0, OLD_PURCHASES - 1));
    const response = await this.shopper.load(completeLoader, `/store/products/complete?purchase=${key}`);
    expect(response.status, `${this.trail.join("\n")}\ncalled lost: ${key}`).not.toBe(404);
  }

  private async pay(): Promise<void> {
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

  private async look(key: string): Promise<void> {
    const response = await this.shopper.load(completeLoader, `/store/products/complete?purchase=${key}`);
    const { body } = await this.read<{ purchase?: CardSummary }>(response);
    if (body?.purchase?.clientSecret && body.purchase.state === "open") this.dialog = body.purchase;
  }

  private act(intent: string, key: string): Promise<Response> {
    const fields = { intent, purchase: key, script: this.script, seen: "succeeded" };
    return this.shopper.send(completeAction, "/store/products/complete", fields);
  }

  private async order(quantity: number): Promise<void> {
    const params = { id: String(this.items.usd) };
    const path = `/store/products/${params.id}/checkout`;
    const fields = { ...address, detailedAddress: `${this.random.whole(1, 9)}F` };
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

  private async fault(): Promise<void> {
    const path = this.random.pick(CALLS);
    const times = this.random.whole(1, 3);
    const rule = this.random.chance(0.3)
      ? this.contradiction()
      : { ...this.random.pick(FAULTS), path, times };
    // Calls of the payment provider carry no member.
    const member = rule.path?.startsWith("/stripe") ? {} : { member: this.shopper.member.id };
    await (await sandbox()).faults([{ ...rule, ...member }]);
    this.trail.push(`  fault ${JSON.stringify(rule)}`);
  }

  /** Returns a response that contradicts the others, or a price change before or after a call takes effect. */
  private contradiction(): Partial<FaultRule> {
    if (this.random.chance(0.5)) return { ...this.random.pick(CONTRADICTIONS), times: 1 };
    const item = this.random.pick([this.items.usd, this.items.soria]);
    const when = this.random.pick(["before", "after"] as const);
    const price = this.random.chance(0.2)
      ? { item, currency: this.random.pick(["SORIA", "USD"] as const), when }
      : { item, amount: 100 * this.random.whole(1, 400), when };
    return { path: this.random.pick(CALLS), price, times: 1 };
  }

  /** Loses the ledger, the ledger and the session (an emptied store), or all writes since a backup. */
  private async lose(what: "ledger" | "store" | "writes"): Promise<void> {
    const { id } = this.shopper.member;
    this.forget();
    if (what === "writes") {
      await restore(id, this.copies.length > 0 ? this.random.pick(this.copies) : undefined);
      // A backup from before a change of secrets cannot be decrypted.
      return this.rebuild();
    }
    await loseLedger(id);
    if (what === "store") this.shopper = await this.shopper.elsewhere();
  }

  /** Rotates the secret as documented, or replaces a leaked one immediately. */
  private async replaceSecret(isRotation: boolean): Promise<void> {
    const [old = ""] = env().sessionSecrets;
    const fresh = `secret-of-step-${this.trail.length}-of-walk-${this.seed}`;
    if (isRotation) {
      await restartWith({ session: [fresh, old] });
      await this.shopper.signIn();
      await this.page();
    }
    await restartWith({ session: [fresh] });
    await this.shopper.signIn();
    if (isRotation) return;
    this.forget();
    await this.rebuild();
  }

  private async rebuild(): Promise<void> {
    await this.shopper.send(rebuildAction, "/store/purchases/rebuild", {});
  }

  async step(): Promise<void> {
    if (this.ended) return;
    const copy = this.random.chance(0.3) ? await backUp(this.shopper.member.id) : undefined;
    if (copy) this.copies.push(copy);
    if (this.random.chance(0.4)) await this.fault();
    const { random } = this;
    const known = await this.purchases();
    const some = known.length > 0 ? random.pick(known).key : undefined;
    const quantity = random.whole(1, 4);
    const moves: [string, () => Promise<unknown>][] = [
      ["open the item in soria", () => this.openItem("soria")],
      [`buy ${quantity} in soria`, () => this.buy("soria", quantity)],
      [`press an older form for ${quantity} in soria`, () => this.burst("soria", quantity)],
      [`press an older form for ${quantity} in USD`, () => this.burst("usd", quantity)],
      ["a refund", () => this.giveBack()],
      ["a void", () => this.release()],
      ["a late charge", () => this.chargeLate()],
      ...(random.chance(0.3)
        ? [["a long time away", () => this.longAway()] as [string, () => Promise<unknown>]]
        : []),
      ...(this.hasOldPurchases
        ? [["look at an old one", () => this.lookLongAgo()] as [string, () => Promise<unknown>]]
        : []),
      ["open the item in USD", () => this.openItem("usd")],
      [`buy ${quantity} in USD`, () => this.buy("usd", quantity)],
      [`order ${quantity}`, () => this.order(quantity)],
      ["pay", () => this.pay()],
      ["pay", () => this.pay()],
      ["open the store", () => this.shopper.load(storeLoader, "/store/products")],
      ["sign in anew", async () => void (this.shopper = await this.shopper.elsewhere())],
      ["let time pass", async () => void (offset += random.whole(5, 300) * 1000)],
      ["a round in the background", () => reconcileDue()],
      ...(some
        ? ([
            ["look at one", () => this.look(some)],
            ["look at one", () => this.look(some)],
            ["check one", () => this.act("check", some)],
            ["drop one", () => this.act("drop", some)],
            ["pay for an order", () => this.act("pay", some)],
          ] as [string, () => Promise<unknown>][])
        : []),
      ["a price changes", () => this.price()],
      ["the ledger is lost", () => this.lose("ledger")],
      ["the store is lost", () => this.lose("store")],
      ["an older copy of the ledger is put back", () => this.lose("writes")],
      ["the secret is rotated", () => this.replaceSecret(true)],
      ["the secret is replaced at once", () => this.replaceSecret(false)],
      [
        "sign out and in",
        async () => {
          await this.shopper.send(signOut, "/sign-out", {});
          await this.shopper.signIn();
        },
      ],
      [
        "terminate",
        async () => {
          if (!random.chance(0.2)) return;
          const response = await this.shopper.terminate();
          this.ended = response.status === 303;
        },
      ],
    ];
    const [name, move] = random.pick(moves);
    this.trail.push(name);
    await move();
    await (await sandbox()).faults([]);
    if (!this.ended) await this.page();
    await this.check();
  }

  private async price(): Promise<void> {
    const { services } = await sandbox();
    const by = this.random.pick([100, -100]);
    await services.db.run("UPDATE products SET amount = MAX(100, amount + ?) WHERE id IN (?, ?)", [
      by,
      this.items.usd,
      this.items.soria,
    ]);
  }

  where(): string {
    const again = `WALK_SEED=${this.seed} WALKS=1 npx vitest run --project routes tests/routes/store-fuzz.test.ts`;
    return `seed ${this.seed} (${again}), after:\n${this.trail.join("\n")}\n`;
  }

  async check(): Promise<void> {
    checkBooks({
      books: await this.shopper.books(),
      purchases: await this.purchases(),
      said: this.said,
      memory: this.memory,
      hasTerminated: this.ended,
      isAged: this.isAged,
      knowsOrders: this.bindsOrders || !this.hasForgotten,
      asked:
        // An API without keys charges a form again whose purchase the record has forgotten.
        this.honoursKeys || !this.hasForgotten ? { ...this.items, times: this.asked.size } : undefined,
      where: this.where(),
    });
  }

  /** Ends the walk without faults: the member returns, every result becomes known, and paid purchases are captured. */
  async end(): Promise<void> {
    if (this.ended) return;
    this.trail.push("all is calm");
    await this.shopper.signIn();
    for (let turn = 0; turn < 2; turn += 1) {
      offset += 11 * 60_000;
      await this.shopper.load(storeLoader, "/store/products");
      for (const { key, state } of await this.purchases()) if (!isEnd(state)) await this.look(key);
    }
    await this.page(false);
    // The list has restored the lost record.
    if (this.memory === "lost") this.memory = "whole";
    await this.check();
    if (this.memory === "lost without a list") return;
    const { transactions } = await this.shopper.books();
    const purchases = await this.purchases();
    // If an API without a list returned a wrong id, the site cannot know which payment to capture. The purchase stays
    // open.
    const isMisnamed = (key: string | null) =>
      purchases.some((each) => each.key === key && each.transactionId === "TX-OTHER" && !isEnd(each.state));
    const left = transactions.filter(
      ({ intent, status, key }) =>
        intent === "succeeded" && !["CAPTURED", "REFUNDED"].includes(status) && !isMisnamed(key),
    );
    if (!this.isAged && !this.hasForgotten)
      checkAnnounced({ transactions, purchases, said: this.said, memory: this.memory, where: this.where() });
    const known = JSON.stringify(purchases, null, 1);
    expect(left, `seed ${this.seed}: charged, not captured\n${this.trail.join("\n")}\n${known}`).toEqual([]);
  }
}

/**
 * Replaces time limits, so that the walks never wait for one. A call that the API never answers times out 5 ms after it
 * arrived or took effect, and no other call times out, however busy the machine is.
 */
function timeLimitsOnlyForStalls(): void {
  let waiting: AbortController[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    waiting.push(controller);
    return controller.signal;
  });
  const respond = Faults.prototype.respond;
  vi.spyOn(Faults.prototype, "respond").mockImplementation(function (
    this: Faults,
    rule,
    request,
    carryOut,
    ...rest
  ) {
    const real = rule.after ? carryOut() : undefined;
    const end = () => {
      const ended = waiting;
      waiting = [];
      for (const controller of ended) controller.abort(new DOMException("time limit", "TimeoutError"));
    };
    if (rule.mode === "stall") void Promise.resolve(real).then(() => setTimeout(end, 5));
    return respond.call(this, rule, request, () => real ?? carryOut(), ...rest);
  });
}

it(
  `${WALKS} walks of ${STEPS} steps keep what was taken and what was told in step (seed ${SEED})`,
  async () => {
    const real = Date.now.bind(Date);
    vi.spyOn(Date, "now").mockImplementation(() => real() + offset);
    timeLimitsOnlyForStalls();
    const { services } = await sandbox();
    await services.db.run(
      "CREATE TEMP TABLE first_products AS SELECT id, amount, payment_type FROM products",
    );
    Object.assign(timing, { pageWait: 300, purchaseWait: 2_000 });
    for (let index = 0; index < WALKS; index += 1) {
      const walk = await Walk.begin(SEED + index);
      try {
        for (let step = 0; step < STEPS; step += 1) await walk.step();
        await walk.end();
      } catch (error) {
        // An error of the site names no walk, unlike a failed expectation.
        if (error instanceof Error && !error.message.includes("WALK_SEED"))
          error.message += `\n${walk.where()}`;
        throw error;
      }
      // Finishes the background work of the last pages, so that it does not run in the next walk.
      await drainBackground(10_000);
    }
  },
  20_000 + WALKS * 5_000,
);
