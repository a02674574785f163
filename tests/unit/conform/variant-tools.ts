/** What the defective variants of the sandbox change in requests and responses. */
import type { ConformSandbox, Proxy } from "./sandbox";

/**
 * One kind of defective API: the proxy that creates the defect, and the findings that the kit must report, as `rule
 * path`.
 */
export interface Variant {
  id: string;
  name: string;
  proxy: (of: ConformSandbox) => Proxy;
  found: string[];
}

/** Returns whether a request is this call. */
export const isCall = ({ method, url }: Request, wanted: string) =>
  `${method} ${new URL(url).pathname}` === wanted;
export const PURCHASE = "POST /api/store/products/purchase";
export const CAPTURE = "POST /api/store/order/capture";
/** Returns the idempotency key of a request. */
export const keyOf = (request: Request) => request.headers.get("idempotency-key") ?? "";

/** Returns the request with a changed JSON body. */
export async function withBody(
  request: Request,
  change: (body: Record<string, unknown>) => object,
): Promise<Request> {
  const text = await request.clone().text();
  let body: object;
  try {
    body = JSON.parse(text) as object;
  } catch {
    return request;
  }
  const init = {
    method: request.method,
    headers: request.headers,
    body: JSON.stringify(change(body as Record<string, unknown>)),
  };
  return new Request(request.url, init);
}

/** Returns the request with another idempotency key. */
export function withKey(request: Request, key: string): Request {
  const changed = request.clone();
  changed.headers.set("Idempotency-Key", key);
  return changed;
}

/** Returns the response with changed data, if it is a success. */
export const withData = async (response: Response, change: (data: never) => unknown): Promise<Response> => {
  const whole = (await response.clone().json()) as { result: number; data: never };
  if (whole.result !== 1) return response;
  return Response.json(
    { ...whole, data: change(whole.data) },
    { status: response.status, headers: { Date: response.headers.get("date") ?? "" } },
  );
};

/** Returns the token of a request. */
export const bearerOf = (request: Request) => request.headers.get("authorization") ?? "";

/** Returns the id of the member in the access token's payload. */
export const memberOf = (request: Request) =>
  (
    JSON.parse(Buffer.from(bearerOf(request).split(".")[1] ?? "", "base64url").toString() || "{}") as {
      sub?: string;
    }
  ).sub;
