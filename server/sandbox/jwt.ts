import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";

const claims = z.object({
  kind: z.enum(["access", "refresh", "ec", "reset"]),
  sub: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
  /** the session of access, refresh and ec */
  sid: z.string().optional(),
  /** reset: the address, which the site reads */
  email: z.string().optional(),
});
export type Claims = z.infer<typeof claims>;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signature = (text: string, key: string) => createHmac("sha256", key).update(text).digest();

/** A signed JWT (HS256) with a `jti` of its own, valid for `seconds` from `now` (milliseconds). */
export function signToken(
  wanted: Pick<Claims, "kind" | "sub" | "sid" | "email">,
  { key, now, seconds }: { key: string; now: number; seconds: number },
): { token: string; jti: string } {
  const iat = Math.floor(now / 1000);
  const jti = randomUUID();
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ ...wanted, jti, iat, exp: iat + seconds })}`;
  return { token: `${text}.${signature(text, key).toString("base64url")}`, jti };
}

/** The claims of a token that this key signed; "expired" after its `exp`, "invalid" for everything else. */
export function readToken(token: string, key: string, now: number): Claims | "expired" | "invalid" {
  const [head, payload, given, ...rest] = token.split(".");
  if (head === undefined || payload === undefined || given === undefined || rest.length > 0) return "invalid";
  const wanted = signature(`${head}.${payload}`, key);
  const got = Buffer.from(given, "base64url");
  if (got.length !== wanted.length || !timingSafeEqual(got, wanted)) return "invalid";
  // Signed with our key, so it is what `signToken` wrote.
  const read = claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!read.success) return "invalid";
  return read.data.exp * 1000 <= now ? "expired" : read.data;
}
