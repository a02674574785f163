import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
import type { Books } from "#server/sandbox/switches/books";
import type { CallEntry } from "#server/sandbox/switches/calls";
import type { settingsChange } from "#server/sandbox/switches/settings";
import type { FaultOrder } from "#server/sandbox/switches/faults";

export type { MadeMember, MemberOrder };
export type Fault = FaultOrder;

/** A member who signs in by e-mail. */
export interface Member extends MadeMember {
  email: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  sentAt: string;
  code?: string;
  link?: string;
}

/** Default password of the sandbox's members. */
export const PASSWORD = "Soria-2024!";

/** Client of a running sandbox for tests: its switches and its mailbox. */
export class SandboxClient {
  /** Owner of this client's fault rules. Rules of parallel tests are unaffected. */
  readonly #owner = randomUUID();

  constructor(readonly origin: string) {}

  /** Creates a member in any state. Each test creates its own, so that tests can run in parallel. */
  async makeMember(order: MemberOrder = {}): Promise<Member> {
    const made = await this.#call<MadeMember>("POST", "/__members", order);
    return { ...made, email: made.email ?? "" };
  }

  /** Returns the mail to an address, newest first. */
  mail(to: string): Promise<Mail[]> {
    return this.#call("GET", `/mailbox.json?to=${encodeURIComponent(to)}`);
  }

  /**
   * Replaces the fault rules of this client; `[]` clears them. Name the `member` in a rule for signed-in calls, else
   * the `email` that they send. Without either, the rule also affects parallel tests.
   */
  async faults(rules: Fault[]): Promise<void> {
    await this.#call("PUT", `/__faults?owner=${this.#owner}`, rules);
  }

  /** Changes the sandbox for all its users. Only for tests with their own sandbox. */
  async settings(change: z.input<typeof settingsChange>): Promise<void> {
    await this.#call("PUT", "/__settings", change);
  }

  /**
   * Activates a named scenario (server/sandbox/switches/scenarios.json). With an id, its rules affect one member
   * only.
   */
  async play(name: string, member?: number): Promise<void> {
    await this.#call("POST", `/__scenarios/${name}`, { member });
  }

  async undo(name: string): Promise<void> {
    await this.#call("DELETE", `/__scenarios/${name}`);
  }

  /** Returns the API calls, newest last; with an id, those of one member. */
  calls(memberId?: number): Promise<{ counts: Record<string, number>; calls: CallEntry[] }> {
    return this.#call("GET", memberId === undefined ? "/__calls" : `/__calls?member=${memberId}`);
  }

  /** Returns a member's balances, payments and orders, as the API keeps them. */
  books(memberId: number): Promise<Books> {
    return this.#call("GET", `/__books?member=${memberId}`);
  }

  /** Gives a purchase's money back, as an operator does. @param amount in hundredths; default: all that was taken */
  async refund(transactionId: string, amount?: number): Promise<void> {
    await this.#call("POST", "/__refunds", { transactionId, amount });
  }

  /** Returns the differences from contract/openapi.yaml since the last call, in calls of any test. */
  takeDifferences(): Promise<string[]> {
    return this.#call("DELETE", "/__differences");
  }

  /** Returns a member's balance. Signs in to the product API with a separate session. */
  async balances({ email, password }: { email: string; password: string }): Promise<{ soria: number }> {
    const body = { email, password, language: "JA", platform: "WEB" };
    const { data } = await this.#call<{ data: { soriaAmount: number } }>("POST", "/api/auth/sign-in", body);
    return { soria: data.soriaAmount };
  }

  async #call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.origin + path, {
      method,
      ...(body !== undefined && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  }
}

/**
 * Confirms a payment with a valid card, like the card form in the stand-in's frame.
 *
 * @param origin the sandbox's origin
 * @returns true if the card was charged
 */
export async function chargeCard(origin: string, clientSecret: string): Promise<boolean> {
  const response = await fetch(`${origin}/stripe/api/intents/${clientSecret.split("_secret_")[0]}/confirm`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ clientSecret, card: { number: "4242424242424242", expiry: "12/34", cvc: "123" } }),
  });
  return response.ok;
}
