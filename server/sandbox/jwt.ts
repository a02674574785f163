import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";

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

/**
 * Creates a JWT (HS256) with a new `jti`.
 *
 * @param now epoch ms
 * @param seconds lifetime
 */
export function signToken(
  wanted: Pick<Claims, "kind" | "sub" | "sid" | "email">,
  { key, now, seconds }: { key: string; now: number; seconds: number },
): { token: string; jti: string } {
  const iat = Math.floor(now / 1000);
  const jti = randomUUID();
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ ...wanted, jti, iat, exp: iat + seconds })}`;
  return { token: `${text}.${signature(text, key).toString("base64url")}`, jti };
}

/** Returns the token in the value of an Authorization header. */
export const bearerIn = (header: string | null | undefined) => /^Bearer (\S+)$/i.exec(header ?? "")?.[1];

/**
 * Returns the claims of a token signed with this key; "expired" after its `exp`, "invalid" for anything else.
 *
 * @param now epoch ms
 */
export function readToken(token: string, key: string, now: number): Claims | "expired" | "invalid" {
  const [head, payload, given, ...rest] = token.split(".");
  if (head === undefined || payload === undefined || given === undefined || rest.length > 0) return "invalid";
  const wanted = signature(`${head}.${payload}`, key);
  const got = Buffer.from(given, "base64url");
  if (got.length !== wanted.length || !timingSafeEqual(got, wanted)) return "invalid";
  // The signature is valid, so the payload is JSON from `signToken`.
  const read = claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!read.success) return "invalid";
  return read.data.exp * 1000 <= now ? "expired" : read.data;
}
