import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import * as client from "#server/api/api.server";
import { env } from "#server/config/env.server";
import { errorResponse } from "#server/web/error-response.server";
import { ApiError } from "#server/errors/api-error";
import { log } from "#server/observe/log.server";
import { inRequestScope } from "#server/runtime/request-scope.server";
import type { TokenSource } from "#server/api/token-source";
import { noApiTiming, waitedMs } from "#server/runtime/api-timing";
import type { WireCall } from "#server/wire/call";

let server: Server;
let handler: RequestListener;
/** A test's call: properties of its `calls` entry, its parameters and its input. */
type Made = Partial<Omit<WireCall, "query">> & {
  tokens?: TokenSource;
  params?: Record<string, string | number>;
} & {
  sent?: Record<string, string | number | undefined>;
};
let seen: { method: string; url: string; authorization?: string | undefined; body: string }[];

const schema = z.object({ name: z.string() });
const respond = (value: unknown, status = 200): RequestListener => {
  return (_, response) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
};
const good = respond({ result: 1, message: "", data: { name: "Soria" } });

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      seen.push({
        method: request.method ?? "",
        url: request.url ?? "",
        authorization: request.headers.authorization,
        body,
      });
      handler(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  env().apiBaseUrl = `http://127.0.0.1:${port}/api`;
  env().orderApiBaseUrl = `http://127.0.0.1:${port}/orders`;
});

const callApi = ({ tokens, params = {}, sent, ...wire }: Made): Promise<unknown> =>
  client.callWire<WireCall & { auth: "either"; query: z.AnyZodObject }>(
    {
      method: "GET",
      path: "/thing",
      data: schema,
      query: z.object({}),
      auth: "either",
      ...wire,
    } as WireCall & { auth: "either"; query: z.AnyZodObject },
    { tokens, params, query: sent ?? {} },
  );

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it("takes half a character for the sign of a missing one, and leaves whole ones alone", async () => {
  handler = respond({ result: 1, message: "", data: { name: "灯 \ud83d" } });
  expect(await callApi({})).toEqual({ name: "灯 \ufffd" });
  handler = (_, response) =>
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(String.raw`{"result":1,"message":"","data":{"name":"\ud83c\udfdd \udfdd"}}`);
  expect(await callApi({})).toEqual({ name: "🏝 \ufffd" });
});

async function failure(made: Made = {}) {
  try {
    await callApi(made);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("The call should have failed.");
}

const tokens = (first: string | undefined, renewed?: string) => {
  const source = { accessToken: vi.fn(async () => first), renew: vi.fn(async () => renewed) };
  return source satisfies TokenSource;
};

describe("a visitor who leaves", () => {
  /** Makes a call that the API does not answer, and aborts it as a disconnected visitor would once it has arrived. */
  async function left(
    made: Made,
  ): Promise<{ outcome: Promise<unknown>; isCut: Promise<boolean>; finish: () => void }> {
    let finish = () => {};
    let cut = (_: boolean) => {};
    const isCut = new Promise<boolean>((resolve) => (cut = resolve));
    const arrived = new Promise<void>((resolve) => {
      handler = (request, response) => {
        response.once("close", () => cut(!response.writableFinished));
        finish = () => good(request, response);
        resolve();
      };
    });
    const gone = new AbortController();
    const scope = { requestId: "left", gone: gone.signal, api: noApiTiming() };
    const outcome = inRequestScope(scope, () => callApi(made)).catch((error: unknown) => error);
    await arrived;
    gone.abort();
    return { outcome, isCut, finish: () => finish() };
  }

  it("aborts the API's call: its connection is closed, and nothing is logged", async () => {
    const warn = vi.spyOn(log, "warn");
    const { outcome, isCut } = await left({});
    expect(await outcome).toMatchObject({ status: 503, detail: "the visitor has gone" });
    expect(await isCut).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ["what changes something", { method: "POST" }],
    ["a renewal of tokens", { auth: "refresh", tokens: tokens("one") }],
  ] as [string, Made][])("%s goes on to its end", async (_, made) => {
    const { outcome, isCut, finish } = await left(made);
    finish();
    expect(await outcome).toEqual({ name: "Soria" });
    expect(await isCut).toBe(false);
  });
});

it("is noted with when it was waited for: what is asked side by side counts once", async () => {
  const { inRequestScope } = await import("#server/runtime/request-scope.server");
  const api = noApiTiming();
  const waiting: (() => void)[] = [];
  // Responses are sent only after all three requests have arrived.
  handler = (request, response) => {
    waiting.push(() => good(request, response));
    if (waiting.length === 3) for (const go of waiting) go();
  };
  await inRequestScope({ requestId: "three", api }, () =>
    Promise.all([callApi({}), callApi({}), callApi({})]),
  );
  expect(api.calls).toBe(3);
  expect(api.waits).toHaveLength(3);
  const first = Math.min(...api.waits.map(([from]) => from));
  const last = Math.max(...api.waits.map(([, to]) => to));
  expect(waitedMs(api.waits)).toBe(last - first);
});

describe("a good answer", () => {
  it("is unwrapped to its checked data, and unknown fields are dropped [A209.2 A253.1]", async () => {
    handler = respond({ result: 1, message: "ok", data: { name: "Soria", more: true }, more: 1 });
    await expect(callApi({})).resolves.toEqual({
      name: "Soria",
    });
  });

  it("joins base address, path and query, with and without a leading slash", async () => {
    handler = good;
    await callApi({ path: "auth/x", sent: { a: "1 2", b: undefined, c: 3 } });
    await callApi({ path: "/users/me" });
    expect(seen.map(({ url }) => url)).toEqual(["/api/auth/x?a=1+2&c=3", "/api/users/me"]);
  });

  it("fills its path with encoded ids, and asks nothing for one that is none", async () => {
    handler = good;
    await callApi({ path: "/a/{id}/b/{other}", params: { id: "x/../y?z", other: 7 } });
    expect(seen[0]?.url).toBe("/api/a/x%2F..%2Fy%3Fz/b/7");
    for (const id of ["", ".", ".."]) {
      expect(await failure({ path: "/a/{id}", params: { id } })).toMatchObject({ kind: "http", status: 404 });
    }
    expect(seen).toHaveLength(1);
  });

  it("of the order service needs the message SUCCESS [A239.1 A243.1]", async () => {
    handler = respond({ message: "SUCCESS", data: { name: "Soria" } });
    await callApi({ path: "/v1/x", service: "orders" });
    expect(seen[0]?.url).toBe("/orders/v1/x");
    for (const message of ["FAILED", "BUSY", "success", ""]) {
      handler = respond({ message, data: { name: "Soria" } });
      expect(await failure({ service: "orders" }), message).toMatchObject({ kind: "business", code: 0 });
    }
  });
});

describe("the catalogue", () => {
  it.each([
    [200, 0, 0],
    [200, 1200, 1200],
    [400, 1117, 1117],
  ])(
    "status %i with result %i is the business error %i [A246.1 A246.2 A246.3 A248.1 A253.1 A279.2 P167.2]",
    async (status, result, code) => {
      handler = respond({ result, message: "", data: { failed_count: 2 } }, status);
      expect(await failure()).toMatchObject({ kind: "business", code, data: { failed_count: 2 } });
    },
  );

  it.each([
    [401, 401, "errors:http.401"],
    [403, 403, "errors:http.403"],
    [404, 404, "errors:http.404"],
    [409, 502, "errors:http.unexpected"],
    [500, 502, "errors:http.unexpected"],
    [502, 502, "errors:http.unexpected"],
    [503, 502, "errors:http.unexpected"],
  ])("HTTP %i reaches the visitor as %i with %s [A327.2]", async (status, visible, messageKey) => {
    handler = respond({ error: "x" }, status);
    const error = await failure();
    const response = errorResponse(error, {});
    expect(response?.status).toBe(visible);
    expect(response?.headers.has("Retry-After")).toBe(false);
    expect(await response?.json()).toEqual({ messageKey });
  });

  const later = (status: number, retryAfter: string): RequestListener => {
    return (_, response) => response.writeHead(status, { "Retry-After": retryAfter }).end("{}");
  };

  it.each([
    [429, "90", 90, "errors:http.busy?minutes=2"],
    [503, "1", 1, "errors:http.busy?minutes=1"],
    [503, "0", 1, "errors:http.busy?minutes=1"],
    [503, "7199", 7_199, "errors:http.busy?minutes=120"],
    [503, "7200", 7_200, "errors:http.busyHours?hours=2"],
    [429, "99999999999999999999999", 86_400, "errors:http.busyHours?hours=24"],
    [503, "Wed, 21 Oct 2015 07:28:00 GMT", 1, "errors:http.busy?minutes=1"],
    [503, "Wed, 21 Oct 9015 07:28:00 GMT", 86_400, "errors:http.busyHours?hours=24"],
  ])(
    "HTTP %i with Retry-After %j reaches the visitor as 503 with %i s",
    async (status, header, seconds, messageKey) => {
      handler = later(status, header);
      const error = (await failure()) as ApiError;
      const response = errorResponse(error, {});
      expect([response?.status, response?.headers.get("Retry-After")]).toEqual([503, String(seconds)]);
      expect(await response?.json()).toEqual({ messageKey, retryAfter: seconds });
      expect(error).toMatchObject({ kind: "http", httpStatus: status, isTemporary: true });
      expect(error.response).toEqual({ status: 503, headers: { "Retry-After": String(seconds) } });
    },
  );

  it.each(["soon", "-5", "1.5", "1e9", "", "Tuesday, whenever"])(
    "a Retry-After of %j does not count",
    async (header) => {
      handler = later(503, header);
      expect(await failure()).toMatchObject({ status: 502, messageKey: "errors:http.unexpected" });
    },
  );

  it("a connection that is closed reaches the visitor as 503, with when to come back", async () => {
    handler = (_, response) => void response.destroy();
    const response = errorResponse(await failure(), {});
    expect([response?.status, response?.headers.get("Retry-After")]).toEqual([503, "2"]);
  });

  it("governance calls do not look at the result [P167.3]", async () => {
    handler = respond({ result: 0, message: "", data: { name: "Soria" } });
    await expect(callApi({ path: "/dao", ignoresResult: true })).resolves.toEqual({ name: "Soria" });
  });
});

describe("an answer that is not what the wire says", () => {
  it.each<[string, RequestListener, RegExp]>([
    ["HTML", (_, r) => r.end("<html>"), /envelope/],
    ["truncated JSON", (_, r) => r.end('{"result":1,"data":{"na'), /envelope/],
    ["a list", respond([1]), /envelope/],
    ["no result", respond({ data: { name: "x" } }), /result/],
    ["data null", respond({ result: 1, data: null }), /data/],
    ["a wrong field", respond({ result: 1, data: { name: 5 } }), /data\.name/],
    ["a missing field", respond({ result: 1, data: {} }), /data\.name: Required/],
    ["a redirect", (_, r) => r.writeHead(302, { Location: "http://example.test/" }).end(), /redirect 302/],
  ])("%s is a fault, told with its place", async (_, listener, detail) => {
    handler = listener;
    const error = await failure();
    expect(error).toMatchObject({ kind: "shape", status: 502, messageKey: "errors:http.unexpected" });
    expect(error.detail).toMatch(detail);
  });

  it("of more values than any list has is refused before it is taken apart", async () => {
    const data = JSON.stringify({ result: 1, message: "", data: Array(2_400_000).fill(0) });
    handler = (_, response) => response.end(data);
    const parse = vi.spyOn(JSON, "parse");
    expect(await failure()).toMatchObject({ kind: "shape", status: 502, detail: "more than 25000 values" });
    expect(parse.mock.calls.filter(([text]) => text === data)).toEqual([]);
    parse.mockRestore();
  });

  it("larger than 5 MB is cut off without being kept", async () => {
    let sent = 0;
    const whole = 50 * 1024 * 1024;
    handler = (_, response) => {
      const chunk = Buffer.alloc(256 * 1024, 32);
      const more = () => {
        while (sent < whole) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      response.on("error", () => undefined);
      more();
    };
    expect(await failure()).toMatchObject({ kind: "shape", status: 502 });
    // The API is held up, except for what the kernel's buffers take.
    expect(sent).toBeLessThan(whole / 2);
  });
});

describe("no answer", () => {
  it("nothing listens: 503", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await failure()).toMatchObject({
      kind: "no-response",
      status: 503,
      messageKey: "errors:http.noResponse",
    });
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });

  it("the connection breaks: 503", async () => {
    handler = (request) => request.socket.destroy();
    expect(await failure()).toMatchObject({ kind: "no-response", status: 503 });
  });

  it.each<[string, RequestListener]>([
    ["says nothing", () => undefined],
    ["stalls in mid-body", (_, r) => void r.write('{"result":1,')],
    [
      "drips",
      (_, r) => {
        const timer = setInterval(() => r.write(" "), 50);
        r.on("close", () => clearInterval(timer));
      },
    ],
  ])("%s: ended at the time limit, 504", async (_, listener) => {
    handler = listener;
    const limits = vi.spyOn(AbortSignal, "timeout");
    expect(await failure({ timeoutMs: 300 })).toMatchObject({ kind: "no-response", status: 504 });
    expect(limits.mock.calls).toEqual([[300]]);
    limits.mockRestore();
  });
});

describe("the bearer", () => {
  it("is the member's token [A203.1]", async () => {
    handler = good;
    await callApi({ tokens: tokens("one") });
    expect(seen[0]?.authorization).toBe("Bearer one");
  });

  it("is missing for a visitor [A203.2]", async () => {
    handler = good;
    await callApi({});
    expect(seen[0]?.authorization).toBeUndefined();
  });

  it("a GET that answers 401 is repeated once with a new token", async () => {
    handler = (request, response) => {
      if (request.headers.authorization === "Bearer two") good(request, response);
      else respond({}, 401)(request, response);
    };
    const source = tokens("one", "two");
    await callApi({ tokens: source });
    expect(source.renew).toHaveBeenCalledExactlyOnceWith("one");
    expect(seen).toHaveLength(2);
  });

  it("a second 401 is the end", async () => {
    handler = respond({}, 401);
    expect(await failure({ tokens: tokens("one", "two") })).toMatchObject({ status: 401 });
    expect(seen).toHaveLength(2);
  });

  it("the body of a 401 is read for its code, with and without a token [A247.2]", async () => {
    handler = respond({ result: 1010, message: "INVALID_TOKEN", data: null }, 401);
    const said = { kind: "http", status: 401, httpStatus: 401, code: 1010, messageKey: "errors:http.401" };
    expect(await failure({})).toMatchObject(said);
    expect(await failure({ tokens: tokens("one", "two") })).toMatchObject(said);
    expect(await failure({ method: "POST", tokens: tokens("one", "two") })).toMatchObject(said);
  });

  it("a POST is never repeated", async () => {
    handler = respond({}, 401);
    const source = tokens("one", "two");
    expect(await failure({ method: "POST", tokens: source })).toMatchObject({ status: 401 });
    expect(source.renew).toHaveBeenCalledOnce();
    expect(seen).toHaveLength(1);
  });
});
