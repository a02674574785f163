import { defineForm } from "#server/forms/define-form.server";
import type { Refusal } from "#server/forms/form-spec.server";
import type { Session } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import { codeFields, detailsFields, emailFields } from "./form";

/** The address of the sign-up is part of the form's signature, so a stale tab cannot act for another one. */
const boundTo = ({ data }: Session) => data.signUp?.email;

export const emailForm = defineForm({
  name: "sign-up-email",
  who: "anyone",
  fields: emailFields,
  enter: "send-code",
  refusal({ code, messageKey }): Refusal | undefined {
    switch (code) {
      case Code.AUTH_EMAIL_DUPLICATION:
      case Code.AUTH_DUPLICATE_EMAIL:
      case Code.USER_EXISTS:
        return { fieldErrors: { email: ["account:emailHint.invalid"] } };
      case Code.USER_INVALID_EMAIL:
        return { fieldErrors: { email: [messageKey] } };
      default:
        return undefined;
    }
  },
});

export const codeForm = defineForm({
  name: "sign-up-code",
  who: "anyone",
  about: boundTo,
  fields: codeFields,
  enter: "verify",
});

export const detailsForm = defineForm({
  name: "sign-up-details",
  who: "anyone",
  about: boundTo,
  fields: detailsFields,
  enter: "details",
  refusal({ code, messageKey }): Refusal | undefined {
    switch (code) {
      case Code.USER_INVALID_PASSWORD:
      case Code.PASSWORD_INVALID:
      case Code.PASSWORD_FAIL:
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
