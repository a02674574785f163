import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#server/env.server";
import { singleton } from "#server/request/singleton";
import { deriveKey } from "#server/session/sealing.server";

/** What a stamp is about: a form by its purpose and its fields. */
interface StampedForm {
  name: string;
  fields: readonly string[];
}

/** What a good stamp says. */
export interface Stamp {
  /** Whom the form was made for, as `memberMark` has it; "" for a guest. */
  who: string;
  /** Whether it was made for this address. */
  isAbout: (address: string) => boolean;
}

const key = () => singleton("form-stamp-key", () => deriveKey(env().sessionSecrets[0] ?? "", "form stamp"));

function mac(length: number, ...parts: string[]): string {
  return createHmac("sha256", key()).update(JSON.stringify(parts)).digest("base64url").slice(0, length);
}

/** A member as forms and pages name them: says nothing about them, and is the same in each of their sessions. */
export function memberMark(user: { id: number | string } | undefined): string {
  return user ? mac(16, "member", String(user.id)) : "";
}

const addressMark = (address: string) => (address ? mac(16, "address", address.toLowerCase()) : "");

/** A form whose fields have changed with a release is another form; one that has not stays good over the release. */
function shapeOf({ fields }: StampedForm): string {
  return createHash("sha256").update(fields.join(" ")).digest("base64url").slice(0, 8);
}

/**
 * The stamp of a form that is about to be shown: for whom (a member or a guest), about which address if about one, for
 * which purpose and with which fields. Signed, so that the check of it needs no memory; the same each time, so that a
 * page that is loaded twice is the same page.
 *
 * @param who as `memberMark` has it
 * @param about the address that the form is about (of a reset link, of a sign-up); "" for none
 */
export function makeStamp(form: StampedForm, who: string, about = ""): string {
  const content = [who, addressMark(about), shapeOf(form)];
  return [...content, mac(22, "stamp", form.name, ...content)].join(".");
}

/**
 * Reads the stamp that came back with a form.
 *
 * @returns undefined when there is none, or none of ours for this form as it is now
 */
export function readStamp(form: StampedForm, stamp: unknown): Stamp | undefined {
  if (typeof stamp !== "string" || stamp.length > 100) return undefined;
  const [who = "", about = "", shape = "", signature = ""] = stamp.split(".");
  const expected = Buffer.from(mac(22, "stamp", form.name, who, about, shape));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (shape !== shapeOf(form)) return undefined;
  return { who, isAbout: (address) => about === addressMark(address) };
}
