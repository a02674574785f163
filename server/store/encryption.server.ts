import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#server/config/env.server";
import { singleton } from "#server/runtime/singleton";

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

/** A secret, and the purpose that its key is derived for. */
export interface SealingSecret {
  secret: string;
  purpose: string;
}

/**
 * Encrypts and decrypts records of the store (AES-256-GCM, RFC 5116). The first key encrypts, all of them decrypt, so a
 * secret is rotated by putting the new one in front. The authentication tag says which key a record was sealed with.
 */
export class RecordCipher {
  readonly #keys: Buffer[];

  constructor(secrets: readonly SealingSecret[]) {
    if (secrets.length === 0) throw new Error("At least one secret is needed");
    this.#keys = secrets.map(({ secret, purpose }) => deriveKey(secret, purpose));
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
    return this.openWithAge(sealed, key)?.value;
  }

  /** Opens a record and says whether an older key than the first one opened it: such a record should be sealed again. */
  openWithAge(sealed: Uint8Array, key: string): { value: unknown; isOld: boolean } | undefined {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    for (const [age, secretKey] of this.#keys.entries()) {
      try {
        const decipher = createDecipheriv("aes-256-gcm", secretKey, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(key))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        return { value: JSON.parse(text.toString("utf8")), isOld: age > 0 };
      } catch {
        // Not this secret's; the next one may open it.
      }
    }
    return undefined;
  }
}

const ofSessions = (secret: string): SealingSecret => ({ secret, purpose: "session record" });

/** Seals sessions and results of sent forms. */
export const recordCipher = () =>
  singleton("sealer", () => new RecordCipher(env().sessionSecrets.map(ofSessions)));

/**
 * Seals the members' purchases. They outlive sessions, so they may have a secret of their own. Without one the key is
 * that of the sessions, which a release before LEDGER_SECRET can open too. What a session secret sealed stays readable
 * after LEDGER_SECRET was set, and is sealed again when it is read.
 */
export const ledgerCipher = () =>
  singleton("ledger-sealer", () => {
    const own = env().ledgerSecrets.map((secret) => ({ secret, purpose: "purchase ledger" }));
    return new RecordCipher([...own, ...env().sessionSecrets.map(ofSessions)]);
  });
