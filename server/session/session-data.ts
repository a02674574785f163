import { z } from "zod";
import type { SignInResponse } from "#server/api/auth.server";
import { suspensionData } from "#server/wire/auth";
import { clockAheadOf } from "./tokens";

/** They never leave the server. */
const sessionTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** For the order service, issued with the access token; "" without one. */
  ecAccessToken: z.string(),
  /** How far our clock was ahead of the API's at issue, in ms (tokens.ts); absent for no difference. */
  clockAhead: z.number().optional(),
});
export type SessionTokens = z.infer<typeof sessionTokens>;

/** Amounts are whole units of each currency. */
const sessionUser = z.object({
  id: z.union([z.number(), z.string()]),
  type: z.enum(["EMAIL", "WALLET"]),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  pointAmount: z.number().optional(),
  soriaAmount: z.number().optional(),
  soriaPlusAmount: z.number().optional(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** A message for the next page, translated when it is shown. */
const flashMessage = z.object({
  /** alert: role="alert", a dialog with scripts; done: a success that stays until closed; the others are toasts. */
  kind: z.enum(["success", "info", "error", "alert", "done"]),
  /** "namespace:key" */
  key: z.string(),
  params: z.record(z.union([z.string(), z.number()])).optional(),
  /** A link after the message: a path of this site, and "namespace:key" of its text. */
  link: z.object({ to: z.string(), key: z.string() }).optional(),
});
export type FlashMessage = z.infer<typeof flashMessage>;

export function tokensOf({ accessToken, refreshToken, ecAccessToken }: SignInResponse): SessionTokens {
  const clockAhead = clockAheadOf(accessToken);
  return { accessToken, refreshToken, ecAccessToken, ...(clockAhead && { clockAhead }) };
}

/** Returns the session's user from a sign-in or profile response; a wallet member may have no e-mail. */
export function userOf(response: Omit<SessionUser, "email"> & { email?: string | undefined }): SessionUser {
  const { id, type, email, firstName, lastName, pointAmount, soriaAmount, soriaPlusAmount } = response;
  return { id, type, email: email ?? "", firstName, lastName, pointAmount, soriaAmount, soriaPlusAmount };
}

/** The id distinguishes equal messages. */
const storedFlash = flashMessage.extend({ id: z.string() });
export type StoredFlash = z.infer<typeof storedFlash>;

const signUpState = z.object({
  /** verified: the code was correct; the code step is shown locked, with a link to the next step. */
  stage: z.enum(["email", "code", "verified", "details", "done"]),
  email: z.string().optional(),
  /** Start of the countdown and the cooldown, in ms since 1970. */
  codeRequestedAt: z.number().optional(),
  /** The same for e-mails entered earlier, in lower case, while their cooldown runs. */
  earlierCodes: z.record(z.number()).optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
});
export type SignUpState = z.infer<typeof signUpState>;

/** See uploads/pending-uploads.server.ts. */
const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.enum(["image/gif", "image/jpeg", "image/png"]),
  extension: z.enum(["gif", "jpg", "png"]),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The picture had the place where it was taken, which was removed. */
  hadPosition: z.literal(true).optional(),
  /** Hash of the member who sent it; absent for a guest. */
  who: z.string().optional(),
});
export type StoredFile = z.infer<typeof storedFile>;

/** Device and place of a sign-in, for the member's list of sessions. Times in ms since 1970. */
const signedIn = z.object({
  /** Time of the sign-in; the session's maximum lifetime counts from here (records.server.ts). */
  at: z.number(),
  /** To 10 minutes. */
  lastUsed: z.number(),
  /** Names from the User-Agent, if it is recognised. */
  browser: z.string().optional(),
  system: z.string().optional(),
  /** ISO 3166 country code of two letters, if the proxy sends it (COUNTRY_HEADER). */
  country: z.string().optional(),
});
export type SignedIn = z.infer<typeof signedIn>;

/** See server/forms/form-drafts.server.ts. */
const storedDraft = z.object({
  /** Name of the form, and of its page when several have it. */
  form: z.string(),
  /** Hash of the member who typed it (server/forms/form-signature.server.ts); "" for a guest. */
  who: z.string(),
  values: z.record(z.string()),
  /** The picture that was attached to the form. */
  file: storedFile.optional(),
  /** Name of a picture that was attached and could not be kept. */
  lost: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type StoredDraft = z.infer<typeof storedDraft>;

/** A visitor's session. Keep it small: each request reads and validates the whole record, which is JSON. */
export const sessionData = z.object({
  tokens: sessionTokens.optional(),
  user: sessionUser.optional(),
  signedIn: signedIn.optional(),
  flash: z.array(storedFlash).optional(),
  /** Devices of later sign-ins that this session has been told of (member-sessions.server.ts). */
  devices: z.array(z.string()).optional(),
  /** Another session of the member ended this one. Its message says why. */
  ended: z.literal(true).optional(),
  /** Progress of a sign-up (accounts-and-store.md section 2, Sign-up steps). */
  signUp: signUpState.optional(),
  /** Address that a guest typed at the sign-in or the password recovery, and when a reset mail was sent to it. */
  recovery: z.object({ email: z.string(), sentAt: z.number().optional() }).optional(),
  /** Token of a reset link, moved out of the URL, and the e-mail that it contains. */
  reset: z.object({ token: z.string(), email: z.string() }).optional(),
  /** The password was changed, so the complete page may be shown. */
  resetDone: z.literal(true).optional(),
  /** EIP-4361 text that a wallet was asked to sign; removed when the signature arrives. */
  walletMessage: z.string().optional(),
  /** Details of a suspended sign-in, for /access-denied; `toldAt` is its time in ms since 1970. */
  suspension: suspensionData.extend({ toldAt: z.number().optional() }).optional(),
  /** Pages read the member's purchases: as far as this session knows, some have not ended or not been told. */
  hasPurchases: z.literal(true).optional(),
  /** Pieces of the member's island that a page has shown, and what they come of (server/island/inputs.server.ts). */
  island: z.array(z.string()).optional(),
  /** Number of the member's orders, for their island, and when it was read (server/island/inputs.server.ts). */
  orderCount: z.object({ count: z.number(), at: z.number() }).optional(),
  /** Suggestions the member has voted in, as far as governance's pages have read (server/island/inputs.server.ts). */
  votes: z.array(z.number()).optional(),
  kept: z.array(storedDraft).optional(),
  attachments: z.array(storedFile).optional(),
  /** The inquiry that a guest has just sent, for the confirmation page. */
  sentInquiry: z.object({ publicId: z.string(), email: z.string() }).optional(),
});
export type SessionData = z.infer<typeof sessionData>;

export function holdsOnly(data: SessionData, names: readonly (keyof SessionData)[]): boolean {
  const allowed = new Set<string>(names);
  return Object.entries(data).every(([name, value]) => value === undefined || allowed.has(name));
}

/** Message keys that are about the session before the next sign-in or sign-out, and wrong after it. */
const SESSION_MESSAGE = /^account:(?:ended|signOut)\./;

/** Returns whether a message says that the member was signed out on this device. */
export const isAboutSession = ({ key }: Pick<FlashMessage, "key">): boolean => SESSION_MESSAGE.test(key);

/** Returns the data of a session after a sign-in: keeps what the visitor has begun, but nothing of another member. */
export function signedInData(before: SessionData, response: SignInResponse, signedIn: SignedIn): SessionData {
  const { kept, signUp, reset, user, attachments } = before;
  const flash = before.flash?.filter((message) => !isAboutSession(message));
  return {
    ...(flash?.length && { flash }),
    ...(kept && { kept }),
    ...(signUp?.email !== undefined && { signUp }),
    // Only the reset link's own member may continue with it.
    ...(reset?.email.toLowerCase() === response.email.toLowerCase() && { reset }),
    ...(attachments && !user && { attachments }),
    tokens: tokensOf(response),
    user: userOf(response),
    signedIn,
    // Unknown until the first page reads the ledger.
    hasPurchases: true,
  };
}

/** The pictures of forms that wait for their member: each is shown to the member who sent it. */
function waitingFiles({ attachments = [] }: SessionData): Pick<SessionData, "attachments"> {
  const members = attachments.filter(({ who }) => who);
  return members.length > 0 ? { attachments: members } : {};
}

/**
 * Returns the data of a member's session whose tokens have expired. Only the same member sees the drafts and pictures
 * again.
 */
export function expiredData(before: SessionData, message: StoredFlash): SessionData {
  const { flash = [], kept } = before;
  return { flash: withMessage(flash, message), ...(kept && { kept }), ...waitingFiles(before) };
}

/** Why another session of the member ended this one; renewed: it continues under another id. */
export type EndReason = "elsewhere" | "password" | "closed" | "many" | "renewed";

/** Drops all other messages of an ended session, because somebody else may have the device now. */
export function endedData(before: SessionData, id: string, reason: EndReason): SessionData {
  const { kept } = before;
  const message: StoredFlash = { id, kind: "alert", key: `account:ended.${reason}` };
  return { ended: true, flash: [message], ...(kept && { kept }), ...waitingFiles(before) };
}

/** Limit of unseen messages; more indicates a bug. The oldest are dropped. */
const MOST_MESSAGES = 10;

export function withMessage(messages: StoredFlash[], message: StoredFlash): StoredFlash[] {
  return [...messages, message].slice(-MOST_MESSAGES);
}
