import type { CheckoutDraft } from "./checkout-draft";

import type { KeptFile } from "#server/uploads/kept.server";
import type { SuspensionData } from "#server/wire/auth";

/** The three tokens of auth/sign-in and auth/refresh/session (specification, section 3). Never leave the server. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  /** Issued beside the access token for the order service. */
  ecAccessToken: string;
}

/** The session user of the specification, section 3. Amounts are whole units of each currency. */
export interface SessionUser {
  id: number | string;
  type: "EMAIL" | "WALLET";
  email: string;
  firstName: string;
  lastName: string;
  pointAmount: number;
  soriaAmount: number;
  soriaPlusAmount: number;
}

/** The data of POST auth/sign-in and GET auth/refresh/session: the tokens and the user in one object. */
export type SignInAnswer = SessionTokens & SessionUser;

/** A message for the page that follows, translated when it is shown. */
export interface FlashMessage {
  /** alert: the visitor has to read it (role="alert", a dialog with scripts); the others are toasts. */
  kind: "success" | "info" | "error" | "alert";
  /** "namespace:key" */
  key: string;
  params?: Record<string, string | number>;
}

/** What a session keeps of a sign-in answer; other fields of the answer are left out. */
export function tokensOf({ accessToken, refreshToken, ecAccessToken }: SignInAnswer): SessionTokens {
  return { accessToken, refreshToken, ecAccessToken };
}

/** What a session keeps of a member, from a sign-in or from the profile; a wallet member may have no e-mail. */
export function userOf(answer: Omit<SessionUser, "email"> & { email?: string | undefined }): SessionUser {
  const { id, type, email, firstName, lastName, pointAmount, soriaAmount, soriaPlusAmount } = answer;
  return { id, type, email: email ?? "", firstName, lastName, pointAmount, soriaAmount, soriaPlusAmount };
}

/** A flash message as it is kept and handed out; the id tells two equal messages apart. */
export interface KeptFlash extends FlashMessage {
  id: string;
}

export interface SignUpState {
  /** verified: the code was right; its step is shown locked, with the way on. */
  stage: "email" | "code" | "verified" | "details" | "done";
  email?: string;
  /** Milliseconds since 1970: the countdown and the cooldown run from here. */
  codeRequestedAt?: number;
  /** The same of addresses that were entered before this one, in lower case, as long as their cooldown runs. */
  earlierCodes?: Record<string, number>;
  firstName?: string;
  lastName?: string;
}

/**
 * What a visitor's session can hold; everything is optional and must survive JSON. Each screen adds its
 * own optional field here. Keep it small: the whole record is read on each request.
 */
export interface SessionData {
  tokens?: SessionTokens;
  user?: SessionUser;
  flash?: KeptFlash[];
  /** How far a sign-up has come (accounts-and-store.md section 2, Sign-up steps). */
  signUp?: SignUpState;
  /** The reset link's token, out of the address and into here, and the e-mail that it was decoded to. */
  reset?: { token: string; email: string };
  /** The specification's "result 1": the password was changed, so the complete page may be shown. */
  resetDone?: true;
  /** The EIP-4361 text that a wallet was asked to sign; taken out when its signature comes. */
  walletMessage?: string;
  /** From a suspended sign-in, for /access-denied. */
  suspension?: SuspensionData;
  /** An order with delivery, until it is placed. */
  checkout?: CheckoutDraft;
  /** The item of the last order that was placed, so that sending its form again does no harm. */
  placedOrder?: number;
  /** What was typed into a page's form when the session before this one had ended (kept-text.server.ts). */
  keptText?: { pathname: string; text: string };
  /** Attachments that wait for their form to be sent. */
  attachments?: KeptFile[];
  /** A guest's inquiry that was just sent, for the page that says so. */
  sentInquiry?: { publicId: string; email: string };
}

/**
 * The data of a session right after a sign-in: of what it was before, only the messages and a text that waits for its
 * page are carried along. (Open payments are the member's, not the session's: see server/payments/.)
 */
export function signedInData(before: SessionData, answer: SignInAnswer): SessionData {
  const { flash, keptText } = before;
  return {
    ...(flash && { flash }),
    ...(keptText && { keptText }),
    tokens: tokensOf(answer),
    user: userOf(answer),
  };
}

/** The data of a signed-in session after its tokens have ended: nothing but messages, and the one that says so. */
export function expiredData(before: SessionData, message: KeptFlash): SessionData {
  return { flash: withMessage(before.flash ?? [], message) };
}

/** More unseen messages than these would be a bug's doing; the oldest give way. */
const MOST_MESSAGES = 10;

export function withMessage(messages: KeptFlash[], message: KeptFlash): KeptFlash[] {
  return [...messages, message].slice(-MOST_MESSAGES);
}
