import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
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

/** Of each member that the sandbox makes, unless told otherwise. */
export const PASSWORD = "Soria-2024!";

/** What tests do with a running sandbox: its switches, and its mailbox. */
export class SandboxClient {
  /** Under this name the rules of one test are set and cleared; those of the tests beside it stay. */
  readonly #owner = randomUUID();

  constructor(readonly origin: string) {}

  /** A fresh member in any state. Each test makes its own, so that tests run side by side. */
  async makeMember(order: MemberOrder = {}): Promise<Member> {
    const made = await this.#call<MadeMember>("POST", "/__members", order);
    return { ...made, email: made.email ?? "" };
  }

  /** The mail of an address, newest first. */
  mail(to: string): Promise<Mail[]> {
    return this.#call("GET", `/mailbox.json?to=${encodeURIComponent(to)}`);
  }

  /**
   * Replaces the fault rules of this client; `[]` clears them. Name the `member` in a rule wherever its calls are
   * signed in, else the `email` that they send: without either the rule meets every test that runs beside this one.
   */
  async faults(rules: Fault[]): Promise<void> {
    await this.#call("PUT", `/__faults?owner=${this.#owner}`, rules);
  }

  /** Changes the sandbox for everybody who uses it: only for a test that has one of its own. */
  async settings(change: z.input<typeof settingsChange>): Promise<void> {
    await this.#call("PUT", "/__settings", change);
  }

  /** Plays a named scenario (server/sandbox/switches/scenarios.json); its rules meet one member when an id is given. */
  async play(name: string, member?: number): Promise<void> {
    await this.#call("POST", `/__scenarios/${name}`, { member });
  }

  async undo(name: string): Promise<void> {
    await this.#call("DELETE", `/__scenarios/${name}`);
  }

  /** What was called, newest last; of one member when an id is given. */
  calls(memberId?: number): Promise<{ counts: Record<string, number>; calls: CallEntry[] }> {
    return this.#call("GET", memberId === undefined ? "/__calls" : `/__calls?member=${memberId}`);
  }

  /** What a member has, as the product API tells it after a sign-in of its own. */
  async balances({ email, password }: { email: string; password: string }): Promise<{ soria: number }> {
    const body = { email, password, language: "JA", platform: "WEB" };
    const { data } = await this.#call<{ data: { soriaAmount: number } }>("POST", "/api/auth/sign-in", body);
    return { soria: data.soriaAmount };
  }

  async #call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(this.origin + path, {
      method,
      ...(body !== undefined && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  }
}

/**
 * Sends a good card for a payment, as the card form in the stand-in's frame does.
 *
 * @param origin the sandbox's
 * @returns whether it was charged
 */
export async function chargeCard(origin: string, clientSecret: string): Promise<boolean> {
  const answer = await fetch(`${origin}/stripe/api/intents/${clientSecret.split("_secret_")[0]}/confirm`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ clientSecret, card: { number: "4242424242424242", expiry: "12/34", cvc: "123" } }),
  });
  return answer.ok;
}
