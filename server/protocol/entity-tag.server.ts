import { createHash } from "node:crypto";

const opaque = (tag: string) => tag.trim().replace(/^W\//, "");

/**
 * Returns the 304 to a request that already has this representation (RFC 9110 §13.1.2): with the headers that a 200
 * would have, except those of its content. Undefined otherwise.
 */
export function notModified({ method, headers: asked }: Request, headers: Headers): Response | undefined {
  const etag = headers.get("ETag");
  const condition = asked.get("If-None-Match");
  if (etag === null || condition === null || (method !== "GET" && method !== "HEAD")) return undefined;
  const isKnown =
    condition.trim() === "*" || condition.split(",").some((tag) => opaque(tag) === opaque(etag));
  if (!isKnown) return undefined;
  const remaining = new Headers(headers);
  for (const name of ["Content-Type", "Content-Language"]) remaining.delete(name);
  return new Response(null, { status: 304, headers: remaining });
}

/**
 * Returns a response whose ETag is a digest of its body, or the 304 to a request that has it. Weak, because a proxy may
 * compress the body.
 */
export function taggedResponse(request: Request, body: string, headers: Record<string, string>): Response {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const tagged = new Headers({ ...headers, ETag: `W/"${digest}"` });
  return notModified(request, tagged) ?? new Response(body, { headers: tagged });
}
