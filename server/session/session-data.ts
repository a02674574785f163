import type { CheckoutDraft } from "./checkout-draft";

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

export function userOf(answer: SignInAnswer): SessionUser {
  const { id, type, email, firstName, lastName, pointAmount, soriaAmount, soriaPlusAmount } = answer;
  return { id, type, email, firstName, lastName, pointAmount, soriaAmount, soriaPlusAmount };
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
  /** What waits for the member whose session expired: it is theirs again when they sign in. */
  former?: { userId: number | string; kept: Partial<SessionData> };
}

/**
 * Fields of a member that outlive an expired session and a new sign-in of the same member in the same browser:
 * open payments, so that money is never left in doubt. Everything else of a session ends with it.
 */
const keptForMember: readonly (keyof SessionData)[] = [];

function keptOf(data: SessionData): Partial<SessionData> {
  return Object.fromEntries(
    keptForMember.filter((field) => data[field] !== undefined).map((field) => [field, data[field]]),
  );
}

/** The data of a session right after a sign-in, from what it was before. Messages are carried along. */
export function signedInData(before: SessionData, answer: SignInAnswer): SessionData {
  const user = userOf(answer);
  let kept: Partial<SessionData> = {};
  if (before.user?.id === user.id) kept = keptOf(before);
  else if (before.former?.userId === user.id) kept = before.former.kept;
  return { ...(before.flash ? { flash: before.flash } : {}), ...kept, tokens: tokensOf(answer), user };
}

/** The data of a signed-in session after its tokens have ended, with the message that says so. */
export function expiredData(before: SessionData, message: KeptFlash): SessionData {
  const kept = keptOf(before);
  return {
    flash: withMessage(before.flash ?? [], message),
    ...(before.user && Object.keys(kept).length > 0 ? { former: { userId: before.user.id, kept } } : {}),
  };
}

/** More unseen messages than these would be a bug's doing; the oldest give way. */
const MOST_MESSAGES = 10;

export function withMessage(messages: KeptFlash[], message: KeptFlash): KeptFlash[] {
  return [...messages, message].slice(-MOST_MESSAGES);
}
