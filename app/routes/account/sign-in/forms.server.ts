import { z } from "zod";
import { cutEmail, isEmail } from "~/domain/email-rules";
import { webMessage } from "~/domain/message-codes";
import { MAX_PASSWORD } from "~/domain/password-rules";
import { defineForm } from "#server/forms/define-form.server";

/** accounts-and-store.md section 5, Sign-in: both fields are required and truncated to their maximum lengths. */
const fields = z.object({
  email: z
    .string({ required_error: webMessage("007") })
    .transform((value) => cutEmail(value.trim()))
    .refine(isEmail, webMessage("017")),
  password: z
    .string({ required_error: webMessage("008") })
    .transform((value) => value.slice(0, MAX_PASSWORD)),
  redirectTo: z.string().optional(),
});

export const signInForm = defineForm({
  name: "sign-in",
  who: "anyone",
  schema: fields,
  fields: ["email", "password", "redirectTo"],
  secrets: ["password"],
  consents: ["redirectTo"],
  limit: { name: "sign-in", about: ({ email }) => ({ email }) },
});

/** Form of the "locked" step. It needs only the address. */
export const unlockForm = defineForm({
  name: "unlock",
  who: "anyone",
  schema: fields.pick({ email: true, redirectTo: true }),
  fields: ["email", "redirectTo"],
  consents: ["redirectTo"],
  limit: { name: "forgot-password", about: ({ email }) => ({ email }) },
});

/** Limit in characters. Longer than any wallet's signature, including contract wallets. */
const MAX_SIGNATURE = 2_000;

/** Form of the wallet panel: the signature of the message that is stored in the session. */
export const walletForm = defineForm({
  name: "wallet",
  who: "anyone",
  schema: z.object({
    signature: z
      .string({ required_error: "account:wallet.failed" })
      .max(MAX_SIGNATURE, "account:wallet.failed")
      .regex(/^0x[\da-f]*$/i, "account:wallet.failed"),
    register: z.string().optional(),
    redirectTo: z.string().optional(),
  }),
  fields: ["signature", "register", "redirectTo"],
  secrets: ["signature"],
  consents: ["register", "redirectTo"],
});
