import type { RequestListener } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { errorResponse } from "#server/web/error-response.server";
import type { ApiError } from "#server/errors/api-error";
import { closed } from "../../kit/programs/listening";
import { callApi, failure, respond, respondBy, server, useApi, newServer } from "./api-client-support";

useApi();

describe("the catalogue", () => {
  it.each([
    [200, 0, 0],
    [200, 1200, 1200],
    [400, 1117, 1117],
  ])(
    "status %i with result %i is the business error %i [A209.2 A246.1 A246.2 A246.3 A248.1 A253.1 A279.2 P167.2]",
    async (status, result, code) => {
      respondBy(respond({ result, message: "", data: { failed_count: 2 } }, status));
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
    respondBy(respond({ error: "x" }, status));
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
      respondBy(later(status, header));
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
      respondBy(later(503, header));
      expect(await failure()).toMatchObject({ status: 502, messageKey: "errors:http.unexpected" });
    },
  );

  it("a connection that is closed reaches the visitor as 503, with when to come back", async () => {
    respondBy((_, response) => void response.destroy());
    const response = errorResponse(await failure(), {});
    expect([response?.status, response?.headers.get("Retry-After")]).toEqual([503, "2"]);
  });

  it("governance calls do not look at the result [P167.3]", async () => {
    respondBy(respond({ result: 0, message: "", data: { name: "Soria" } }));
    await expect(callApi({ path: "/dao", ignoresResult: true })).resolves.toEqual({ name: "Soria" });
  });
});

describe("an answer that is not what the wire says", () => {
  it.each<[string, RequestListener, RegExp]>([
    ["HTML", (_, r) => r.end("<html>"), /envelope/],
    ["truncated JSON", (_, r) => r.end('{"result":1,"data":{"na'), /envelope/],
    ["a list", respond([1]), /envelope/],
    ["no result", respond({ data: { name: "x" } }), /result/],
    ["a result in quotes", respond({ result: "1", data: { name: "x" } }), /result/],
    ["no data", respond({ result: 1, name: "x" }), /data/],
    ["data null", respond({ result: 1, data: null }), /data/],
    ["a wrong field", respond({ result: 1, data: { name: 5 } }), /data\.name/],
    ["a missing field", respond({ result: 1, data: {} }), /data\.name: Required/],
    ["a redirect", (_, r) => r.writeHead(302, { Location: "http://example.test/" }).end(), /redirect 302/],
  ])("%s is a fault, told with its place [A209.2]", async (_, listener, detail) => {
    respondBy(listener);
    const error = await failure();
    expect(error).toMatchObject({ kind: "shape", status: 502, messageKey: "errors:http.unexpected" });
    expect(error.detail).toMatch(detail);
  });

  it("of more values than any list has is refused before it is taken apart", async () => {
    const data = JSON.stringify({ result: 1, message: "", data: Array(2_400_000).fill(0) });
    respondBy((_, response) => response.end(data));
    const parse = vi.spyOn(JSON, "parse");
    expect(await failure()).toMatchObject({ kind: "shape", status: 502, detail: "more than 25000 values" });
    expect(parse.mock.calls.filter(([text]) => text === data)).toEqual([]);
    parse.mockRestore();
  });

  it("larger than 5 MB is cut off without being kept", async () => {
    let sent = 0;
    const whole = 50 * 1024 * 1024;
    respondBy((_, response) => {
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
    });
    expect(await failure()).toMatchObject({ kind: "shape", status: 502 });
    // The API is held up, except for what the kernel's buffers take.
    expect(sent).toBeLessThan(whole / 2);
  });
});

describe("no answer", () => {
  it("nothing listens: 503", async () => {
    await closed(server);
    expect(await failure()).toMatchObject({
      kind: "no-response",
      status: 503,
      messageKey: "errors:http.noResponse",
    });
    await newServer();
  });

  it("the connection breaks: 503", async () => {
    respondBy((request) => request.socket.destroy());
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
  ])(
    "%s: ended at the time limit, 504, which says that the server is not responsive [A328.1]",
    async (_, listener) => {
      respondBy(listener);
      const limits = vi.spyOn(AbortSignal, "timeout");
      expect(await failure({ timeoutMs: 300 })).toMatchObject({
        ...{ kind: "no-response", status: 504, messageKey: "errors:http.noResponse" },
      });
      expect(limits.mock.calls).toEqual([[300]]);
      limits.mockRestore();
    },
  );
});
