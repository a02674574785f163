import { nameFields } from "~/domain/sign-up-fields";
import { defineForm } from "#server/forms/define-form.server";
import type { Refusal } from "#server/forms/form-spec.server";
import { Code } from "#server/wire/codes";
import { calendarFields, passwordFields, sessionFields } from "./form";

/** What the API may say of a name. It does not say of which one, so the message is at the first. */
const ofNames: ReadonlySet<number | undefined> = new Set([
  Code.AUTH_NAME_DUPLICATION,
  Code.AUTH_SPECIAL_CHARACTER,
  Code.AUTH_ABUSE_CHARACTER,
  Code.USER_INVALID_NAME,
]);

export const namesForm = defineForm({
  name: "names",
  who: "member",
  fields: nameFields,
  refusal: ({ code, messageKey }) =>
    ofNames.has(code) ? { fieldErrors: { firstName: [messageKey] } } : undefined,
});

/** accounts-and-store.md section 5, Change password: the old password, and a new one that passes the checklist. */
export const passwordForm = defineForm({
  name: "password",
  who: "member",
  fields: passwordFields,
  endsSessions: true,
  limit: { name: "change-password", about: (_, { user }) => ({ member: user?.id }) },
  // A wrong old password: 1115 or 1203 (docs/decisions/0005).
  refusal({ code }): Refusal | undefined {
    switch (code) {
      case Code.USER_INVALID_PASSWORD:
      case Code.PASSWORD_INVALID:
      case Code.PASSWORD_FAIL:
        return {
          fieldErrors: { oldPassword: ["errors:code.oldPassword"] },
          toast: "errors:code.oldPassword",
        };
      case Code.AUTH_SPECIAL_CHARACTER:
      case Code.AUTH_ABUSE_CHARACTER:
        return { fieldErrors: { newPassword: ["account:password.refused"] } };
      // Its text says that the input is still there, which is not true of passwords.
      case Code.AUTH_USER_UPDATE_FAIL:
        return { formErrors: ["errors:area.password"] };
      default:
        return undefined;
    }
  },
});

export const OTHERS = "others";

/** Form that ends one session of the member, by its mark, or all others. */
export const sessionsForm = defineForm({
  name: "sessions",
  who: "member",
  fields: sessionFields,
  endsSessions: true,
});

/** Form that gives the member a new calendar address, or removes it. */
export const calendarForm = defineForm({
  name: "calendar",
  who: "member",
  fields: calendarFields,
  limit: { name: "calendar" },
});
