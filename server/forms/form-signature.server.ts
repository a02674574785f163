import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#server/config/env.server";
import { rememberLast } from "#server/runtime/remember-last";
import { deriveKey } from "#server/store/encryption.server";

interface SignedForm {
  name: string;
  fields: readonly string[];
}

export interface FormSignature {
  /** `memberHash` of the member that the form was rendered for; "" for a guest. */
  who: string;
  /** Returns whether the form was rendered for this member; undefined means a guest. */
  isFor: (user: Marked | undefined) => boolean;
  isAbout: (address: string) => boolean;
}

type Marked = { id: number | string };

/** The first key signs and all of them verify, so that open pages survive a rotation of SESSION_SECRET. */
const keys = () => keysOf(env().sessionSecrets);
const keysOf = rememberLast((secrets: string[]) => secrets.map((secret) => deriveKey(secret, "form stamp")));
const newestKey = () => keys()[0] as Buffer;

function mac(key: Buffer, length: number, ...parts: string[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url").slice(0, length);
}

/** Returns a member's pseudonym in forms and pages, which is the same in all their sessions; "" for a guest. */
export function memberHash(user: Marked | undefined, key = newestKey()): string {
  return user ? mac(key, 16, "member", String(user.id)) : "";
}

const addressMark = (address: string, key: Buffer) =>
  address ? mac(key, 16, "address", address.toLowerCase()) : "";

const signatureOf = (key: Buffer, name: string, content: string[]) => mac(key, 22, "stamp", name, ...content);

/** Changes when a release changes the fields. */
function shapeOf({ fields }: SignedForm): string {
  return createHash("sha256").update(fields.join(" ")).digest("base64url").slice(0, 8);
}

/** Signs a form for its page. Deterministic, so that a page that is loaded twice has the same HTML. */
export function signForm(form: SignedForm, who: string, about = ""): string {
  const key = newestKey();
  const content = [who, addressMark(about, key), shapeOf(form)];
  return [...content, signatureOf(key, form.name, content)].join(".");
}

/** Returns the proof that a form was shown again at this time (server/forms/trap.server.ts). */
export const personMark = (form: string, at: number): string =>
  mac(newestKey(), 22, "person", form, String(at));

/** Verifies the signature of a submitted form; undefined when it is missing, invalid, or for other fields. */
export function readSignature(form: SignedForm, text: unknown): FormSignature | undefined {
  if (typeof text !== "string" || text.length > 100) return undefined;
  const [who = "", about = "", shape = "", signature = ""] = text.split(".");
  const given = Buffer.from(signature);
  const key = keys().find((one) => {
    const expected = Buffer.from(signatureOf(one, form.name, [who, about, shape]));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!key || shape !== shapeOf(form)) return undefined;
  return {
    who,
    isFor: (user) => who === memberHash(user, key),
    isAbout: (address) => about === addressMark(address, key),
  };
}
