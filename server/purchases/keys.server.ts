import { createHash, randomBytes } from "node:crypto";
import type { Purchase } from "./purchase.server";

const EPOCH_BYTES = 12;
const CANCEL_KEY_BYTES = 24;
/** Length of the derived part of a key. */
const DERIVED_CHARS = 32;

/**
 * Returns 96 random bits, the prefix of all keys of a ledger. Without them a lost ledger would restart at `settled` 0
 * and repeat keys that the API has already responded to: the member would be told of a purchase that never happened.
 */
export const newEpoch = () => randomBytes(EPOCH_BYTES).toString("base64url");

/** Returns the key of every form for a slot ("item 5"), on every device, until the member has been told the outcome. */
export function nextKey(owner: string, { epoch, settled }: { epoch: string; settled: number }, slot: string) {
  return `${epoch}-${derived(`${owner} ${slot} ${settled}`)}`;
}

const derived = (text: string) =>
  createHash("sha256").update(text).digest("base64url").slice(0, DERIVED_CHARS);

/** "<epoch>-<derived>". Older releases used the derived part alone. */
const KEY_OF_AN_EPOCH = /^[\w-]{16}-[\w-]{32}$/;

/**
 * Returns the key to use for a submitted form. A form rendered before the ledger was lost has a key of another epoch,
 * under which the API may have stored a response; it gets a new key, the same for every submit of that form.
 */
export function ownKey(
  { epoch, purchases }: { epoch: string; purchases: readonly Purchase[] },
  owner: string,
  key: string,
): string {
  const isForeign = KEY_OF_AN_EPOCH.test(key) && !key.startsWith(`${epoch}-`);
  return isForeign && !purchases.some((each) => each.key === key)
    ? `${epoch}-${derived(`${owner} ${key}`)}`
    : key;
}

/** Returns a key from untrusted input; undefined when its format is wrong. */
export function readKey(raw: unknown): string | undefined {
  return typeof raw === "string" && /^[\w-]{16,64}$/.test(raw) ? raw : undefined;
}

/**
 * Returns the Idempotency-Key of a capture or confirm call. The key stays the same after a lost response, so that the
 * API repeats it, and changes after a response that is no success, because some APIs repeat a refusal under its key:
 * "not paid" would be repeated after the payment.
 */
export function keyOfTry({ key, refusals = 0, looks }: Pick<Purchase, "key" | "refusals" | "looks">): string {
  const number = refusals + looks;
  const prefix = KEY_OF_AN_EPOCH.test(key) ? key.slice(0, key.length - DERIVED_CHARS) : "";
  return number === 0 ? key : `${prefix}${derived(`${key} try ${number}`)}`;
}

/** Returns a key for one cancel call, which the API repeats by its transaction id (contract/money.md, M5.8). */
export const keyOfCancel = () => randomBytes(CANCEL_KEY_BYTES).toString("base64url");
