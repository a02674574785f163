import type { AppLoadContext, TypedResponse } from "@remix-run/node";
import type { FlashMessage, KeptFlash, SessionData, SessionUser, SignInAnswer } from "./session-data";
import type { TokenSource } from "./token-source";

export type { FlashMessage, KeptFlash, SessionData, SessionUser, SignInAnswer } from "./session-data";
export type { TokenSource } from "./token-source";

/** One visitor's session during one request. */
export interface Session extends TokenSource {
  readonly data: Readonly<SessionData>;
  readonly user: SessionUser | undefined;
  readonly isSignedIn: boolean;
  update(change: (draft: SessionData) => void): Promise<void>;
  signIn(answer: SignInAnswer): Promise<void>;
  signOut(): Promise<void>;
  flash(message: FlashMessage): Promise<void>;
  takeFlash(): Promise<KeptFlash[]>;
  setUser(change: Partial<SessionUser>): Promise<void>;
  orderAccessToken(): Promise<string | undefined>;
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export declare function getSession(args: { request: Request; context: AppLoadContext }): Promise<Session>;
export declare function redirectTo(session: Session, path: string, init?: ResponseInit): TypedResponse<never>;
export declare function leaveTo(session: Session, path: string): TypedResponse<never>;
export declare function applySessionCookie(headers: Headers, context: AppLoadContext): Promise<void>;
export declare function requireMember(args: { request: Request; context: AppLoadContext }): Promise<Session>;
export declare function invalidAccess(session: Session): Promise<TypedResponse<never>>;
export declare function endOtherSessions(session: Session): Promise<void>;
