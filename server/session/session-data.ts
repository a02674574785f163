import { z } from "zod";
import type { SessionAnswer } from "#server/api/auth.server";
import { suspensionData } from "#server/wire/auth";
import { clockAheadOf } from "./tokens";

/** The three tokens of auth/sign-in and auth/refresh/session (specification, section 3). Never leave the server. */
const sessionTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Issued beside the access token for the order service; "" when there is none. */
  ecAccessToken: z.string(),
  /** Milliseconds that our clock was ahead of the API's when they were issued (tokens.ts); none when it was not. */
  clockAhead: z.number().optional(),
});
export type SessionTokens = z.infer<typeof sessionTokens>;

/** The session user of the specification, section 3. Amounts are whole units of each currency. */
const sessionUser = z.object({
  id: z.union([z.number(), z.string()]),
  type: z.enum(["EMAIL", "WALLET"]),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  pointAmount: z.number(),
  soriaAmount: z.number(),
  soriaPlusAmount: z.number(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** A message for the page that follows, translated when it is shown. */
const flashMessage = z.object({
  /** alert: the visitor has to read it (role="alert", a dialog with scripts); done: a
   * success that stays until it is closed; the others are toasts. */
  kind: z.enum(["success", "info", "error", "alert", "done"]),
  /** "namespace:key" */
  key: z.string(),
  params: z.record(z.union([z.string(), z.number()])).optional(),
  /** A way on behind the message: a path of this site, and "namespace:key" of its words. */
  link: z.object({ to: z.string(), key: z.string() }).optional(),
});
export type FlashMessage = z.infer<typeof flashMessage>;

/** What a session keeps of a sign-in answer; other fields of the answer are left out. */
export function tokensOf({ accessToken, refreshToken, ecAccessToken }: SessionAnswer): SessionTokens {
  const clockAhead = clockAheadOf(accessToken);
  return { accessToken, refreshToken, ecAccessToken, ...(clockAhead && { clockAhead }) };
}

/** What a session keeps of a member, from a sign-in or from the profile; a wallet member may have no e-mail. */
export function userOf(answer: Omit<SessionUser, "email"> & { email?: string | undefined }): SessionUser {
  const { id, type, email, firstName, lastName, pointAmount, soriaAmount, soriaPlusAmount } = answer;
  return { id, type, email: email ?? "", firstName, lastName, pointAmount, soriaAmount, soriaPlusAmount };
}

/** A flash message as it is kept and handed out; the id tells two equal messages apart. */
const keptFlash = flashMessage.extend({ id: z.string() });
export type KeptFlash = z.infer<typeof keptFlash>;

const signUpState = z.object({
  /** verified: the code was right; its step is shown locked, with the way on. */
  stage: z.enum(["email", "code", "verified", "details", "done"]),
  email: z.string().optional(),
  /** Milliseconds since 1970: the countdown and the cooldown run from here. */
  codeRequestedAt: z.number().optional(),
  /** The same of addresses that were entered before this one, in lower case, as long as their cooldown runs. */
  earlierCodes: z.record(z.number()).optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
});
export type SignUpState = z.infer<typeof signUpState>;

/** A file that waits for its form to be sent (uploads/pending-uploads.server.ts). */
const keptFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.enum(["image/gif", "image/jpeg", "image/png"]),
  extension: z.enum(["gif", "jpg", "png"]),
  /** Milliseconds since 1970. */
  at: z.number(),
});

/** Where a member signed in, for the list of their sessions. Times in milliseconds since 1970. */
const signedIn = z.object({
  /** A session ends so long after this, however often it is used (records.server.ts). */
  at: z.number(),
  /** To some minutes. */
  lastUsed: z.number(),
  /** Names, where the User-Agent tells them. */
  browser: z.string().optional(),
  system: z.string().optional(),
  /** Two letters (ISO 3166), where the proxy tells it (COUNTRY_HEADER). */
  country: z.string().optional(),
});
export type SignedIn = z.infer<typeof signedIn>;

/** What was typed into a form and waits for its page to be opened again (server/forms/form-drafts.server.ts). */
const keptWork = z.object({
  /** Which form, and of which page when several have it. */
  form: z.string(),
  /** Who typed it (server/forms/form-signature.server.ts); "" for a guest. */
  who: z.string(),
  values: z.record(z.string()),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type KeptWork = z.infer<typeof keptWork>;

/**
 * What a visitor's session can hold; everything is optional and must survive JSON. Each screen adds its
 * own optional field here. Keep it small: the whole record is read on each request, and checked against this.
 */
export const sessionData = z.object({
  tokens: sessionTokens.optional(),
  user: sessionUser.optional(),
  signedIn: signedIn.optional(),
  flash: z.array(keptFlash).optional(),
  /** It was a member's and was ended from elsewhere: its message says why, and waits as long as the session would have lived. */
  ended: z.literal(true).optional(),
  /** How far a sign-up has come (accounts-and-store.md section 2, Sign-up steps). */
  signUp: signUpState.optional(),
  /** The reset link's token, out of the address and into here, and the e-mail that it was decoded to. */
  reset: z.object({ token: z.string(), email: z.string() }).optional(),
  /** The specification's "result 1": the password was changed, so the complete page may be shown. */
  resetDone: z.literal(true).optional(),
  /** The EIP-4361 text that a wallet was asked to sign; taken out when its signature comes. */
  walletMessage: z.string().optional(),
  /** From a suspended sign-in, for /access-denied; `toldAt` is when, ms since 1970. */
  suspension: suspensionData.extend({ toldAt: z.number().optional() }).optional(),
  /** Pages look at the member's purchases: some are not ended, or not told, as far as this session knows. */
  hasPurchases: z.literal(true).optional(),
  /** What was typed and could not be sent. */
  kept: z.array(keptWork).optional(),
  /** Attachments that wait for their form to be sent. */
  attachments: z.array(keptFile).optional(),
  /** A guest's inquiry that was just sent, for the page that says so. */
  sentInquiry: z.object({ publicId: z.string(), email: z.string() }).optional(),
});
export type SessionData = z.infer<typeof sessionData>;

/** Whether a session remembers nothing but these. */
export function holdsOnly(data: SessionData, names: readonly (keyof SessionData)[]): boolean {
  const allowed = new Set<string>(names);
  return Object.entries(data).every(([name, value]) => value === undefined || allowed.has(name));
}

/**
 * The data of a session right after a sign-in: of what it was before, only the messages, what waits for its form and a
 * sign-up that is under way in another tab are carried along; of a guest's session the files too, which wait with their
 * form. (Open payments are the member's, not the session's: see server/purchases/.)
 */
export function signedInData(before: SessionData, answer: SessionAnswer, signedIn: SignedIn): SessionData {
  const { flash, kept, signUp, reset, user, attachments } = before;
  return {
    ...(flash && { flash }),
    ...(kept && { kept }),
    ...(signUp?.email !== undefined && { signUp }),
    // A reset link is followed by its own member only.
    ...(reset?.email.toLowerCase() === answer.email.toLowerCase() && { reset }),
    ...(attachments && !user && { attachments }),
    tokens: tokensOf(answer),
    user: userOf(answer),
    signedIn,
    // Nobody has looked yet.
    hasPurchases: true,
  };
}

/**
 * The data of a signed-in session after its tokens have ended: messages, and the one that says so; and what was typed,
 * which only the same member is shown again.
 */
export function expiredData(before: SessionData, message: KeptFlash): SessionData {
  const { flash = [], kept } = before;
  return { flash: withMessage(flash, message), ...(kept && { kept }) };
}

/** Why a member's session was ended by another of theirs; renewed: it goes on under another id. */
export type EndReason = "elsewhere" | "password" | "closed" | "many" | "renewed";

/**
 * The data of a member's session that was ended from elsewhere: why, and what was typed, which only the same member is
 * shown again. Who has the device now need not be the member, so no other message stays.
 */
export function endedData({ kept }: SessionData, id: string, reason: EndReason): SessionData {
  const message: KeptFlash = { id, kind: "alert", key: `account:ended.${reason}` };
  return { ended: true, flash: [message], ...(kept && { kept }) };
}

/** More unseen messages than these would be a bug's doing; the oldest give way. */
const MOST_MESSAGES = 10;

export function withMessage(messages: KeptFlash[], message: KeptFlash): KeptFlash[] {
  return [...messages, message].slice(-MOST_MESSAGES);
}
