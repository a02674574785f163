import { defineForm } from "#server/forms/define-form.server";
import { signInFields, unlockFields, walletFields } from "./form";

export const signInForm = defineForm({
  name: "sign-in",
  who: "anyone",
  fields: signInFields,
  limit: { name: "sign-in", about: ({ email }) => ({ email }) },
});

export const unlockForm = defineForm({
  name: "unlock",
  who: "anyone",
  fields: unlockFields,
  limit: { name: "forgot-password", about: ({ email }) => ({ email }) },
});

export const walletForm = defineForm({ name: "wallet", who: "anyone", fields: walletFields });
