import { randomBytes, timingSafeEqual } from "node:crypto";
import { type Database, insertRow, type Query, sql } from "../database";
import type { Charge, IntentError } from "./cards";

export interface Intent {
  id: string;
  status: Charge["status"] | "canceled";
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

const random = () => randomBytes(24).toString("base64url").replace(/[-_]/g, "0").slice(0, 24);

type Row = Omit<HeldIntent, "metadata" | "lastError"> & { metadata: string; lastError: string | null };

function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const COLUMNS = sql`id, status, amount, currency, metadata, refunded, client_secret AS clientSecret,
  last_error AS lastError, created_at AS createdAt`;

/** How long a payment with the 0077 card stays in processing. */
const PROCESSING_MS = 15_000;

/** Stores the stand-in's intents in the sandbox's database, so that they survive a restart. */
export class IntentStore {
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
  ) {}

  /** @throws RangeError unless `amount` is a positive safe integer, in hundredths */
  async create({ amount, currency, metadata }: Pick<Intent, "amount" | "currency" | "metadata">) {
    if (!Number.isSafeInteger(amount) || amount <= 0) {
      throw new RangeError(`An intent's amount is a positive whole number of hundredths, not ${amount}`);
    }
    const id = `pi_${random()}`;
    const clientSecret = `${id}_secret_${random()}`;
    await this.db.run(
      insertRow("card_intents", {
        id,
        client_secret: clientSecret,
        amount,
        currency: currency.toLowerCase(),
        metadata: JSON.stringify(metadata),
        status: "requires_payment_method",
        created_at: this.now(),
      }),
    );
    return { id, clientSecret };
  }

  async get(id: string): Promise<Intent | undefined> {
    const held = await this.find(id);
    if (!held) return undefined;
    const { status, amount, currency, metadata, refunded } = held;
    return { id, status, amount, currency, metadata, refunded };
  }

  /** Cancels an intent that was not charged; idempotent. Returns undefined for any other status or an unknown id. */
  async cancel(id: string): Promise<Intent | undefined> {
    return this.change(id, ["requires_payment_method", "requires_action", "canceled"], "canceled");
  }

  /** Refunds an amount in hundredths. Returns undefined unless the intent has succeeded and has that much left. */
  async refund(id: string, amount: number): Promise<Intent | undefined> {
    return this.one(sql`UPDATE card_intents SET refunded = refunded + ${amount}
      WHERE id = ${id} AND status = 'succeeded' AND refunded + ${amount} <= amount RETURNING ${COLUMNS}`);
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
  async confirm(id: string, charge: Charge): Promise<HeldIntent | undefined> {
    const error = "error" in charge ? charge.error : undefined;
    return this.change(id, ["requires_payment_method", "requires_action"], charge.status, error);
  }

  /** Ends a 3-D Secure step. Returns undefined when none is in progress. */
  async authenticate(id: string, passed: boolean): Promise<HeldIntent | undefined> {
    if (passed) return this.change(id, ["requires_action"], "succeeded");
    return this.change(id, ["requires_action"], "requires_payment_method", {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
    });
  }

  private async change(id: string, from: Intent["status"][], to: Intent["status"], error?: IntentError) {
    const settlesAt = to === "processing" ? this.now() + PROCESSING_MS : null;
    return this.one(sql`UPDATE card_intents
      SET status = ${to}, last_error = ${error && JSON.stringify(error)}, settles_at = ${settlesAt}
      WHERE id = ${id} AND status IN (SELECT value FROM json_each(${JSON.stringify(from)})) RETURNING ${COLUMNS}`);
  }

  private async find(id: string): Promise<HeldIntent | undefined> {
    // Settle a processing payment on read, without a timer, so that a restart loses none.
    await this.db.run(sql`UPDATE card_intents SET status = 'succeeded', settles_at = NULL
      WHERE id = ${id} AND status = 'processing' AND settles_at <= ${this.now()}`);
    return this.one(sql`SELECT ${COLUMNS} FROM card_intents WHERE id = ${id}`);
  }

  private async one(query: Query): Promise<HeldIntent | undefined> {
    const row = await this.db.one<Row>(query);
    return (
      row && {
        ...row,
        metadata: JSON.parse(row.metadata) as HeldIntent["metadata"],
        lastError: JSON.parse(row.lastError ?? "null") as HeldIntent["lastError"],
      }
    );
  }
}
