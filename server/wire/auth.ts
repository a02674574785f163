import { z } from "zod";
import { defineCall, guestGet, guestPost, memberPost, type WireCalls } from "./call";
import { count, maybe, moment, noData, upTo, web, wireLanguage } from "./common";
import { userFields } from "./users";

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
  duration: z.object({ days: count, hours: count, minutes: count }),
  reason: z.string(),
});

/** `data` of 1200 (and of 1201 here): number of failures, out of 5. */
export const failedCountData = z.object({ failed_count: count.max(5) });

/** Whether `result` is 1, which means success. */
const resultData = z.object({ result: z.number().int() }).transform(({ result }) => result === 1);

const emailRequest = z.object({ email: z.string(), language: wireLanguage });
const codeRequest = z.object({ email: z.string(), authCode: z.string() });

const refreshGet = defineCall({ method: "GET", auth: "refresh" });

export const calls = {
  /** Business errors 0, 1007, 1005/1118, 1117, 1200, 1201 (docs/decisions/0005). */
  signIn: guestPost("/auth/sign-in", {
    about: ["state", "password", "mail"],
    json: z.object({ email: z.string(), password: z.string(), language: wireLanguage, platform: web }),
    data: signInData,
  }),
  signOut: memberPost("/auth/sign-out", { json: z.object({ token: z.string() }), data: noData }),
  /** True for a registered e-mail. */
  checkEmail: guestPost("/auth/check-email", {
    about: ["email", "state"],
    json: z.object({ email: upTo(254) }),
    data: z.boolean(),
  }),
  /** Business error 1001 within 5 minutes of the previous request. */
  requestCode: guestPost("/auth/request-code", {
    about: ["email", "mail", "state"],
    json: emailRequest,
    data: noData,
  }),
  /** Business errors 1006 (wrong), 1008 (older than 30 minutes). */
  verifyCode: guestPost("/auth/verify-code", {
    about: ["authCode"],
    json: codeRequest,
    data: resultData,
  }),
  /** The address must be verified first. Business errors 1009, 1114 to 1116. */
  signUp: guestPost("/auth/sign-up", {
    about: ["email", "authCode", "name", "text", "details", "mail", "state"],
    json: z.object({ email: z.string(), password: z.string(), firstName: z.string(), lastName: z.string() }),
    data: noData,
  }),
  /** The reset token, a JWT whose payload has `email`, for screens that ask for a code instead of mailing a link. */
  resetToken: guestPost("/auth/token", { json: codeRequest, data: z.object({ token: z.string().min(1) }) }),
  /** Business errors 1015, 1204. */
  forgotPassword: guestPost("/auth/forgot-password", { json: emailRequest, data: noData }),
  /** Business errors 1010 (token wrong or used), 1016 (token expired). */
  resetPassword: defineCall({ method: "PATCH", auth: "none" })("/auth/reset-password", {
    about: ["link", "state"],
    json: z.object({ password: z.string(), token: z.string() }),
    data: resultData,
  }),
  /** A complete new set of tokens, and the current user. */
  refreshSession: refreshGet("/auth/refresh/session", {
    query: z.object({ platform: web }),
    data: signInData,
  }),
  refreshAccessToken: refreshGet("/auth/refresh/access-token", {
    data: z.object({ accessToken: z.string().min(1) }),
  }),
  /** A nonce for one message, valid before `expiresAt`. */
  walletNonce: guestGet("/auth/wallet/nonce", {
    data: z.object({ nonce: z.string().min(8), expiresAt: maybe(moment) }),
  }),
  /**
   * `message` is EIP-4361, `signature` 0x…; `register` creates a member for an address with a pass token.
   * `passAlreadyUsed`: the pass was registered before, so that no Soria Plus is granted (WEB-006).
   */
  walletSignIn: guestPost("/auth/wallet/sign-in", {
    about: ["memberGone", "state"],
    json: z.object({
      message: z.string(),
      signature: z.string(),
      language: wireLanguage,
      platform: web,
      register: z.boolean().optional(),
    }),
    data: signInData.extend({ passAlreadyUsed: maybe(z.boolean()) }),
  }),
} as const satisfies WireCalls;
