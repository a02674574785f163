import type { SerializeFrom } from "@remix-run/node";
import { z } from "zod";
import { formatDateTime } from "~/domain/japan-time";
import { webMessage } from "~/domain/message-codes";
import type { Language } from "~/i18n/languages";
import { defineForm } from "#server/forms/define-form.server";
import { checkNewPassword, nameFields, passwordField } from "#server/forms/fields.server";
import type { Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";

export const namesForm = defineForm({
  name: "names",
  who: "member",
  schema: z.object(nameFields),
  fields: ["firstName", "lastName"],
});

const passwords = ["oldPassword", "newPassword", "newPasswordConfirm"];

/** accounts-and-store.md section 5, Change password: the old password, and a new one that passes the checklist. */
export const passwordForm = defineForm({
  name: "password",
  who: "member",
  schema: z
    .object({
      oldPassword: passwordField("my-page:password.oldMissing"),
      newPassword: passwordField(webMessage("013")),
      newPasswordConfirm: passwordField(webMessage("014")),
    })
    .superRefine((value, context) => checkNewPassword(value, "newPassword", "newPasswordConfirm", context)),
  fields: passwords,
  secrets: passwords,
  endsSessions: true,
  limit: { name: "change-password", about: (_, { user }) => ({ member: user?.id }) },
  // A wrong old password: 1115 or 1203 (docs/decisions/0005).
  refusal: ({ code }) =>
    code === Code.USER_INVALID_PASSWORD || code === Code.PASSWORD_INVALID
      ? { fieldErrors: { oldPassword: ["errors:code.oldPassword"] }, toast: "errors:code.oldPassword" }
      : undefined,
});

export const OTHERS = "others";

/** Form that ends one session of the member, by its mark, or all others. */
export const sessionsForm = defineForm({
  name: "sessions",
  who: "member",
  schema: z.object({ session: z.string().max(64) }),
  fields: ["session"],
  endsSessions: true,
  // Not stored as a draft for the next sign-in.
  secrets: ["session"],
});

/** Maximum number of sessions on the page; only the number of the others is shown. */
const MOST_SHOWN = 20;

/** Returns the member's sessions for the page: this one first, then by last use. @throws StoreUnavailable */
export async function sessionRows(session: Session, lng: Language) {
  const all = await session.listAll();
  // On the server, because browsers have other country names or none.
  const names = new Intl.DisplayNames([lng], { type: "region", fallback: "none" });
  const rows = all.slice(0, MOST_SHOWN).map(({ mark, isThis, signedIn }) => ({
    mark,
    isThis,
    browser: signedIn.browser,
    system: signedIn.system,
    /** The country's name in the page's language; undefined if unknown. */
    place: signedIn.country === undefined ? undefined : names.of(signedIn.country),
    signedInAt: new Date(signedIn.at).toISOString(),
    /** The same time as formatted text, for the button's accessible name. */
    signedInText: formatDateTime(signedIn.at, lng),
    /** With a precision of ten minutes. */
    lastUsed: new Date(signedIn.lastUsed).toISOString(),
  }));
  return { rows, more: all.length - rows.length };
}

export type SessionRow = SerializeFrom<Awaited<ReturnType<typeof sessionRows>>["rows"][number]>;
