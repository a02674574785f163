import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { invalidAccess, type Session, type SessionUser } from "#server/session/session.server";
import { userOf } from "#server/session/session-data";
import type { ProfileData } from "#server/wire/users";

export interface Member {
  /** The member from the API; from the session when the API did not respond. */
  user: SessionUser;
  /** Undefined when the API did not respond; `failure` has the error. */
  profile?: ProfileData;
  failure?: ApiError;
}

const members = new WeakMap<Session, Promise<Member | undefined>>();

/**
 * Returns the signed-in member with current balances, by one API call per request, and updates the session's copy.
 *
 * @throws the "Invalid Access" redirect when the session has tokens but no member (accounts-and-store.md section 6)
 */
export async function memberOf(session: Session): Promise<Member> {
  const member = members.get(session) ?? readMember(session);
  members.set(session, member);
  return (await member) ?? invalidAccess(session);
}

/** @returns undefined when the session has no member */
async function readMember(session: Session): Promise<Member | undefined> {
  const remembered = session.user;
  if (!remembered) return undefined;
  try {
    const profile = await callApi("profile", { tokens: session });
    const user = userOf(profile);
    await session.setUser(user);
    return { user, profile };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { user: remembered, failure: error };
  }
}
