import { describe, expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { inRequestScope } from "#server/runtime/request-scope.server";
import { noApiTiming, waitedMs } from "#server/runtime/api-timing";
import type { WireCall } from "#server/wire/call";
import { calls } from "#server/wire/calls";
import { callApi, failure, type Made, respond, respondBy, seen, tokens, useApi } from "./api-client-support";

useApi();

const good = respond({ result: 1, message: "", data: { name: "Soria" } });

it("takes half a character for the sign of a missing one, and leaves whole ones alone", async () => {
  respondBy(respond({ result: 1, message: "", data: { name: "灯 \ud83d" } }));
  expect(await callApi({})).toEqual({ name: "灯 \ufffd" });
  respondBy((_, response) =>
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(String.raw`{"result":1,"message":"","data":{"name":"\ud83c\udfdd \udfdd"}}`),
  );
  expect(await callApi({})).toEqual({ name: "🏝 \ufffd" });
});

describe("a visitor who leaves", () => {
  /** Makes a call that the API does not answer, and aborts it as a disconnected visitor would once it has arrived. */
  async function left(
    made: Made,
  ): Promise<{ outcome: Promise<unknown>; isCut: Promise<boolean>; finish: () => void }> {
    let finish = () => {};
    let cut = (_: boolean) => {};
    const isCut = new Promise<boolean>((resolve) => (cut = resolve));
    const arrived = new Promise<void>((resolve) => {
      respondBy((request, response) => {
        response.once("close", () => cut(!response.writableFinished));
        finish = () => good(request, response);
        resolve();
      });
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
  respondBy((request, response) => {
    waiting.push(() => good(request, response));
    if (waiting.length === 3) for (const go of waiting) go();
  });
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
    respondBy(respond({ result: 1, message: "ok", data: { name: "Soria", more: true }, more: 1 }));
    await expect(callApi({})).resolves.toEqual({
      name: "Soria",
    });
  });

  it("joins base address, path and query, with and without a leading slash", async () => {
    respondBy(good);
    await callApi({ path: "auth/x", sent: { a: "1 2", b: undefined, c: 3 } });
    await callApi({ path: "/users/me" });
    expect(seen.map(({ url }) => url)).toEqual(["/api/auth/x?a=1+2&c=3", "/api/users/me"]);
  });

  it("fills its path with encoded ids, and asks nothing for one that is none", async () => {
    respondBy(good);
    await callApi({ path: "/a/{id}/b/{other}", params: { id: "x/../y?z", other: 7 } });
    expect(seen[0]?.url).toBe("/api/a/x%2F..%2Fy%3Fz/b/7");
    for (const id of ["", ".", ".."]) {
      expect(await failure({ path: "/a/{id}", params: { id } })).toMatchObject({ kind: "http", status: 404 });
    }
    expect(seen).toHaveLength(1);
  });

  it("of the order service needs the message SUCCESS [A209.2 A239.1 A243.1]", async () => {
    respondBy(respond({ message: "SUCCESS", data: { name: "Soria" } }));
    await callApi({ path: "/v1/x", service: "orders" });
    expect(seen[0]?.url).toBe("/orders/v1/x");
    for (const message of ["FAILED", "BUSY", "success", "", undefined]) {
      respondBy(respond({ message, data: { name: "Soria" } }));
      expect(await failure({ service: "orders" }), message).toMatchObject({ kind: "business", code: 0 });
    }
  });
});

describe("the bearer", () => {
  const marked = Object.entries<WireCall>(calls).filter(([, { auth }]) => auth !== "none");

  it.each(marked)("of %s is the member's token [A203.1 A239.2]", async (_, wire) => {
    respondBy(respond({}, 500));
    await failure({ ...wire, tokens: tokens("one"), params: { id: 1, sId: 1, dId: 1 } });
    expect(seen.map(({ method, authorization }) => [method, authorization])).toEqual([
      [wire.method, "Bearer one"],
    ]);
  });

  it("is missing for a visitor [A203.2]", async () => {
    respondBy(good);
    await callApi({});
    expect(seen[0]?.authorization).toBeUndefined();
  });

  it("a GET that answers 401 is repeated once with a new token", async () => {
    respondBy((request, response) => {
      if (request.headers.authorization === "Bearer two") good(request, response);
      else respond({}, 401)(request, response);
    });
    const source = tokens("one", "two");
    await callApi({ tokens: source });
    expect(source.renew).toHaveBeenCalledExactlyOnceWith("one");
    expect(seen).toHaveLength(2);
  });

  it("a second 401 is the end", async () => {
    respondBy(respond({}, 401));
    expect(await failure({ tokens: tokens("one", "two") })).toMatchObject({ status: 401 });
    expect(seen).toHaveLength(2);
  });

  it("the body of a 401 is read for its code, with and without a token [A247.2]", async () => {
    respondBy(respond({ result: 1010, message: "INVALID_TOKEN", data: null }, 401));
    const said = { kind: "http", status: 401, httpStatus: 401, code: 1010, messageKey: "errors:http.401" };
    expect(await failure({})).toMatchObject(said);
    expect(await failure({ tokens: tokens("one", "two") })).toMatchObject(said);
    expect(await failure({ method: "POST", tokens: tokens("one", "two") })).toMatchObject(said);
  });

  it("a POST is never repeated", async () => {
    respondBy(respond({}, 401));
    const source = tokens("one", "two");
    expect(await failure({ method: "POST", tokens: source })).toMatchObject({ status: 401 });
    expect(source.renew).toHaveBeenCalledOnce();
    expect(seen).toHaveLength(1);
  });
});
