/** Members who buy with a random fault each, on two sites that are killed, for store-purchase.test.ts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, expect, vi } from "vitest";
import type { CardSummary } from "~/domain/purchase-summary";
import { freePort } from "../kit/programs/redis-server";
import { chargeCard, SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running } from "../kit/programs/site";
import type { Random } from "#server/sandbox/seed/random";
import {
  type FaultKind,
  faultKinds,
  FaultyWire,
  ImmortalSite,
  ShopperClient,
  type SiteResponse,
} from "./store-support";

/** Number of purchases of each member. */
export const PURCHASES_EACH = 5;

const BUY = "routes/store/product/route";

const BEGIN = "routes/store/complete/announce-charge";

const COMPLETE = "routes/store/complete/route";

const SHOWN = "routes/store/complete/outcome-seen";

const PURCHASE_CALL = "/api/store/products/purchase";

const CAPTURE_CALL = "/api/store/order/capture";

/** Secret with which the shoppers create the signatures of their forms. */
const SECRET = "a-secret-that-only-tests-use-0123456789";

type Moment = "purchase" | "capture" | "none" | "tab closed before the card" | "tab closed after the card";

interface Fault {
  moment: Moment;
  kind?: FaultKind;
}

/** Number of purchases with each outcome. */
export const outcomes = new Map<string, number>();

const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

/** An order. Its quantity is unique among the member's purchases, and identifies it in the sandbox's books. */
interface Order {
  shopper: ShopperClient;
  quantity: number;
}

interface Charged extends Order {
  payment: CardSummary;
}

/** Purchases whose card was charged. */
export const charged: Charged[] = [];

/** Purchases from a balance, with the outcome that the site showed to the member. */
export const told: (Order & { what: "nothing" | "unknown" | "done" })[] = [];

const STATUS = "/store/products/complete?purchase=";

const keyOf = ({ shopper, quantity }: Order, item: number) =>
  `form-${shopper.id}-${quantity}-${item}`.padEnd(16, "-");

async function send({ shopper, quantity }: Order, item: number): Promise<SiteResponse> {
  const key = keyOf({ shopper, quantity }, item);
  const fields = {
    intent: "buy",
    quantity: String(quantity),
    paymentType: item === products.usd ? "STRIPE" : "BALANCE",
    confirm: "on",
    script: "ready",
    key,
  };
  const ask = () => shopper.post(`/store/products/${item}`, BUY, fields);
  // If the connection breaks, the member submits the same form with the same key again.
  const response = await ask().then((first) => (first && first.status !== 503 ? first : shopper.insist(ask)));
  const other =
    response.location?.startsWith(STATUS) && !response.location.endsWith(key) ? response.location : "";
  if (other === "") return response;
  // An earlier purchase of this item is open: the member opens its page, which completes it if possible, and retries.
  await shopper.insist(() => shopper.get(other, COMPLETE));
  return shopper.insist(ask);
}

type BuyData = { payment?: CardSummary; lastResult?: { error?: Record<string, string[]> } };

const errorsOf = ({ lastResult }: BuyData) => lastResult?.error?.[""];

async function buyByCard(order: Order, fault: Fault): Promise<string> {
  const { shopper } = order;
  const { data, location } = await send(order, products.usd);
  const response = (data || {}) as BuyData;
  const { payment } = response;
  if (location?.startsWith(STATUS)) return "card: led to the one that is not finished, nothing taken";
  if (!payment) {
    expect(errorsOf(response)).toEqual(["store:errors.notCreated"]);
    return "card: not created, nothing taken";
  }
  if (fault.moment === "tab closed before the card") return "card: left before the card, nothing taken";

  const { key } = payment;
  const begin = () => shopper.post("/store/products/complete/begin", BEGIN, { purchase: key });
  expect((await shopper.insist(begin)).data).toEqual({ state: "submitted" });
  expect(await chargeCard(sandbox.origin, payment.clientSecret)).toBe(true);
  charged.push({ ...order, payment });
  if (fault.moment === "tab closed after the card") return "card: left after the card, open";
  return captureAfter(shopper, key);
}

/** Loads the page of a purchase, and follows a redirect to itself, which shows the message. */
async function open(shopper: ShopperClient, key: string): Promise<SiteResponse> {
  const get = () => shopper.insist(() => shopper.get(STATUS + key, COMPLETE));
  const page = await get();
  return page.location === STATUS + key ? get() : page;
}

const stateOf = ({ data }: SiteResponse) =>
  (data as { purchase?: { state: string } } | undefined)?.purchase?.state;

async function captureAfter(shopper: ShopperClient, key: string): Promise<string> {
  const response = await shopper.post("/store/products/complete", COMPLETE, {
    intent: "check",
    purchase: key,
  });
  const isOnItsPage = response?.location === STATUS + key;
  if (isOnItsPage && stateOf(await open(shopper, key)) === "captured") {
    // Loading the picture in the message confirms that the member has seen it.
    await shopper.insist(() => shopper.get(`/store/products/complete/shown?purchase=${key}`, SHOWN));
    return "card: captured";
  }
  if (response?.location?.startsWith("/support/inquiry")) return "card: PAYMENT_INTERRUPTED, open";
  if (!response) return "card: process killed during the capture, open";
  return `card: capture answered ${response.status}, open`;
}

async function buyFromBalance(order: Order): Promise<string> {
  const { location, data } = await send(order, products.soria);
  const key = keyOf(order, products.soria);
  const isOnItsPage = location === STATUS + key;
  if (isOnItsPage && stateOf(await open(order.shopper, key)) === "captured") {
    told.push({ ...order, what: "done" });
    return "balance: bought";
  }
  told.push({ ...order, what: isOnItsPage ? "unknown" : "nothing" });
  const [error] = errorsOf((data || {}) as BuyData) ?? [];
  if (isOnItsPage) return "balance: told that nobody can tell";
  return location?.startsWith(STATUS)
    ? "balance: led to the one that nobody can tell of"
    : `balance: not bought (${error ?? "no answer"})`;
}

/** Asserts that a charged payment is captured, or that the member finds it open, right after its fault. */
async function checkIsFindable({ shopper, payment }: Charged): Promise<void> {
  const page = await open(shopper, payment.key);
  if (page.location) expect(page.location).toMatch(/^\/support\/inquiry/);
  else expect(page.data).toMatchObject({ purchase: { key: payment.key } });
}

/**
 * Simulates the member's return, which completes an open payment.
 *
 * @returns true if there was something to complete or to show
 */
export async function comeBack({ shopper, payment }: Charged): Promise<boolean> {
  wire.calm(shopper.id);
  const first = await open(shopper, payment.key);
  if (stateOf(first) === "captured") return false;
  if (first.location === undefined) {
    const check = { intent: "check", purchase: payment.key };
    await shopper.insist(() => shopper.post("/store/products/complete", COMPLETE, check));
  }
  expect(stateOf(await open(shopper, payment.key))).toBe("captured");
  return true;
}

/** Makes all purchases of a member. */
export async function shop(index: number, random: Random): Promise<void> {
  const api = new SandboxClient(sandbox.origin);
  const member = await api.makeMember({ balances: { soria: 1_000_000 } });
  const shopper = new ShopperClient(member.id, sites);
  shopper.home = sites[index % sites.length] as ImmortalSite;
  await signInPatiently(shopper, member.email, member.password);
  for (let quantity = 1; quantity <= PURCHASES_EACH; quantity += 1) {
    const fault: Fault = { moment: random.pick(moments) };
    if (fault.moment === "purchase" || fault.moment === "capture") {
      fault.kind = random.pick(kinds);
      const call = fault.moment === "purchase" ? PURCHASE_CALL : CAPTURE_CALL;
      wire.plan(member.id, call, fault.kind, () => shopper.home.kill());
    } else wire.calm(member.id);
    const order = { shopper, quantity };
    const before = charged.length;
    count(random.chance(0.2) ? await buyFromBalance(order) : await buyByCard(order, fault));
    for (const each of charged.slice(before)) if (each.shopper === shopper) await checkIsFindable(each);
  }
}

/** Kills are less frequent than other faults, because a process takes a second to restart. */
const kinds = faultKinds.flatMap((kind) => (kind.startsWith("kill") ? [kind] : [kind, kind, kind]));

const moments: readonly Moment[] = [
  "purchase",
  "purchase",
  "capture",
  "capture",
  "capture",
  "none",
  "tab closed before the card",
  "tab closed after the card",
];

async function signInPatiently(shopper: ShopperClient, email: string, password: string): Promise<void> {
  for (;;) {
    await shopper.home.ready();
    try {
      return await shopper.signIn(email, password);
    } catch {
      // The process was killed during another member's purchase.
    }
  }
}

export const dataDir = mkdtempSync(join(tmpdir(), "soria-purchases-"));
let sandbox: Running;
let wire: FaultyWire;
export let sites: ImmortalSite[];
let products: { usd: number; soria: number };

/** Starts the sandbox and two sites before the tests of the file. */
export function useSites(): void {
  beforeAll(async () => {
    vi.stubEnv("SESSION_SECRET", SECRET);
    const port = await freePort();
    sandbox = await runProgram(
      "sandbox",
      port,
      { SANDBOX_PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" },
      "/mailbox.json",
    );
    wire = new FaultyWire(sandbox.origin);
    const api = await wire.start();
    const env = {
      DATA_DIR: dataDir,
      API_BASE_URL: `${api}/api`,
      ORDER_API_BASE_URL: `${api}/order-service`,
      SESSION_SECRET: SECRET,
      STRIPE_PUBLISHABLE_KEY: "pk_test_faults",
      STRIPE_JS_URL: `${sandbox.origin}/stripe/stripe.js`,
      RATE_LIMIT_FACTOR: "0",
      LOG_LEVEL: "silent",
    };
    sites = await Promise.all([ImmortalSite.start(env), ImmortalSite.start(env)]);
    const db = createClient({ url: `file:${join(dataDir, "sandbox.db")}` });
    const cheapest = async (type: string) => {
      const { rows } = await db.execute({
        sql: "SELECT id FROM products WHERE payment_type = ? ORDER BY amount LIMIT 1",
        args: [type],
      });
      return Number(rows[0]?.["id"]);
    };
    products = { usd: await cheapest("USD"), soria: await cheapest("SORIA") };
    db.close();
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await Promise.all(sites.map((site) => site.stop()));
    wire.close();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}
