import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";
import { type Refusal } from "#server/forms/form-spec.server";
import {
  authCodeField,
  checkNewPassword,
  emailField,
  nameFields,
  passwordField,
} from "#server/forms/fields.server";
import type { Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";

/** The address of the sign-up is part of the form's signature, so a stale tab cannot act for another one. */
const about = ({ data }: Session) => data.signUp?.email;

export const emailForm = defineForm({
  name: "sign-up-email",
  who: "anyone",
  schema: z.object({ email: emailField() }),
  fields: ["email"],
  enter: "send-code",
});

export const codeForm = defineForm({
  name: "sign-up-code",
  who: "anyone",
  about,
  schema: z.object({ authCode: authCodeField }),
  fields: ["authCode"],
  enter: "verify",
});

/** Step 2: requires the password, both names and the agreement (accounts-and-store.md section 5). */
export const detailsForm = defineForm({
  name: "sign-up-details",
  who: "anyone",
  about,
  schema: z
    .object({
      password: passwordField("account:password.missing"),
      passwordConfirm: passwordField("account:password.confirmMissing"),
      ...nameFields,
      agreement: z
        .string()
        .optional()
        .refine((value) => value === "on", "account:agreement.missing"),
    })
    .superRefine((value, context) => checkNewPassword(value, "password", "passwordConfirm", context)),
  fields: ["password", "passwordConfirm", "firstName", "lastName", "agreement"],
  enter: "details",
  secrets: ["password", "passwordConfirm"],
  consents: ["agreement"],
  refusal({ code, messageKey }): Refusal | undefined {
    switch (code) {
      case Code.USER_INVALID_PASSWORD:
        return { fieldErrors: { password: ["account:password.refused"] } };
      case Code.USER_INVALID_NAME:
      case Code.AUTH_NAME_DUPLICATION:
      case Code.AUTH_SPECIAL_CHARACTER:
      case Code.AUTH_ABUSE_CHARACTER:
        return { fieldErrors: { firstName: [messageKey] } };
      default:
        return undefined;
    }
  },
});

export const stepForms = {
  email: emailForm,
  code: codeForm,
  verified: codeForm,
  details: detailsForm,
  done: emailForm,
};
