import { randomInt } from "node:crypto";
import { Hono } from "hono";
import {
  codeRequest,
  emailRequest,
  resetPasswordRequest,
  signUpRequest,
  type SignUpRequest,
} from "../../wire/auth";
import { Code } from "../../wire/codes";
import type { WireLanguage } from "../../wire/common";
import { bodyOf, invalid, ok, Refusal } from "../answers";
import { sql } from "../database";
import type { Env, Services } from "../services";
import { readToken } from "../jwt";
import { mailCode, mailResetLink } from "../mail";
import { insertMember, isDeleted, memberByEmail, memberById } from "../members";
import { hashPassword, isGoodEmail, isGoodName, isGoodPassword } from "../passwords";
import { languageIn } from "../texts";
import { newResetToken } from "../tokens";

const CODE_LIFE = 30 * 60_000;
const CODE_COOLDOWN = 5 * 60_000;
/** A verified address may sign up for 24 hours, because the sign-up form can take a while. */
const VERIFIED_LIFE = 24 * 60 * 60_000;
/** Maximum wrong attempts per code. After that the code is invalid (1006), so that six digits cannot be guessed. */
const MAX_ATTEMPTS = 20;

interface CodeRow {
  code: string;
  issued_at: number;
  attempts: number;
  verified_at: number | null;
}

const codeOf = (services: Services, address: string) =>
  services.db.one<CodeRow>(sql`SELECT * FROM codes WHERE email = ${address}`);

/**
 * Checks a code: wrong, missing or too many attempts 1006, older than 30 minutes 1008. A right code stays valid until
 * it expires.
 */
async function checkCode(services: Services, email: string, given: string): Promise<void> {
  const address = email.trim().toLowerCase();
  const row = await codeOf(services, address);
  if (!row || row.attempts >= MAX_ATTEMPTS) throw new Refusal(Code.AUTH_INVALID_CODE, "INVALID_CODE");
  if (services.now() >= row.issued_at + CODE_LIFE) throw new Refusal(Code.AUTH_EXPIRED_CODE, "EXPIRED_CODE");
  if (row.code !== given.trim()) {
    await services.db.run(sql`UPDATE codes SET attempts = attempts + 1 WHERE email = ${address}`);
    throw new Refusal(Code.AUTH_INVALID_CODE, "INVALID_CODE");
  }
  await services.db.run(sql`UPDATE codes SET verified_at = ${services.now()} WHERE email = ${address}`);
}

async function requestCode(services: Services, email: string, language: WireLanguage): Promise<void> {
  const address = email.trim().toLowerCase();
  if (!isGoodEmail(address)) throw invalid("INVALID_EMAIL", Code.USER_INVALID_EMAIL);
  const before = await codeOf(services, address);
  if (before && services.now() < before.issued_at + CODE_COOLDOWN) {
    throw new Refusal(Code.TOO_MANY_REQUESTS, "TOO_MANY_REQUESTS");
  }
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await services.db.run(
    sql`INSERT OR REPLACE INTO codes (email, code, issued_at) VALUES (${address}, ${code}, ${services.now()})`,
  );
  await mailCode(services, address, languageIn(language), code);
}

/**
 * Signs up a member. The address must be verified (1006 otherwise) and not taken (1009); invalid fields are 1114 to
 * 1116.
 */
async function signUp(services: Services, { email, password, firstName, lastName }: SignUpRequest) {
  const address = email.trim().toLowerCase();
  if (!isGoodEmail(address)) throw invalid("INVALID_EMAIL", Code.USER_INVALID_EMAIL);
  if (!isGoodPassword(password)) throw invalid("INVALID_PASSWORD", Code.USER_INVALID_PASSWORD);
  if (!isGoodName(firstName) || !isGoodName(lastName)) {
    throw invalid("INVALID_NAME", Code.USER_INVALID_NAME);
  }
  if (await memberByEmail(services.db, address)) {
    throw new Refusal(Code.AUTH_DUPLICATE_EMAIL, "DUPLICATE_EMAIL");
  }
  const verifiedAt = (await codeOf(services, address))?.verified_at;
  if (verifiedAt == null || services.now() > verifiedAt + VERIFIED_LIFE) {
    throw new Refusal(Code.AUTH_INVALID_CODE, "The address has not been verified");
  }
  await services.db.atomically([
    insertMember({
      email: address,
      password: await hashPassword(password),
      first_name: firstName.trim(),
      last_name: lastName.trim(),
      created_at: services.now(),
    }),
    sql`DELETE FROM codes WHERE email = ${address}`,
  ]);
}

/**
 * Sets a new password with a reset token, which is valid once (1010 afterwards) and for 30 minutes (1016 afterwards).
 * Unlocks the account and ends the member's sessions and other reset tokens.
 */
async function resetPassword(services: Services, token: string, password: string): Promise<void> {
  const read = readToken(token, services.key, services.now());
  if (read === "expired") throw new Refusal(Code.AUTH_EXPIRED_TOKEN, "EXPIRED_TOKEN");
  if (read === "invalid" || read.kind !== "reset")
    throw new Refusal(Code.AUTH_INVALID_TOKEN, "INVALID_TOKEN");
  await services.lock(`reset ${read.sub}`, async () => {
    const open = await services.db.one(sql`SELECT 1 FROM reset_tokens WHERE jti = ${read.jti}`);
    const member = await memberById(services.db, read.sub);
    if (!open || !member || isDeleted(member, services.now())) {
      throw new Refusal(Code.AUTH_INVALID_TOKEN, "INVALID_TOKEN");
    }
    if (!isGoodPassword(password)) throw invalid("INVALID_PASSWORD", Code.USER_INVALID_PASSWORD);
    await services.db.atomically([
      sql`UPDATE members SET password = ${await hashPassword(password)}, locked = 0, failed_count = 0
        WHERE id = ${member.id}`,
      sql`DELETE FROM reset_tokens WHERE member_id = ${member.id}`,
      sql`DELETE FROM sessions WHERE member_id = ${member.id}`,
    ]);
  });
}

export function recoveryCalls(services: Services) {
  const app = new Hono<Env>();

  app.post("/request-code", async (c) => {
    const { email, language } = await bodyOf(c, emailRequest);
    await services.lock(`code ${email.trim().toLowerCase()}`, () => requestCode(services, email, language));
    return ok(c);
  });

  app.post("/verify-code", async (c) => {
    const { email, authCode } = await bodyOf(c, codeRequest);
    await checkCode(services, email, authCode);
    return ok(c, { result: 1 });
  });

  app.post("/sign-up", async (c) => {
    const wanted = await bodyOf(c, signUpRequest);
    await services.lock(`code ${wanted.email.trim().toLowerCase()}`, () => signUp(services, wanted));
    return ok(c);
  });

  // Returns a reset token for a member who proved the address with a code instead of a link.
  app.post("/token", async (c) => {
    const { email, authCode } = await bodyOf(c, codeRequest);
    await checkCode(services, email, authCode);
    const member = await memberByEmail(services.db, email);
    if (!member || isDeleted(member, services.now())) {
      throw new Refusal(Code.AUTH_EMAIL_NOT_FOUND, "EMAIL_NOT_FOUND");
    }
    return ok(c, { token: await newResetToken(services, member) });
  });

  app.post("/forgot-password", async (c) => {
    const { email, language } = await bodyOf(c, emailRequest);
    const member = await memberByEmail(services.db, email);
    if (!member?.email || isDeleted(member, services.now())) {
      throw new Refusal(Code.AUTH_EMAIL_NOT_FOUND, "EMAIL_NOT_FOUND");
    }
    const token = await newResetToken(services, member);
    await mailResetLink(services, member.email, languageIn(language), "forgotten", token);
    return ok(c);
  });

  app.patch("/reset-password", async (c) => {
    const { password, token } = await bodyOf(c, resetPasswordRequest);
    await resetPassword(services, token, password);
    return ok(c, { result: 1 });
  });

  return app;
}
