import { z } from "zod";
import { maybe, moment, web, wireLanguage } from "./common";
import { userFields } from "./users";

export const signInRequest = z.object({
  email: z.string(),
  password: z.string(),
  language: wireLanguage,
  platform: web,
});

/** `deletionCancelled` for a member whose deletion was scheduled, for the time `deletionDate`. */
export const signInData = userFields.extend({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  ecAccessToken: maybe(z.string()),
  deletionCancelled: maybe(z.boolean()),
  deletionDate: maybe(moment),
});
export type SignInData = z.infer<typeof signInData>;

/** `data` of 1118 and 1005: start, end, remaining time and reason of the suspension. */
export const suspensionData = z.object({
  created_at: moment,
  restored_at: moment,
  duration: z.object({ days: z.number(), hours: z.number(), minutes: z.number() }),
  reason: z.string(),
});
export type SuspensionData = z.infer<typeof suspensionData>;

/** `data` of 1200 (and of 1201 here): number of failures, out of 5. */
export const failedCountData = z.object({ failed_count: z.number().int() });

export const accessTokenData = z.object({ accessToken: z.string().min(1) });

/** True for a registered e-mail. */
export const checkEmailData = z.boolean();

/** 1 means success. */
export const resultData = z.object({ result: z.number().int() });

/** The reset token, a JWT whose payload has `email`. */
export const tokenData = z.object({ token: z.string().min(1) });
export type TokenData = z.infer<typeof tokenData>;

export const emailRequest = z.object({ email: z.string(), language: wireLanguage });

export const registeredEmailRequest = z.object({ email: z.string().max(254) });

export const platformRequest = z.object({ platform: web });

export const codeRequest = z.object({ email: z.string(), authCode: z.string() });

export const signUpRequest = z.object({
  email: z.string(),
  password: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type SignUpRequest = z.infer<typeof signUpRequest>;

export const resetPasswordRequest = z.object({ password: z.string(), token: z.string() });

export const signOutRequest = z.object({ token: z.string() });
