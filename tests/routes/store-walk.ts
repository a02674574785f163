/** One random walk (store-fuzz.test.ts): a member's actions, the faults and losses that they meet, and the checks. */
import { expect } from "vitest";
import { action as signOut } from "~/routes/resources/sign-out";
import { action as rebuildAction } from "~/routes/store/rebuild/route";
import { loader as storeLoader } from "~/routes/store/layout/route";
import { env } from "#server/config/env.server";
import { features } from "#server/purchases/features.server";
import { reconcileDue } from "#server/purchases/round.server";
import { isEnd } from "#server/purchases/machine.server";
import { seededRandom } from "#server/sandbox/seed/random";
import type { FaultRule } from "#server/sandbox/switches/faults";
import type { StoredRecord } from "#server/store/store";
import { faults, sandbox } from "../mocks/server";
import { buyLongAgo } from "./store-long-ago";
import { backUp, loseLedger, restartWith, restore } from "./store-memory";
import { itemIn, Shopper } from "./store-support";
import { checkAnnounced, checkBooks, type Memory } from "./store-walk-checks";
import { WalkActions, walkClock } from "./store-walk-actions";

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

/** A walk of one member, with an API whose features are random. */
export class Walk extends WalkActions {
  /** The record was lost at some time, and with it what was told. */
  private hasForgotten = false;
  private ended = false;
  private memory: Memory = "whole";
  private honoursKeys = true;
  private bindsOrders = true;
  /** Backups of the member's ledger, oldest first. */
  private readonly copies: StoredRecord[] = [];

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

  private async fault(): Promise<void> {
    const path = this.random.pick(CALLS);
    const times = this.random.whole(1, 3);
    const rule = this.random.chance(0.3)
      ? this.contradiction()
      : { ...this.random.pick(FAULTS), path, times };
    // Calls of the payment provider carry no member.
    const member = rule.path?.startsWith("/stripe") ? {} : { member: this.shopper.member.id };
    await faults({ ...rule, ...member });
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
      ["let time pass", async () => void (walkClock.aheadMs += random.whole(5, 300) * 1000)],
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
    await faults();
    if (!this.ended) await this.page();
    await this.check();
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
      walkClock.aheadMs += 11 * 60_000;
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
