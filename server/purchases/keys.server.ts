import { createHash, randomBytes } from "node:crypto";
import type { Purchase } from "./purchase.server";

/** What the keys of a ledger are made of. */
interface KeySource {
  epoch: string;
  settled: number;
}

const EPOCH_BYTES = 12;
const TRY_BYTES = 24;

/**
 * Returns 96 random bits that begin all keys of a ledger. Without them a ledger that was lost would count from 0 again
 * and make keys that the API has answered before: the member would be told of a purchase that never happened.
 */
export const newEpoch = () => randomBytes(EPOCH_BYTES).toString("base64url");

/**
 * The key of the member's next intention to buy an item: the same for every form of it, however often it is drawn, on
 * whatever device, until the member has been told how it ended.
 *
 * @param slot what is bought, "item 5"
 */
export function nextKey(owner: string, { epoch, settled }: KeySource, slot: string): string {
  return `${epoch}-${derived(`${owner} ${slot} ${settled}`)}`;
}

const derived = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 32);

/** "<epoch>-<derived>"; the release before made keys of the derived part alone. */
const KEY_OF_AN_EPOCH = /^[\w-]{16}-[\w-]{32}$/;

/**
 * The key that a form's intention has in this ledger: its own, or, when it was drawn before the ledger was lost, another
 * one, because the API may have kept an answer under the form's. Pressed twice, such a form has one key all the same.
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

/** A key as it may come back from a browser; undefined for anything else. */
export function readKey(raw: unknown): string | undefined {
  return typeof raw === "string" && /^[\w-]{16,64}$/.test(raw) ? raw : undefined;
}

/**
 * The key of one try of a call that the API does once by what it names (capture, cancel, confirm): the purchase's own at
 * first. Some APIs repeat a refusal for ever under its key, so "not paid" would stand after the payment.
 */
export function keyOfTry({ key, looks }: Pick<Purchase, "key" | "looks">, attempt: number): string {
  return attempt === 0 && looks === 0 ? key : randomBytes(TRY_BYTES).toString("base64url");
}
