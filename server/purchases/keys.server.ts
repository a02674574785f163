import { createHash, randomBytes } from "node:crypto";
import type { Purchase } from "./purchase.server";

const EPOCH_BYTES = 12;
const CANCEL_KEY_BYTES = 24;
/** Length of the derived part of a key. */
const DERIVED_CHARS = 32;

/** Returns 96 random bits, the prefix of a ledger's form ids, so that a ledger that was lost never issues one again. */
export const newEpoch = () => randomBytes(EPOCH_BYTES).toString("base64url");

/**
 * Returns the id of every form for a slot ("item 5"), on every device, until the member was told that a
 * purchase has ended (docs/decisions/0064).
 */
export function formIdFor(
  owner: string,
  { epoch, settled }: { epoch: string; settled: number },
  slot: string,
) {
  return `${epoch}-${derived(`${owner} ${slot} ${settled}`)}`;
}

const derived = (text: string) =>
  createHash("sha256").update(text).digest("base64url").slice(0, DERIVED_CHARS);

/** "<epoch>-<derived>". Older releases used the derived part alone. */
const KEY_OF_AN_EPOCH = /^[\w-]{16}-[\w-]{32}$/;

const epochIn = (id: string) => (KEY_OF_AN_EPOCH.test(id) ? id.slice(0, id.length - DERIVED_CHARS) : "");

/** Returns whether a form was issued by another ledger of the member: one that was lost since. */
export function isOfOtherEpoch(form: string, epoch: string): boolean {
  const own = epochIn(form);
  return own !== "" && own !== `${epoch}-`;
}

/** What a form asks for: the item, the quantity, the price that the member saw, and the input of an order. */
export type FormContent = Pick<Purchase, "objectId" | "quantity" | "unitAmount" | "currency" | "delivery">;

/**
 * Returns the key of a purchase: a pure function of the member, the item, the form and what the form asks for. The same
 * form sent again has the same key, whatever happened in between; no press draws a random number.
 *
 * @param turn how often the member has gone back to this content in the same form before anything was paid
 */
export function keyOfIntention(owner: string, form: string, content: FormContent, turn = 0): string {
  const { objectId, quantity, unitAmount, currency, delivery = {} } = content;
  const input = Object.entries(delivery).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [owner, form, objectId, quantity, unitAmount, currency, input, turn];
  return `${epochIn(form)}${derived(JSON.stringify(parts))}`;
}

/** How often a member may have gone back to one content in a form whose purchase is looked for. */
const TURNS = [0, 1, 2];

/** Returns whether a form asked for a purchase, also one that only the API's list has kept, without the form's id. */
export const isOfForm = (owner: string, form: string, purchase: FormContent & Pick<Purchase, "key">) =>
  TURNS.some((turn) => keyOfIntention(owner, form, purchase, turn) === purchase.key);

/** Returns a key or a form id from untrusted input; undefined when its format is wrong. */
export function readKey(raw: unknown): string | undefined {
  return typeof raw === "string" && /^[\w-]{16,64}$/.test(raw) ? raw : undefined;
}

/**
 * Returns the Idempotency-Key of a capture or confirm call. The key stays the same after a lost response, so that the
 * API repeats it, and changes after a response that is no success, because some APIs repeat a refusal under its key:
 * "not paid" would be repeated after the payment.
 */
export function keyOfTry({ key, refusals = 0 }: Pick<Purchase, "key" | "refusals">): string {
  return refusals === 0 ? key : `${epochIn(key)}${derived(`${key} try ${refusals}`)}`;
}

/** Returns a key for one cancel call, which the API repeats by its transaction id (contract/money.md, M5.8). */
export const keyOfCancel = () => randomBytes(CANCEL_KEY_BYTES).toString("base64url");
