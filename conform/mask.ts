import { createHash } from "node:crypto";

const KINDS: Record<string, string> = {
  accessToken: "access",
  refreshToken: "refresh",
  ecAccessToken: "ec",
  token: "token",
  clientSecret: "secret",
  client_secret: "secret",
  password: "password",
  oldPassword: "password",
  newPassword: "password",
  authCode: "code",
  code: "code",
  signature: "signature",
  nonce: "nonce",
  link: "link",
};

const PERSONAL = new Set(
  `email name firstName lastName phone address detailedAddress postalCode customerName customerEmail senderName
  account_name subject message content text to`.split(/\s+/),
);

/** Returns the first four hex digits of the SHA-256, so that readers can recognise equal secrets. */
const mark = (secret: string) => createHash("sha256").update(secret).digest("hex").slice(0, 4);

/** Removes secrets from all output: a token is written as `<access 9c1f>`. */
export class Mask {
  readonly #secrets = new Map<string, string>();

  /** Registers a secret to remove from all output. */
  add(secret: string, kind: string): void {
    // Skip values of digits only: they would match parts of other numbers. `value` masks codes by their field name.
    if (secret.length >= 6 && !/^\d+$/.test(secret)) this.#secrets.set(secret, `<${kind} ${mark(secret)}>`);
  }

  /** Replaces every registered secret in a text. */
  text(text: string): string {
    let clean = text;
    for (const [secret, shown] of this.#secrets) clean = clean.replaceAll(secret, shown);
    return clean;
  }

  /** Returns a copy of a JSON value without secrets and personal data. Registers the secrets it finds. */
  value(value: unknown, key = "", isEnvelope = true): unknown {
    if (Array.isArray(value)) return value.map((one) => this.value(one, key, false));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => {
          // The `message` of an envelope is a status text, not user content.
          const isOwn = isEnvelope && (name === "message" || name === "code") && "data" in value;
          return [name, isOwn ? one : this.value(one, name, false)];
        }),
      );
    }
    if (typeof value !== "string" || value === "") return value;
    const kind = KINDS[key];
    if (kind !== undefined) {
      this.add(value, kind);
      return `<${kind} ${mark(value)}>`;
    }
    return PERSONAL.has(key) ? `<${key}>` : this.text(value);
  }

  /** Formats a value for a finding, at most 80 characters. */
  show(value: unknown, path = ""): string {
    if (value === undefined) return "nothing";
    const key = /(\w+)(\[\d*\])?$/.exec(path)?.[1] ?? "";
    const text = JSON.stringify(this.value(value, key === "data" ? "" : key, false)) ?? String(value);
    return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  }
}
