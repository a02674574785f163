/** The bodies of calls, as the record of calls shows them (GET /__calls). */

/** Characters of a body that are kept. */
const KEPT_CHARACTERS = 16_384;
/** More than any JSON body that the two APIs take: 64 kB. */
const LONGEST_REQUEST_BYTES = 64 * 1024;

/** Fields whose values nobody may read in a log: passwords, tokens, codes, and what pays. */
const SECRETS =
  /^(?:password|oldPassword|newPassword|token|accessToken|refreshToken|ecAccessToken|authCode|signature|clientSecret|fileUrl)$/;

const isJson = (headers: Headers) => /\bjson\b/.test(headers.get("content-type") ?? "");

/** The text of a JSON request, which can still be read afterwards; undefined for another, a long or a broken one. */
export async function requestText(request: Request): Promise<string | undefined> {
  if (request.method === "GET" || !isJson(request.headers)) return undefined;
  const length = request.headers.get("content-length");
  const isLong = length === null ? request.headers.has("transfer-encoding") : +length > LONGEST_REQUEST_BYTES;
  if (isLong) return undefined;
  // A caller that goes away while it sends has sent no body.
  return request
    .clone()
    .text()
    .catch(() => undefined);
}

/** A JSON response and its text. */
export async function responseText(response: Response): Promise<[response: Response, text?: string]> {
  if (response.body === null || !isJson(response.headers)) return [response];
  const text = await response.text();
  const { status, headers } = response;
  return [new Response(text, { status, headers }), text];
}

/** The parsed body with `***` for its secrets, as JSON text of at most 16,384 characters; a longer one ends with "…". */
export function maskedBody(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `(no JSON, ${text.length} characters)`;
  }
  const masked = JSON.stringify(body, function mask(this: Record<string, unknown>, name, value: unknown) {
    // The text that a wallet signs, unlike the message of an envelope or of an inquiry.
    const isSigned = name === "message" && "signature" in this;
    return (SECRETS.test(name) || isSigned) && typeof value === "string" ? "***" : value;
  });
  return masked.length > KEPT_CHARACTERS ? `${masked.slice(0, KEPT_CHARACTERS)}…` : masked;
}
