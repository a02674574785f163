import { getProfile } from "#server/api/users.server";
import { ApiError } from "#server/errors/api-error";
import type { Session, SessionUser } from "#server/session/session.server";
import { userOf } from "#server/session/session-data";
import { invalidAccess } from "#server/session/session.server";
import type { ProfileData } from "#server/wire/users";

export interface Member {
  /** The member as the API has them now; as the session remembers them when the API did not answer. */
  user: SessionUser;
  /** Undefined when the API did not answer; `failure` says why. */
  profile?: ProfileData;
  failure?: ApiError;
}

const members = new WeakMap<Session, Promise<Member | undefined>>();

/**
 * The signed-in member with the balances of this moment: one GET /users/me per request, however many loaders ask.
 * What changed since the last time (a balance spent in the game) is remembered in the session.
 *
 * @throws the redirect of Invalid Access when the session has tokens but knows no member
 * (accounts-and-store.md section 6)
 */
export async function memberOf(session: Session): Promise<Member> {
  let member = members.get(session);
  if (!member) {
    member = readMember(session);
    members.set(session, member);
  }
  return (await member) ?? invalidAccess(session);
}

/** @returns undefined when the session knows no member */
async function readMember(session: Session): Promise<Member | undefined> {
  const remembered = session.user;
  if (!remembered) return undefined;
  try {
    const profile = await getProfile(session);
    const user = userOf(profile);
    if (!isSame(user, remembered)) await session.setUser(user);
    return { user, profile };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { user: remembered, failure: error };
  }
}

function isSame(one: SessionUser, other: SessionUser): boolean {
  return (Object.keys(one) as (keyof SessionUser)[]).every((field) => one[field] === other[field]);
}
