import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeAll } from "vitest";
import { signInAction } from "~/routes/account/sign-in/action.server";
import type { CardSummary } from "~/domain/purchase-summary";
import { errorResponse } from "#server/web/error-response.server";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
import { action as terminateAction } from "~/routes/my-page/terminate/route";
import { readPurchases } from "#server/purchases/ledger.server";
import { features } from "#server/purchases/features.server";
import { carryPurchases, type Outcome, purchasesOfPage } from "#server/purchases/outcomes.server";
import { timing } from "#server/purchases/timing.server";
import { type Books, booksOf } from "#server/sandbox/switches/books";
import { ownerOf } from "#server/store/encryption.server";
import { callCounts, sandbox } from "../mocks/server";
import { forms } from "#server/forms/define-form.server";
import { getSession } from "#server/session/session.server";
import { formAt, SIGNATURE_FIELD } from "../kit/visitors/form-signatures";
import { Browser } from "../unit/session/support";

const ORIGIN = "http://localhost:3000";

// The attempts of a call follow each other at once. tests/unit/purchases/repeated-calls.test.ts checks the real pauses.
timing.tries = [0, 1, 1];

/** Returns the response of an action or loader, whether it was returned or thrown. */
async function responseOf(work: Promise<unknown>): Promise<Response> {
  const result = await work.catch((thrown: unknown) => {
    const response = thrown instanceof Response ? thrown : errorResponse(thrown, {});
    if (response) return response;
    throw thrown;
  });
  if (!(result instanceof Response)) throw new Error("neither returned nor thrown was a Response");
  return result;
}

/** A shopping member: the signed-in browser, and the member's data in the sandbox. */
export class Shopper {
  readonly browser: Browser;
  readonly member: MadeMember;

  private constructor(browser: Browser, member: MadeMember) {
    this.browser = browser;
    this.member = member;
  }

  static async come(order: MemberOrder = {}): Promise<Shopper> {
    const shopper = new Shopper(new Browser(), await (await sandbox()).make(order));
    await shopper.signIn();
    return shopper;
  }

  /** Signs the same member in with another browser. */
  async elsewhere(): Promise<Shopper> {
    const other = new Shopper(new Browser(), this.member);
    await other.signIn();
    return other;
  }

  async signIn(): Promise<void> {
    const { email, password } = this.member;
    const press = () => this.send(signInAction, "/sign-in", { email: email ?? "", password });
    // A time limit that ends a stalled purchase may end this call too: the member presses again.
    if ((await press()).status === 504) await press();
  }

  /**
   * Submits a form and stores the response's cookies.
   * @param params route parameters
   */
  async send(
    action: (args: ActionFunctionArgs) => Promise<unknown>,
    path: string,
    fields: Record<string, string>,
    params: Record<string, string> = {},
  ): Promise<Response> {
    const form = forms.get(formAt(path, fields["intent"])?.form ?? "");
    const page = this.browser.request(path);
    const body = new URLSearchParams(fields);
    if (form && !body.has(SIGNATURE_FIELD))
      body.set(SIGNATURE_FIELD, form.open(await getSession(page), page.request).signature);
    const request = new Request(`${ORIGIN}${path}`, {
      method: "POST",
      headers: { Cookie: this.browser.cookieHeader, Origin: ORIGIN },
      body,
    });
    return this.keep(await responseOf(action({ request, context: {}, params })));
  }

  /** Submits the termination form from this member's browser. */
  async terminate(): Promise<Response> {
    return this.send(terminateAction, "/my-page/terminate", { confirm: "on" });
  }

  async load(
    loader: (args: ActionFunctionArgs) => Promise<unknown>,
    path: string,
    params: Record<string, string> = {},
  ): Promise<Response> {
    const request = new Request(`${ORIGIN}${path}`, { headers: { Cookie: this.browser.cookieHeader } });
    const response = this.keep(await responseOf(loader({ request, context: {}, params })));
    // A redirect to the same path reloads the whole page, with its messages.
    return response.headers.get("location") === path ? this.load(loader, path, params) : response;
  }

  private keep(response: Response): Response {
    for (const header of response.headers.getSetCookie()) this.browser.keepHeader(header);
    return response;
  }

  /** Returns the number of API calls made for this member, by "METHOD /path". */
  calls(): Promise<Record<string, number>> {
    return callCounts(this.member.id);
  }

  /** Returns the keys of the messages on the member's next page. */
  async messages(): Promise<string[]> {
    const session = await this.browser.visit();
    const { outcomes } = await purchasesOfPage(session);
    return [...(await session.takeFlash()), ...outcomes].map(({ key }) => key);
  }

  /**
   * Loads a page, whose response tells the outcomes. @returns the keys of their messages
   * @param note gets each message before the response is sent
   */
  async see(note: (outcome: Outcome) => void = () => undefined): Promise<string[]> {
    const session = await this.browser.visit();
    const { outcomes } = await carryPurchases(session);
    for (const outcome of outcomes) note(outcome);
    await session.sending();
    return outcomes.map(({ key }) => key);
  }

  /** Returns the sandbox's records of what the member paid and received. */
  async books(): Promise<Books> {
    return booksOf((await sandbox()).services, this.member.id);
  }

  /** Returns the member's purchases as the site knows them, as "kind state × quantity". */
  async purchases(): Promise<string[]> {
    const all = await readPurchases(ownerOf(this.member.id));
    return all.map(({ kind, state, quantity }) => `${kind} ${state} × ${quantity}`);
  }
}

/** Settings for an older API: without the list of purchases, the cancellation and the bound price. */
export const OLDER = { listsPurchases: false, cancels: false, bindsPrice: false } as const;

/** Makes the sandbox an older API for this test. `conformingApi` reverts it. */
export async function olderApi(
  settings: Partial<Record<keyof typeof OLDER, boolean>> = OLDER,
): Promise<void> {
  Object.assign((await sandbox()).services.settings, settings);
  for (const feature of Object.values(features)) feature.has = undefined;
}

/** Restores the sandbox's default settings. Call it in `afterEach` of a file that uses `olderApi`. */
export async function conformingApi(): Promise<void> {
  await olderApi({ listsPurchases: true, cancels: true, bindsPrice: true });
}

export const PURCHASE = "POST /api/store/products/purchase";
export const CAPTURE = "POST /api/store/order/capture";

/** Returns the id of the cheapest item priced in this currency. */
export async function itemIn(currency: string): Promise<number> {
  const { services } = await sandbox();
  const row = await services.db.one<{ id: number }>(
    "SELECT id FROM products WHERE payment_type = ? ORDER BY amount LIMIT 1",
    [currency],
  );
  if (!row) throw new Error(`the sandbox sells nothing in ${currency}`);
  return row.id;
}

/** Charges a card for an intent, as the payment provider's frame does. */
export async function chargeCard(payment: Pick<CardSummary, "clientSecret">, number = "4242424242424242") {
  const id = payment.clientSecret.split("_secret_")[0];
  const response = await (
    await sandbox()
  ).fetch(
    new Request(`http://api.test/stripe/api/intents/${id}/confirm`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "http://api.test" },
      body: JSON.stringify({
        clientSecret: payment.clientSecret,
        card: { number, expiry: "12/34", cvc: "123" },
      }),
    }),
  );
  return response.status;
}

/** An item that is sold by card, in USD. */
export let card: number;
/** An item that is sold from the balance, in Soria. */
export let soria: number;

/** Finds the items before the tests of the file. */
export function useItems(): void {
  beforeAll(async () => {
    card = await itemIn("USD");
    soria = await itemIn("SORIA");
  });
}
