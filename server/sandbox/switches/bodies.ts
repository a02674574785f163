/** Bodies of recorded calls (GET /__calls). */

/** Maximum recorded length of a body, in characters. */
const KEPT_CHARACTERS = 16_384;
/** Maximum size of a JSON request in both APIs, in bytes. */
const LONGEST_REQUEST_BYTES = 64 * 1024;

/** Fields that are masked: passwords, tokens, codes and payment secrets. */
const SECRETS =
  /^(?:password|oldPassword|newPassword|token|accessToken|refreshToken|ecAccessToken|authCode|signature|clientSecret|fileUrl)$/;

const isJson = (headers: Headers) => /\bjson\b/.test(headers.get("content-type") ?? "");

/** Returns the text of a JSON request without consuming it; undefined for other, too long or incomplete bodies. */
export async function requestText(request: Request): Promise<string | undefined> {
  if (request.method === "GET" || !isJson(request.headers)) return undefined;
  const length = request.headers.get("content-length");
  const isLong = length === null ? request.headers.has("transfer-encoding") : +length > LONGEST_REQUEST_BYTES;
  if (isLong) return undefined;
  // The client disconnected while sending.
  return request
    .clone()
    .text()
    .catch(() => undefined);
}

/** Returns a JSON response that can still be read, and its text. Other responses are returned unchanged. */
export async function responseText(response: Response): Promise<[response: Response, text?: string]> {
  if (response.body === null || !isJson(response.headers)) return [response];
  const text = await response.text();
  const { status, headers } = response;
  return [new Response(text, { status, headers }), text];
}

/** Masks secrets in a JSON body with `***` and cuts it to 16,384 characters; a cut body ends with "…". */
export function maskedBody(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `(no JSON, ${text.length} characters)`;
  }
  const masked = JSON.stringify(body, function mask(this: Record<string, unknown>, name, value: unknown) {
    // Masks the wallet's signed message, but not the message of an envelope or an inquiry.
    const isSigned = name === "message" && "signature" in this;
    return (SECRETS.test(name) || isSigned) && typeof value === "string" ? "***" : value;
  });
  return masked.length > KEPT_CHARACTERS ? `${masked.slice(0, KEPT_CHARACTERS)}…` : masked;
}
