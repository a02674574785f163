import { email } from "~/domain/account-fields";

export const findPasswordFields = {
  email: email({
    label: "account:signIn.email",
    autoComplete: "username",
    missing: "account:find.missing",
    format: "account:find.format",
  }),
};
