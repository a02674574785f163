import { Hono } from "hono";
import { platformRequest, registeredEmailRequest, signInRequest, signOutRequest } from "../../wire/auth";
import { Code } from "../../wire/codes";
import type { WireLanguage } from "../../wire/common";
import { bodyOf, ok, queryOf, Refusal } from "../answers";
import { sql } from "../database";
import type { Call, Env, Services } from "../services";
import { readToken } from "../jwt";
import { mailResetLink } from "../mail";
import { isDeleted, MAX_FAILURES, memberByEmail, suspensionOf, type Member } from "../members";
import { isPassword } from "../passwords";
import { iso, languageIn } from "../texts";
import { authenticated, continueSession, newResetToken, sessionData, startSession } from "../tokens";

/**
 * Completes a sign-in by password or wallet: refuses a suspended member (1118 with the suspension), cancels a
 * scheduled deletion (`deletionCancelled`, `deletionDate`) and starts a session.
 */
export async function admit(services: Services, member: Member, language: WireLanguage) {
  const suspension = suspensionOf(member, services.now(), languageIn(language));
  if (suspension) throw new Refusal(Code.USER_SUSPENDED, "USER_SUSPENDED", suspension);
  await services.db.run(sql`UPDATE members SET failed_count = 0, deletion_at = NULL WHERE id = ${member.id}`);
  return {
    ...(await startSession(services, member)),
    ...(member.deletion_at !== null && {
      deletionCancelled: true,
      deletionDate: iso(member.deletion_at),
    }),
  };
}

/**
 * Implements POST auth/sign-in. Checks in this order: unknown address 0, deleted 1007, locked 1117 (even with the
 * right password), wrong password 1200 with `failed_count` 1 to 4 or 1201 for the fifth (locks the account and mails
 * a reset link), suspended 1118.
 */
async function signIn(services: Services, email: string, password: string, language: WireLanguage) {
  return services.lock(`sign-in ${email.trim().toLowerCase()}`, async () => {
    const member = await memberByEmail(services.db, email);
    const right =
      (await isPassword(password, member?.password ?? null)) ||
      (member !== undefined && services.oneTime.take(password, member.id));
    if (!member) throw new Refusal(Code.FAIL, "FAIL");
    if (isDeleted(member, services.now())) throw new Refusal(Code.AUTH_USER_DELETED, "USER_DELETED");
    if (member.locked) throw new Refusal(Code.USER_LOCKED, "USER_LOCKED");
    if (right) return admit(services, member, language);

    const failed = member.failed_count + 1;
    const locks = failed >= MAX_FAILURES;
    await services.db.run(
      sql`UPDATE members SET failed_count = ${failed}, locked = ${locks} WHERE id = ${member.id}`,
    );
    if (!locks) throw new Refusal(Code.PASSWORD_FAIL, "PASSWORD_FAIL", { failed_count: failed });
    const to = member.email ?? email;
    await mailResetLink(services, to, languageIn(language), "locked", await newResetToken(services, member));
    throw new Refusal(Code.PASSWORD_FAIL_LOCK, "PASSWORD_FAIL_LOCK", { failed_count: failed });
  });
}

export function authCalls(services: Services) {
  const app = new Hono<Env>();

  app.post("/sign-in", async (c) => {
    const { email, password, language } = await bodyOf(c, signInRequest);
    return ok(c, await signIn(services, email, password, language));
  });

  // Ends the session of the refresh token in the body if it belongs to the caller, otherwise the caller's session.
  app.post("/sign-out", authenticated(services), async (c) => {
    const { token } = await bodyOf(c, signOutRequest);
    const read = readToken(token, services.key, services.now());
    const sid = typeof read === "object" && read.kind === "refresh" ? read.sid : undefined;
    await services.db.run(
      sql`DELETE FROM sessions WHERE sid = ${sid ?? c.get("sid")} AND member_id = ${c.get("member").id}`,
    );
    return ok(c);
  });

  app.post("/check-email", async (c) => {
    const { email } = await bodyOf(c, registeredEmailRequest);
    return ok(c, (await memberByEmail(services.db, email)) !== undefined);
  });

  // A member suspended after sign-in gets no new token. refresh/session returns the suspension, refresh/access-token
  // 401.
  const suspended = (c: Call) => suspensionOf(c.get("member"), services.now(), "ja");

  app.get("/refresh/session", authenticated(services, ["refresh"]), async (c) => {
    queryOf(c, platformRequest);
    const suspension = suspended(c);
    if (suspension) throw new Refusal(Code.USER_SUSPENDED, "USER_SUSPENDED", suspension);
    return ok(c, await continueSession(services, c.get("member"), c.get("sid"), c.get("jti")));
  });

  app.get("/refresh/access-token", authenticated(services, ["refresh"]), (c) => {
    if (suspended(c)) throw new Refusal(Code.AUTH_INVALID_TOKEN, "INVALID_TOKEN", null, 401);
    return ok(c, { accessToken: sessionData(services, c.get("member"), c.get("sid")).accessToken });
  });

  return app;
}
