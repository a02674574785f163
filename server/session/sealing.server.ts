import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#server/env.server";
import { singleton } from "#server/request/singleton";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A 256-bit random session id, as the cookie carries it. */
export function newSessionId(): string {
  return randomBytes(32).toString("base64url");
}

/** An id that tells apart the messages of one session. */
export function newMessageId(): string {
  return randomBytes(6).toString("base64url");
}

/** Whether a text can be an id of `newSessionId`. */
export function isSessionId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{43}$/.test(value);
}

/**
 * The key a session is stored under. The cookie cannot be derived from it, so a reader of the store gains no session.
 */
export function keyOf(sessionId: string): string {
  return createHash("sha256").update(sessionId).digest("base64url");
}

/** The name a member's sessions are found by; says nothing about the member to who reads the store. */
export function ownerOf(userId: number | string): string {
  return createHash("sha256").update(`member:${userId}`).digest("base64url");
}

/** A key for one purpose, made from a configured secret: the same secret may serve several purposes. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "soria-web", purpose, 32));
}

/**
 * Encrypts and decrypts what the session store keeps: sessions, members' payments, results of sent forms
 * (AES-256-GCM). The first secret encrypts, all of them decrypt, so a secret is rotated by putting the new
 * one in front.
 */
export class Sealer {
  readonly #keys: Buffer[];

  constructor(secrets: string[]) {
    if (secrets.length === 0) throw new Error("At least one session secret is needed");
    this.#keys = secrets.map((secret) => deriveKey(secret, "session record"));
  }

  /** @param key the key the record is stored under; a record copied to another key cannot be opened there */
  seal(value: unknown, key: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#keys[0] as Buffer, nonce).setAAD(Buffer.from(key));
    const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  /** @returns undefined when no secret opens it: another key's, damaged, or its secret was taken away */
  open(sealed: Uint8Array, key: string): unknown {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    for (const secretKey of this.#keys) {
      try {
        const decipher = createDecipheriv("aes-256-gcm", secretKey, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(key))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        return JSON.parse(text.toString("utf8"));
      } catch {
        // Not this secret's; the next one may open it.
      }
    }
    return undefined;
  }
}

/** The sealer of all that the store keeps, with the configured secrets. */
export const sealer = () => singleton("sealer", () => new Sealer(env().sessionSecrets));
