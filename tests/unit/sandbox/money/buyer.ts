import { randomUUID } from "node:crypto";
import type { BookData, CaptureData, PurchaseData, StoreObject } from "#server/wire/store";
import type { ProfileData } from "#server/wire/users";
import type { SandboxResponse, TestSandbox } from "../../../mocks/sandbox";

interface Options {
  key?: string | undefined;
  more?: object;
}

/** The settings for tests that advance the clock by weeks. */
export const LASTING_TOKENS = { accessTokenSeconds: 500 * 86_400 };

const person = { name: "水野 灯", phone: "090-1234-5678" };

/** A member who calls the API directly, with keys, fields and call orders that no site would use. */
export class ApiBuyer {
  private constructor(
    readonly sandbox: TestSandbox,
    readonly id: number,
    readonly email: string,
    readonly token: string,
    readonly items: StoreObject[],
  ) {}

  static async come(sandbox: TestSandbox, balances = { soria: 100_000, soriaPlus: 0, point: 0 }) {
    const { member, token } = await sandbox.signedIn({ balances });
    const { data } = await sandbox.call<{ items: StoreObject[] }>("/store/products?size=100", { token });
    return new ApiBuyer(sandbox, member.id, member.email ?? "", token, data.items);
  }

  static key = () => randomUUID();

  item(type: StoreObject["payment_type"]): StoreObject & { sale_amount: number } {
    const item = this.items.find(({ payment_type }) => payment_type === type);
    if (!item || item.sale_amount === null) throw new Error(`No item in ${type}`);
    return { ...item, sale_amount: item.sale_amount };
  }

  post<T>(path: string, body: object, key?: string): Promise<SandboxResponse<T>> {
    return this.sandbox.call<T>(path, { token: this.token, body, key });
  }

  buy(type: StoreObject["payment_type"], { key, more = {} }: Options = {}) {
    const body = {
      transactionMethod: this.methodOf(type),
      objectId: this.item(type).id,
      quantity: 1,
      ...more,
    };
    return this.post<PurchaseData>("/store/products/purchase", body, key);
  }

  private methodOf = (type: StoreObject["payment_type"]) =>
    type === "USD" || type === "SGD" ? "STRIPE" : type;

  intentOf = ({ clientSecret }: PurchaseData) => clientSecret?.split("_secret_")[0] ?? "";

  /** Sets an intent's status, as the card form would. */
  charge({ clientSecret }: PurchaseData, status = "succeeded") {
    const id = clientSecret?.split("_secret_")[0] ?? "";
    return this.sandbox.services.db.run("UPDATE card_intents SET status = ? WHERE id = ?", [status, id]);
  }

  capture(bought: PurchaseData, { key, more = {} }: Options = {}) {
    const { transactionId } = bought;
    const externalTransactionId = this.intentOf(bought);
    const body = { transactionMethod: "STRIPE", transactionId, externalTransactionId, ...more };
    return this.post<CaptureData>("/store/order/capture", body, key);
  }

  cancel({ transactionId }: { transactionId: string }, { key }: Options = {}) {
    return this.post<CaptureData>("/store/order/cancel", { transactionMethod: "STRIPE", transactionId }, key);
  }

  /** Buys by card, charges the card, and captures the payment. */
  async pays(type: "USD" | "SGD" = "USD", options: Options = {}): Promise<PurchaseData> {
    const { data } = await this.buy(type, options);
    await this.charge(data);
    await this.capture(data, { key: options.key });
    return data;
  }

  /** @param change of the order itself; `more` is that of its item */
  order({ key, more = {} }: Options = {}, change: object = {}) {
    const body = {
      orderItems: [{ objectId: this.item("USD").id, quantity: 1, ...more }],
      customer: { ...person, email: "a@soria.test" },
      shipping: { ...person, postalCode: "100-0001", address: "東京都千代田区", detailedAddress: "1-1" },
      paymentMethod: "STRIPE",
      ...change,
    };
    return this.sandbox.orders<{ orderId: number }>("/v1/users/orders", { token: this.token, body, key });
  }

  confirm(orderId: number, { key, more = {} }: Options = {}) {
    const body = { orderId, ...more };
    return this.sandbox.orders<{ orderId: number; orderNumber: string }>("/v1/users/orders/confirm", {
      token: this.token,
      body,
      key,
    });
  }

  async listedOrders(): Promise<unknown[]> {
    const { data } = await this.sandbox.orders<{ content: unknown[] }>("/v1/users/orders", {
      token: this.token,
    });
    return data.content;
  }

  bookCall(query: Record<string, string> = {}) {
    const since = new Date(this.sandbox.clock.now - 400 * 86_400_000).toISOString();
    return this.sandbox.call<BookData>(`/users/me/purchases?${new URLSearchParams({ since, ...query })}`, {
      token: this.token,
    });
  }

  async book(query: Record<string, string> = {}): Promise<BookData> {
    return (await this.bookCall(query)).data;
  }

  /** Returns the row of a transaction in the list of purchases. */
  async row({ transactionId }: { transactionId: string }) {
    const { items } = await this.book();
    return items.find((row) => row.transactionId === transactionId);
  }

  async balances() {
    const { data } = await this.sandbox.call<ProfileData>("/users/me", { token: this.token });
    return { point: data.pointAmount, soria: data.soriaAmount, soriaPlus: data.soriaPlusAmount };
  }

  history() {
    return this.sandbox.history(this.token);
  }

  /**
   * Refunds a transaction, as the operator does.
   * @param amount in hundredths; undefined refunds the whole remainder
   */
  refund(transactionId: string, amount?: number): Promise<Response> {
    const body = JSON.stringify({ transactionId, amount });
    return this.sandbox.fetch(new Request("http://api.test/__refunds", { method: "POST", body }));
  }

  /** Changes a product's price, as its shopkeeper does. */
  price(type: StoreObject["payment_type"], change: { amount?: number; payment_type?: string }) {
    const { id, sale_amount, payment_type } = this.item(type);
    const next = { amount: sale_amount, payment_type, ...change };
    return this.sandbox.services.db.run("UPDATE products SET amount = ?, payment_type = ? WHERE id = ?", [
      next.amount,
      next.payment_type,
      id,
    ]);
  }
}
