import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#server/config/env.server";
import { rememberLast } from "#server/runtime/remember-last";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const newSessionId = () => randomBytes(32).toString("base64url");

export const newMessageId = () => randomBytes(6).toString("base64url");

export const isSessionId = (value: unknown): value is string =>
  typeof value === "string" && /^[\w-]{43}$/.test(value);

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Returns the store key of a session id, which does not reveal the id: read access to the store gives no session. */
export const keyOf = (sessionId: string) => hashOf(sessionId);

/** Returns the hash that indexes a member's sessions in the store; it does not reveal the member. */
export const ownerOf = (userId: number | string) => hashOf(`member:${userId}`);

/** Returns the hash under which the store counts the guests of an address; it does not reveal the address. */
export const addressHash = (address: string) =>
  createHmac("sha256", deriveKey(env().sessionSecrets[0] ?? "", "guest address"))
    .update(address)
    .digest("base64url")
    .slice(0, 22);

/** Derives a key for one purpose from a configured secret, which can serve several purposes. */
export const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "soria-web", purpose, 32));

/**
 * Encrypts and decrypts records of the store (AES-256-GCM, RFC 5116). The first key encrypts, all keys decrypt: to
 * rotate a secret, put the new one first.
 */
export class RecordCipher {
  readonly #keys: Buffer[];

  constructor(secrets: readonly { secret: string; purpose: string }[]) {
    if (secrets.length === 0) throw new Error("At least one secret is needed");
    this.#keys = secrets.map(({ secret, purpose }) => deriveKey(secret, purpose));
  }

  /** @param key store key of the record; a record copied to another key cannot be decrypted there */
  seal(value: unknown, key: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#keys[0] as Buffer, nonce).setAAD(Buffer.from(key));
    const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  /** @returns undefined when no secret decrypts it: damaged, copied from another key, or its secret was removed */
  open(sealed: Uint8Array, key: string): unknown {
    return this.openWithAge(sealed, key)?.value;
  }

  /** Like `open`; `isOld` when another secret than the first decrypted it, so that it should be encrypted again. */
  openWithAge(sealed: Uint8Array, key: string): { value: unknown; isOld: boolean } | undefined {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    for (const [age, secretKey] of this.#keys.entries()) {
      try {
        const decipher = createDecipheriv("aes-256-gcm", secretKey, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(key))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8");
        return { value: JSON.parse(text + decipher.final("utf8")), isOld: age > 0 };
      } catch {
        // Wrong secret; try the next one.
      }
    }
    return undefined;
  }
}

const ofSessions = (secret: string) => ({ secret, purpose: "session record" });

/** Returns the cipher of sessions and of stored form results. */
export const recordCipher = () => cipherOfSessions(env().sessionSecrets);
const cipherOfSessions = rememberLast((secrets: string[]) => new RecordCipher(secrets.map(ofSessions)));

/**
 * Returns the cipher of the members' purchases, which outlive sessions and may have their own secret (LEDGER_SECRET).
 * Records encrypted with a session secret stay readable, and are re-encrypted when they are read.
 */
export const ledgerCipher = () => cipherOfLedgers(env().ledgerSecrets, env().sessionSecrets);
const cipherOfLedgers = rememberLast((ledgerSecrets: string[], sessionSecrets: string[]) => {
  const own = ledgerSecrets.map((secret) => ({ secret, purpose: "purchase ledger" }));
  return new RecordCipher([...own, ...sessionSecrets.map(ofSessions)]);
});
