import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#server/config/env.server";
import { singleton } from "#server/runtime/singleton";
import { deriveKey } from "#server/store/encryption.server";

/** What a stamp is about: a form by its purpose and its fields. */
interface StampedForm {
  name: string;
  fields: readonly string[];
}

/** What a good stamp says. */
export interface Stamp {
  /** Whom the form was made for, as `memberHash` had it then; "" for a guest. */
  who: string;
  /** Whether it was made for this member; for a guest with undefined. */
  isFor: (user: Marked | undefined) => boolean;
  /** Whether it was made for this address. */
  isAbout: (address: string) => boolean;
}

interface Marked {
  id: number | string;
}

/** The first one signs, all of them are believed, so a page that is open outlives a new SESSION_SECRET. */
const keys = () =>
  singleton("form-stamp-keys", () => env().sessionSecrets.map((secret) => deriveKey(secret, "form stamp")));
const newestKey = () => keys()[0] as Buffer;

function mac(key: Buffer, length: number, ...parts: string[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url").slice(0, length);
}

/** A member as forms and pages name them: says nothing about them, and is the same in each of their sessions. */
export function memberHash(user: Marked | undefined, key = newestKey()): string {
  return user ? mac(key, 16, "member", String(user.id)) : "";
}

const addressMark = (address: string, key: Buffer) =>
  address ? mac(key, 16, "address", address.toLowerCase()) : "";

const signatureOf = (key: Buffer, name: string, content: string[]) => mac(key, 22, "stamp", name, ...content);

/** A form whose fields have changed with a release is another form; one that has not stays good over the release. */
function shapeOf({ fields }: StampedForm): string {
  return createHash("sha256").update(fields.join(" ")).digest("base64url").slice(0, 8);
}

/**
 * The stamp of a form that is about to be shown: for whom (a member or a guest), about which address if about one, for
 * which purpose and with which fields. Signed, so that the check of it needs no memory; the same each time, so that a
 * page that is loaded twice is the same page.
 *
 * @param who as `memberHash` has it
 * @param about the address that the form is about (of a reset link, of a sign-up); "" for none
 */
export function signForm(form: StampedForm, who: string, about = ""): string {
  const key = newestKey();
  const content = [who, addressMark(about, key), shapeOf(form)];
  return [...content, signatureOf(key, form.name, content)].join(".");
}

/**
 * Reads the stamp that came back with a form.
 *
 * @returns undefined when there is none, or none of ours for this form as it is now
 */
export function readStamp(form: StampedForm, stamp: unknown): Stamp | undefined {
  if (typeof stamp !== "string" || stamp.length > 100) return undefined;
  const [who = "", about = "", shape = "", signature = ""] = stamp.split(".");
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
