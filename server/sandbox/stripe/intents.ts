import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Database, SqlValue } from "../database";
import type { CardOutcome } from "./cards";

export type IntentStatus =
  | "requires_payment_method"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled";

export interface IntentError {
  type: "card_error" | "invalid_request_error";
  code: string;
  decline_code?: string;
}

export interface Intent {
  id: string;
  status: IntentStatus;
  /** Amount in hundredths. */
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  /** Refunded amount in hundredths. */
  refunded: number;
}

/** A payment intent with the fields for the card form only. */
export interface HeldIntent extends Intent {
  clientSecret: string;
  lastError: IntentError | null;
  createdAt: number;
}

/** The payment provider's server API, as the product API uses it. */
export interface PaymentIntents {
  /** @throws RangeError unless `amount` is a positive safe integer, in hundredths */
  create(wanted: {
    amount: number;
    currency: string;
    metadata: Record<string, string>;
  }): Promise<{ id: string; clientSecret: string }>;
  get(id: string): Promise<Intent | undefined>;
  /** Cancels an intent that was not charged; idempotent. Returns undefined for any other status or an unknown id. */
  cancel(id: string): Promise<Intent | undefined>;
  /** Refunds an amount in hundredths. Returns undefined unless the intent has succeeded and has that much left. */
  refund(id: string, amount: number): Promise<Intent | undefined>;
}

const random = (bytes: number): string =>
  randomBytes(bytes).toString("base64url").replace(/[-_]/g, "0").slice(0, 24);

function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type Row = Record<string, SqlValue>;

function fromRow(row: Row): HeldIntent {
  return {
    id: String(row.id),
    status: String(row.status) as IntentStatus,
    amount: Number(row.amount),
    currency: String(row.currency),
    metadata: JSON.parse(String(row.metadata)) as Record<string, string>,
    refunded: Number(row.refunded),
    clientSecret: String(row.client_secret),
    lastError: row.last_error === null ? null : (JSON.parse(String(row.last_error)) as IntentError),
    createdAt: Number(row.created_at),
  };
}

/** Stores the stand-in's intents in the sandbox's database, so that they survive a restart. */
export class IntentStore implements PaymentIntents {
  /** @param processingMs how long a payment with the 0077 card stays in processing */
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
    private readonly processingMs: number,
  ) {}

  async create({ amount, currency, metadata }: Parameters<PaymentIntents["create"]>[0]) {
    if (!Number.isSafeInteger(amount) || amount <= 0) {
      throw new RangeError(`An intent's amount is a positive whole number of hundredths, not ${amount}`);
    }
    const id = `pi_${random(24)}`;
    const clientSecret = `${id}_secret_${random(24)}`;
    await this.db.run(
      `INSERT INTO card_intents (id, client_secret, amount, currency, metadata, status, created_at)
       VALUES (?, ?, ?, ?, ?, 'requires_payment_method', ?)`,
      [id, clientSecret, amount, currency.toLowerCase(), JSON.stringify(metadata), this.now()],
    );
    return { id, clientSecret };
  }

  async get(id: string): Promise<Intent | undefined> {
    const held = await this.find(id);
    if (!held) return undefined;
    const { status, amount, currency, metadata, refunded } = held;
    return { id, status, amount, currency, metadata, refunded };
  }

  async cancel(id: string): Promise<Intent | undefined> {
    const next = { status: "canceled", error: null, settlesAt: null } as const;
    return this.change(id, "status IN ('requires_payment_method', 'requires_action', 'canceled')", next);
  }

  async refund(id: string, amount: number): Promise<Intent | undefined> {
    const rows = await this.db.all<Row>(
      `UPDATE card_intents SET refunded = refunded + ?1
        WHERE id = ?2 AND status = 'succeeded' AND refunded + ?1 <= amount RETURNING *`,
      [amount, id],
    );
    return rows[0] && fromRow(rows[0]);
  }

  /** Returns the intent for a browser that has the client secret; undefined for a wrong id or secret. */
  async open(id: string, clientSecret: string): Promise<HeldIntent | undefined> {
    const held = await this.find(id);
    return held && sameSecret(held.clientSecret, clientSecret) ? held : undefined;
  }

  /**
   * Charges a card. Returns undefined when the intent is not open. One statement checks and changes the status, so
   * only one of two concurrent confirmations succeeds.
   */
  async confirm(id: string, outcome: CardOutcome): Promise<HeldIntent | undefined> {
    const next = this.nextOf(outcome);
    return this.change(id, "status IN ('requires_payment_method', 'requires_action')", next);
  }

  /** Ends a 3-D Secure step. Returns undefined when none is in progress. */
  async authenticate(id: string, passed: boolean): Promise<HeldIntent | undefined> {
    const failed: IntentError = {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
    };
    return this.change(
      id,
      "status = 'requires_action'",
      passed
        ? { status: "succeeded", error: null, settlesAt: null }
        : { status: "requires_payment_method", error: failed, settlesAt: null },
    );
  }

  private nextOf(outcome: CardOutcome) {
    switch (outcome.kind) {
      case "succeeds":
        return { status: "succeeded", error: null, settlesAt: null } as const;
      case "authenticates":
        return { status: "requires_action", error: null, settlesAt: null } as const;
      case "processes":
        return { status: "processing", error: null, settlesAt: this.now() + this.processingMs } as const;
      case "declines": {
        const error: IntentError = { type: "card_error", code: outcome.code };
        if (outcome.declineCode) error.decline_code = outcome.declineCode;
        return { status: "requires_payment_method", error, settlesAt: null } as const;
      }
    }
  }

  private async change(
    id: string,
    condition: string,
    next: { status: IntentStatus; error: IntentError | null; settlesAt: number | null },
  ): Promise<HeldIntent | undefined> {
    const rows = await this.db.all<Row>(
      `UPDATE card_intents SET status = ?, last_error = ?, settles_at = ? WHERE id = ? AND ${condition} RETURNING *`,
      [next.status, next.error === null ? null : JSON.stringify(next.error), next.settlesAt, id],
    );
    return rows[0] && fromRow(rows[0]);
  }

  private async find(id: string): Promise<HeldIntent | undefined> {
    // Settle a processing payment on read, without a timer, so that a restart loses none.
    await this.db.run(
      "UPDATE card_intents SET status = 'succeeded', settles_at = NULL WHERE id = ? AND status = 'processing' AND settles_at <= ?",
      [id, this.now()],
    );
    const rows = await this.db.all<Row>("SELECT * FROM card_intents WHERE id = ?", [id]);
    return rows[0] && fromRow(rows[0]);
  }
}
