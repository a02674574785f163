import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { Code } from "../wire/codes";
import { Refusal } from "./responses";
import { insertRow, sql } from "./database";
import type { Call, Env, Services } from "./services";
import { finishOverdue } from "./settlement";
import { isDeleted, memberById, userFields, type Member } from "./members";

const RESET_TOKEN_SECONDS = 30 * 60;

const claims = z.object({
  kind: z.enum(["access", "refresh", "ec", "reset"]),
  sub: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
  /** Session id, in access, refresh and ec tokens. */
  sid: z.string().optional(),
  /** E-mail address, in reset tokens. The site reads it. */
  email: z.string().optional(),
});
export type Claims = z.infer<typeof claims>;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signature = (text: string, key: string) => createHmac("sha256", key).update(text).digest();

/** Creates a JWT (HS256) with a new `jti`. */
function signToken(
  { key, now }: Services,
  wanted: Pick<Claims, "kind" | "sub" | "sid" | "email">,
  seconds: number,
) {
  const iat = Math.floor(now() / 1000);
  const jti = randomUUID();
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ ...wanted, jti, iat, exp: iat + seconds })}`;
  return { token: `${text}.${signature(text, key).toString("base64url")}`, jti };
}

/** Returns the token in the value of an Authorization header. */
export const bearerIn = (header: string | null | undefined) => /^Bearer (\S+)$/i.exec(header ?? "")?.[1];

/** Returns the claims of a token of this sandbox; "expired" after its `exp`, "invalid" for anything else. */
export function readToken({ key, now }: Services, token = ""): Claims | "expired" | "invalid" {
  const [head, payload, given, ...rest] = token.split(".");
  if (head === undefined || payload === undefined || given === undefined || rest.length > 0) return "invalid";
  const wanted = signature(`${head}.${payload}`, key);
  const got = Buffer.from(given, "base64url");
  if (got.length !== wanted.length || !timingSafeEqual(got, wanted)) return "invalid";
  // The signature is valid, so the payload is JSON from `signToken`.
  const read = claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString())).data;
  if (!read) return "invalid";
  return read.exp * 1000 <= now() ? "expired" : read;
}

/**
 * Returns the `data` of a session: new tokens and the user fields. Access and ec tokens are valid for 15 minutes,
 * refresh tokens for 14 days (settings). They end with the session row, so a sign-out or a new password ends them at
 * once.
 */
export function sessionData(services: Services, member: Member, sid: string) {
  const { accessTokenSeconds, refreshTokenSeconds } = services.settings;
  const sign = (kind: Claims["kind"], seconds: number) =>
    signToken(services, { kind, sub: String(member.id), sid }, seconds).token;
  return {
    accessToken: sign("access", accessTokenSeconds),
    refreshToken: sign("refresh", refreshTokenSeconds),
    ecAccessToken: sign("ec", accessTokenSeconds),
    ...userFields(member),
  };
}

export async function startSession(services: Services, member: Member) {
  const sid = randomUUID();
  const expiresAt = services.now() + services.settings.refreshTokenSeconds * 1000;
  await services.db.atomically([
    sql`DELETE FROM sessions WHERE expires_at < ${services.now()}`,
    insertRow("sessions", { sid, memberId: member.id, expiresAt }),
  ]);
  return sessionData(services, member, sid);
}

/** Returns new data for the same session. The used refresh token ends after settings.refreshGraceSeconds. */
export async function continueSession(services: Services, member: Member, sid: string, jti: string) {
  const now = services.now();
  const life = services.settings.refreshTokenSeconds * 1000;
  await services.db.atomically([
    sql`INSERT OR IGNORE INTO spent_refresh_tokens (jti, spent_at) VALUES (${jti}, ${now})`,
    sql`DELETE FROM spent_refresh_tokens WHERE spent_at < ${now - life}`,
    sql`UPDATE sessions SET expires_at = ${now + life} WHERE sid = ${sid}`,
  ]);
  return sessionData(services, member, sid);
}

/** Creates a reset token for a link or for auth/token: valid once, for 30 minutes. */
export async function newResetToken(services: Services, member: Member): Promise<string> {
  const wanted = { kind: "reset", sub: String(member.id), email: member.email ?? "" } as const;
  const { token, jti } = signToken(services, wanted, RESET_TOKEN_SECONDS);
  await services.db.run(insertRow("reset_tokens", { jti, memberId: member.id }));
  return token;
}

const unauthorized = (message: string, code: number = Code.AUTH_UNAUTHORIZED) =>
  new Refusal(code, message, null, 401);

/** @throws Refusal 401 for a missing or invalid token */
async function callerOf(services: Services, c: Call, kinds: Claims["kind"][]) {
  const token = bearerIn(c.req.header("authorization"));
  if (token === undefined) throw unauthorized("A token is needed");
  const read = readToken(services, token);
  if (read === "expired") throw unauthorized("The token has expired", Code.AUTH_EXPIRED_TOKEN);
  if (read === "invalid" || !kinds.includes(read.kind) || read.sid === undefined)
    throw unauthorized("The token is not valid", Code.AUTH_INVALID_TOKEN);
  if (read.kind === "refresh") {
    const grace = services.settings.refreshGraceSeconds * 1000;
    const spent = await services.db.one(
      sql`SELECT 1 FROM spent_refresh_tokens WHERE jti = ${read.jti} AND spent_at <= ${services.now() - grace}`,
    );
    if (spent) throw unauthorized("The token was used", Code.AUTH_INVALID_TOKEN);
  }
  const member = await services.db.one<Member>(
    sql`SELECT members.* FROM sessions JOIN members ON members.id = member_id WHERE sid = ${read.sid}`,
  );
  if (!member || isDeleted(member, services.now())) throw unauthorized("The session has ended");
  return { member, sid: read.sid, jti: read.jti };
}

/** Middleware that requires a bearer token of one of these kinds (401 otherwise) and sets the variables of the call. */
export const authenticated = (services: Services, kinds: Claims["kind"][] = ["access"]) =>
  createMiddleware<Env>(async (c, next) => {
    const { member, sid, jti } = await callerOf(services, c, kinds);
    c.set("member", member);
    c.set("sid", sid);
    c.set("jti", jti);
    if (await finishOverdue(services, member.id)) c.set("member", await fresh(services, c));
    await next();
  });

/** Returns the caller of a call that guests may make too. An invalid token is still 401. */
export async function callerIfAny(services: Services, c: Call): Promise<Member | undefined> {
  return bearerIn(c.req.header("authorization")) === undefined
    ? undefined
    : (await callerOf(services, c, ["access"])).member;
}

/** Reads the member again, who may have changed since the middleware read it. */
export async function fresh(services: Services, c: Call): Promise<Member> {
  const member = await memberById(services.db, c.get("member").id);
  if (!member) throw unauthorized("The session has ended");
  return member;
}
