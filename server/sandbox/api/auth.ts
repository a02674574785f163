import { randomInt } from "node:crypto";
import type { z } from "zod";
import { calls } from "../../wire/calls";
import { Code } from "../../wire/codes";
import type { WireLanguage } from "../../wire/common";
import { readName } from "../../wire/readers";
import { invalid, Refusal } from "../responses";
import { sql } from "../database";
import type { Call, Services } from "../services";
import { mailCode, mailResetLink } from "../mailbox";
import * as members from "../members";
import { hashPassword, isGoodEmail, isGoodName, isGoodPassword, isPassword } from "../passwords";
import { iso, languageIn } from "../texts";
import { continueSession, newResetToken, readToken, sessionData, startSession } from "../tokens";
import type { Route } from "./route";

const CODE_LIFE = 30 * 60_000;
const CODE_COOLDOWN = 5 * 60_000;
/** A verified address may sign up for 24 hours, because the sign-up form can take a while. */
const VERIFIED_LIFE = 24 * 60 * 60_000;
/** Maximum wrong attempts per code. After that the code is invalid (1006), so that six digits cannot be guessed. */
const MAX_ATTEMPTS = 20;

/**
 * Completes a sign-in by password or wallet: refuses a suspended member (1118 with the suspension), cancels a
 * scheduled deletion (`deletionCancelled`, `deletionDate`) and starts a session.
 */
export async function admit(services: Services, member: members.Member, language: WireLanguage) {
  const suspension = members.suspensionOf(member, services.now(), languageIn(language));
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
  return services.lock(`sign-in ${members.lowered(email)}`, async () => {
    const member = await members.memberByEmail(services.db, email);
    const right =
      (await isPassword(password, member?.password ?? null)) ||
      (member !== undefined && services.oneTime.take(password, member.id));
    if (!member) throw new Refusal(Code.FAIL, "FAIL");
    if (members.isDeleted(member, services.now())) throw new Refusal(Code.AUTH_USER_DELETED, "USER_DELETED");
    if (member.locked) throw new Refusal(Code.USER_LOCKED, "USER_LOCKED");
    if (right) return admit(services, member, language);

    const failed = member.failed_count + 1;
    const locks = failed >= members.MAX_FAILURES;
    await services.db.run(
      sql`UPDATE members SET failed_count = ${failed}, locked = ${locks} WHERE id = ${member.id}`,
    );
    if (!locks) throw new Refusal(Code.PASSWORD_FAIL, "PASSWORD_FAIL", { failed_count: failed });
    await mailResetLink(services, member, language, "locked");
    throw new Refusal(Code.PASSWORD_FAIL_LOCK, "PASSWORD_FAIL_LOCK", { failed_count: failed });
  });
}

const codeOf = (services: Services, address: string) =>
  services.db.one<{ code: string; issued_at: number; attempts: number; verified_at: number | null }>(
    sql`SELECT * FROM codes WHERE email = ${address}`,
  );

/**
 * Checks a code: wrong, missing or too many attempts 1006, older than 30 minutes 1008. A right code stays valid until
 * it expires.
 */
async function checkCode(services: Services, email: string, given: string): Promise<void> {
  const address = members.lowered(email);
  const row = await codeOf(services, address);
  if (!row || row.attempts >= MAX_ATTEMPTS) throw new Refusal(Code.AUTH_INVALID_CODE, "INVALID_CODE");
  if (services.now() >= row.issued_at + CODE_LIFE) throw new Refusal(Code.AUTH_EXPIRED_CODE, "EXPIRED_CODE");
  if (row.code !== given.trim()) {
    await services.db.run(sql`UPDATE codes SET attempts = attempts + 1 WHERE email = ${address}`);
    throw new Refusal(Code.AUTH_INVALID_CODE, "INVALID_CODE");
  }
  await services.db.run(sql`UPDATE codes SET verified_at = ${services.now()} WHERE email = ${address}`);
}

async function requestCode(services: Services, address: string, language: WireLanguage): Promise<void> {
  if (!isGoodEmail(address)) throw invalid("INVALID_EMAIL", Code.USER_INVALID_EMAIL);
  const before = await codeOf(services, address);
  if (before && services.now() < before.issued_at + CODE_COOLDOWN)
    throw new Refusal(Code.TOO_MANY_REQUESTS, "TOO_MANY_REQUESTS");
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await services.db.run(
    sql`INSERT OR REPLACE INTO codes (email, code, issued_at) VALUES (${address}, ${code}, ${services.now()})`,
  );
  await mailCode(services, address, language, code);
}

/**
 * Signs up a member. The address must be verified (1006 otherwise) and not taken (1009); invalid fields are 1114 to
 * 1116.
 */
async function signUp(services: Services, address: string, wanted: z.output<typeof calls.signUp.json>) {
  const { password, firstName, lastName } = wanted;
  if (!isGoodEmail(address)) throw invalid("INVALID_EMAIL", Code.USER_INVALID_EMAIL);
  if (!isGoodPassword(password)) throw invalid("INVALID_PASSWORD", Code.USER_INVALID_PASSWORD);
  if (!isGoodName(firstName) || !isGoodName(lastName)) throw invalid("INVALID_NAME", Code.USER_INVALID_NAME);
  if (await members.memberByEmail(services.db, address))
    throw new Refusal(Code.AUTH_DUPLICATE_EMAIL, "DUPLICATE_EMAIL");
  const verifiedAt = (await codeOf(services, address))?.verified_at;
  if (verifiedAt == null || services.now() > verifiedAt + VERIFIED_LIFE)
    throw new Refusal(Code.AUTH_INVALID_CODE, "The address has not been verified");
  await services.db.atomically([
    members.insertMember({
      email: address,
      password: await hashPassword(password),
      first_name: readName(firstName),
      last_name: readName(lastName),
      created_at: services.now(),
    }),
    sql`DELETE FROM codes WHERE email = ${address}`,
  ]);
}

/** @throws Refusal for an unknown address and a deleted account */
async function presentMember(services: Services, email: string) {
  const member = await members.memberByEmail(services.db, email);
  if (member && !members.isDeleted(member, services.now())) return member;
  throw new Refusal(Code.AUTH_EMAIL_NOT_FOUND, "EMAIL_NOT_FOUND");
}

/**
 * Sets a new password with a reset token, which is valid once (1010 afterwards) and for 30 minutes (1016 afterwards).
 * Unlocks the account and ends the member's sessions and other reset tokens.
 */
async function resetPassword(services: Services, token: string, password: string): Promise<void> {
  const read = readToken(services, token);
  if (read === "expired") throw new Refusal(Code.AUTH_EXPIRED_TOKEN, "EXPIRED_TOKEN");
  const unusable = new Refusal(Code.AUTH_INVALID_TOKEN, "INVALID_TOKEN");
  if (read === "invalid" || read.kind !== "reset") throw unusable;
  await services.lock(`reset ${read.sub}`, async () => {
    const open = await services.db.one(sql`SELECT 1 FROM reset_tokens WHERE jti = ${read.jti}`);
    const member = await members.memberById(services.db, read.sub);
    if (!open || !member || members.isDeleted(member, services.now())) throw unusable;
    if (!isGoodPassword(password)) throw invalid("INVALID_PASSWORD", Code.USER_INVALID_PASSWORD);
    await services.db.atomically([
      sql`UPDATE members SET password = ${await hashPassword(password)}, locked = 0, failed_count = 0
        WHERE id = ${member.id}`,
      sql`DELETE FROM reset_tokens WHERE member_id = ${member.id}`,
      sql`DELETE FROM sessions WHERE member_id = ${member.id}`,
    ]);
  });
}

export function authCalls(services: Services, on: Route) {
  on(calls.signIn, ({ email, password, language }) => signIn(services, email, password, language));

  // Ends the session of the refresh token in the body if it belongs to the caller, otherwise the caller's session.
  on(calls.signOut, async ({ token }, c) => {
    const read = readToken(services, token);
    const sid = typeof read === "object" && read.kind === "refresh" ? read.sid : undefined;
    await services.db.run(
      sql`DELETE FROM sessions WHERE sid = ${sid ?? c.get("sid")} AND member_id = ${c.get("member").id}`,
    );
  });

  on(calls.checkEmail, async ({ email }) => (await members.memberByEmail(services.db, email)) !== undefined);

  // A member suspended after sign-in gets no new token. refresh/session returns the suspension, refresh/access-token
  // 401.
  const suspended = (c: Call) => members.suspensionOf(c.get("member"), services.now(), "ja");

  on(calls.refreshSession, (_, c) => {
    const suspension = suspended(c);
    if (suspension) throw new Refusal(Code.USER_SUSPENDED, "USER_SUSPENDED", suspension);
    return continueSession(services, c.get("member"), c.get("sid"), c.get("jti"));
  });

  on(calls.refreshAccessToken, (_, c) => {
    if (suspended(c)) throw new Refusal(Code.AUTH_INVALID_TOKEN, "INVALID_TOKEN", null, 401);
    return { accessToken: sessionData(services, c.get("member"), c.get("sid")).accessToken };
  });

  on(calls.requestCode, ({ email, language }) => {
    const address = members.lowered(email);
    return services.lock(`code ${address}`, () => requestCode(services, address, language));
  });

  on(calls.verifyCode, async ({ email, authCode }) => {
    await checkCode(services, email, authCode);
    return { result: 1 };
  });

  on(calls.signUp, (wanted) => {
    const address = members.lowered(wanted.email);
    return services.lock(`code ${address}`, () => signUp(services, address, wanted));
  });

  // Returns a reset token for a member who proved the address with a code instead of a link.
  on(calls.resetToken, async ({ email, authCode }) => {
    await checkCode(services, email, authCode);
    return { token: await newResetToken(services, await presentMember(services, email)) };
  });

  on(calls.forgotPassword, async ({ email, language }) =>
    mailResetLink(services, await presentMember(services, email), language, "forgotten"),
  );

  on(calls.resetPassword, async ({ password, token }) => {
    await resetPassword(services, token, password);
    return { result: 1 };
  });
}
