import { createHash, randomBytes } from "node:crypto";
import type { Purchase } from "./purchase.server";

/** Fields of a ledger that its keys are derived from. */
interface KeySource {
  epoch: string;
  settled: number;
}

const EPOCH_BYTES = 12;
const TRY_BYTES = 24;

/**
 * Returns 96 random bits, the prefix of all keys of a ledger. Without them a lost ledger would restart at `settled` 0
 * and repeat keys that the API has already responded to: the member would be told of a purchase that never happened.
 */
export const newEpoch = () => randomBytes(EPOCH_BYTES).toString("base64url");

/**
 * Returns the key of the member's next purchase of an item. Every form for that item gets the same key, on every
 * device and at every render, until the member has been told the outcome.
 *
 * @param slot what is bought, for example "item 5"
 */
export function nextKey(owner: string, { epoch, settled }: KeySource, slot: string): string {
  return `${epoch}-${derived(`${owner} ${slot} ${settled}`)}`;
}

const derived = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 32);

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
 * Returns the Idempotency-Key for one attempt of a capture, cancel or confirm call, which the transaction or order id
 * already makes idempotent. The purchase's own key is used only for attempt 0 while `looks` is 0, because some APIs
 * store a refusal under its key: "not paid" would be repeated after the payment.
 *
 * @param attempt from 0
 */
export function keyOfTry({ key, looks }: Pick<Purchase, "key" | "looks">, attempt: number): string {
  return attempt === 0 && looks === 0 ? key : randomBytes(TRY_BYTES).toString("base64url");
}
