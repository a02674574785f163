import { z } from "zod";
import { cutEmail, isEmail } from "~/domain/email-rules";
import { webMessage } from "~/domain/message-codes";
import { MAX_PASSWORD } from "~/domain/password-rules";

/** accounts-and-store.md section 5, Sign-in: both required, both cut to their maximum lengths. */
export const signInSchema = z.object({
  email: z
    .string({ required_error: webMessage("007") })
    .transform((value) => cutEmail(value.trim()))
    .refine(isEmail, webMessage("017")),
  password: z
    .string({ required_error: webMessage("008") })
    .transform((value) => value.slice(0, MAX_PASSWORD)),
  redirectTo: z.string().optional(),
});

/** The step after "locked": only the address is needed. */
export const unlockSchema = signInSchema.pick({ email: true, redirectTo: true });
