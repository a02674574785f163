import { email, newPassword, repeatedPassword } from "~/domain/account-fields";
import { authCode, nameFields } from "~/domain/sign-up-fields";
import { consent } from "~/domain/form-fields";

export const emailFields = { email: email({ label: "account:signIn.email", autoComplete: "username" }) };

export const codeFields = { authCode: authCode({ label: "account:code.label" }) };

/** Step 2: requires the password, both names and the agreement (accounts-and-store.md section 5). */
export const detailsFields = {
  password: newPassword({ label: "account:signIn.password", missing: "account:password.missing" }),
  passwordConfirm: repeatedPassword({
    of: "password",
    label: "account:password.confirm",
    missing: "account:password.confirmMissing",
  }),
  ...nameFields,
  agreement: consent({ label: "account:agreement.label", missing: "account:agreement.missing" }),
};
