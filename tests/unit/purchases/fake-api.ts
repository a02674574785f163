import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { noteKnown } from "#server/api/proposed-fields.server";
import { env } from "#server/config/env.server";
import type { Buyer } from "#server/purchases/ledger.server";
import { features } from "#server/purchases/features.server";
import { timing } from "#server/purchases/timing.server";
import { withClockAt, withEqualClocks } from "./support";

/**
 * The product API, order service and payment provider of a test: the responses they give next (500 after the last),
 * and the requests that they got.
 */
interface FakeApi {
  responses: { status?: number; isReplay?: boolean; headers?: Record<string, string>; body: unknown }[];
  /** Query of each request. */
  asked: URLSearchParams[];
  /** "METHOD /path" of each request, and its body if it has one. */
  sent: [call: string, body?: unknown][];
  /** Its header Known-Fields (money M9.8): by default every proposed field of a purchase and an order. */
  knows: string | undefined;
}

const KNOWS = "expectedUnitAmount, expectedCurrency, orderId, transactionId";

/** Tokens of a member whose session has not ended. */
export const tokens = { accessToken: async () => "token", renew: async () => undefined };

export const buyerOf = (owner: string): Buyer => ({ owner, tokens, orderTokens: async () => undefined });

/** Returns a successful response. */
export const success = (data: unknown) => ({ body: { result: 1, message: "", data } });

/** Returns a business refusal. */
export const refused = (result: number, data: unknown = null) => ({ body: { result, message: "", data } });

/** Replaces the product API in all tests of the file. The clock stands at `now`; calls are repeated without a pause. */
export function withFakeApi(now: number): FakeApi {
  const api: FakeApi = { responses: [], asked: [], sent: [], knows: KNOWS };
  const { tries } = timing;
  const { apiBaseUrl, orderApiBaseUrl, stripePublishableKey, stripeJsUrl } = env();
  let server: Server;
  beforeAll(async () => {
    const respond = async (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? "", "http://api.test");
      const body = await text(request);
      const call = `${request.method} ${url.pathname}`;
      api.asked.push(url.searchParams);
      api.sent.push(body ? [call, JSON.parse(body)] : [call]);
      const answer = api.responses.shift() ?? { status: 500, body: {} };
      const headers = {
        ...{ "Content-Type": "application/json", Date: new Date().toUTCString() },
        ...(answer.isReplay && { "Idempotency-Replayed": "true" }),
        ...(api.knows !== undefined && { "Known-Fields": api.knows }),
        ...answer.headers,
      };
      response.writeHead(answer.status ?? 200, headers).end(JSON.stringify(answer.body));
    };
    server = createServer((request, response) => void respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  withEqualClocks();
  withClockAt(now);
  beforeEach(() => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(env(), { apiBaseUrl: origin, orderApiBaseUrl: `${origin}/orders` });
    Object.assign(env(), { stripePublishableKey: "pk_1", stripeJsUrl: `${origin}/stripe.js` });
    Object.assign(api, { responses: [], asked: [], sent: [], knows: KNOWS });
    for (const service of ["product", "orders"] as const) noteKnown(service, KNOWS);
    timing.tries = [0, 0, 0];
  });
  afterEach(() => {
    Object.assign(env(), { apiBaseUrl, orderApiBaseUrl, stripePublishableKey, stripeJsUrl });
    timing.tries = tries;
    for (const feature of Object.values(features)) feature.has = undefined;
  });
  return api;
}
