/** Errors of the API, the session store and the site's own code, as log lines, page failures and part failures. */
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "#server/errors/api-error";
import { deferredResult, failureOf, partResult } from "#server/errors/settled-part.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { goneResponse } from "#server/errors/gone.server";
import { ignoreOutage, isStoreUnavailable, StoreUnavailable } from "#server/errors/store-unavailable";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope } from "#server/runtime/request-scope.server";

const CALL = "GET /news";
const lost = ApiError.noResponse(CALL, 503, "ECONNREFUSED");
const refused = ApiError.business(CALL, 1200, { failed_count: 1 });
const notFound = ApiError.http(CALL, 404);
const store = new StoreUnavailable("down");
const fault = new TypeError("a fault of ours");
const ended = new SignInNeeded({ setCookies: [] }, "/my-page", true);

describe("an error of the API", () => {
  it("says for the log which call failed, and how", () => {
    expect([lost, refused, notFound].map(({ name, message }) => `${name} ${message}`)).toEqual([
      "ApiError GET /news: ECONNREFUSED",
      "ApiError GET /news: PASSWORD_FAIL",
      "ApiError GET /news: status 404",
    ]);
    const plain = { kind: "shape", call: CALL, status: 502, messageKey: "errors:http.unexpected" } as const;
    expect(new ApiError(plain).message).toBe("GET /news: shape");
  });

  it("is answered at a form: 400 for a refusal, else its own status, with the time that the API names", () => {
    const busy = ApiError.http(CALL, 429, undefined, 5);
    expect([refused, notFound, lost, busy].map(({ response }) => response)).toEqual([
      { status: 400 },
      { status: 404 },
      { status: 503 },
      { status: busy.status, headers: { "Retry-After": "5" } },
    ]);
    expect(busy.message).toBe("GET /news: status 429, Retry-After 5");
  });

  it("has only the fields that are known", () => {
    const fields = (error: ApiError) =>
      ["code", "data", "httpStatus", "detail"].filter(
        (name) => Object.hasOwn(error, name) && error[name as "code"] !== undefined,
      );
    expect(fields(lost)).toEqual(["detail"]);
    expect(fields(refused)).toEqual(["code", "data", "detail"]);
    expect(fields(notFound)).toEqual(["httpStatus", "detail"]);
    expect(fields(ApiError.http(CALL, 422, 10101))).toEqual(["code", "httpStatus", "detail"]);
    expect(ApiError.http(CALL, 422, 10101)).toMatchObject({ code: 10101, httpStatus: 422, status: 502 });
    expect(ApiError.http(CALL, 503).messageKey).toBe("errors:http.unexpected");
  });

  it.each([
    [404, undefined, true],
    [405, undefined, true],
    [501, 0, true],
    [404, 10003, false],
    [500, undefined, false],
    [403, 0, false],
  ])("with status %i and code %j: the API has no such call: %s", (status, code, expected) =>
    expect(ApiError.http(CALL, status, code).isUnknownCall).toBe(expected),
  );
  it("without a status is about no unknown call", () => expect(lost.isUnknownCall).toBe(false));

  it.each([
    ["no response", lost, true],
    ["no response in time", ApiError.noResponse(CALL, 504, "timeout"), true],
    ["a wrong shape", ApiError.shape(CALL, "data.id"), true],
    ["500", ApiError.http(CALL, 500), true],
    ["404", notFound, false],
    ["401", ApiError.http(CALL, 401), false],
    ["a business code, which is answered with 502", refused, false],
  ])("%s: may succeed in a moment: %s", (_, error, expected) => expect(error.isTemporary).toBe(expected));
});

describe("the session store's error", () => {
  it("is known by its class", () => {
    expect([store, fault, { name: "StoreUnavailable" }, undefined].map(isStoreUnavailable)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

const NO_RESPONSE = { status: 503, messageKey: "errors:http.noResponse" };

describe("a failure that a visitor reads", () => {
  it("is that of the API or of the store, and none of our own", () => {
    expect(failureOf(notFound)).toEqual({ status: 404, messageKey: "errors:http.404" });
    expect(failureOf(store)).toEqual(NO_RESPONSE);
    expect([fault, ended, undefined].map(failureOf)).toEqual([undefined, undefined, undefined]);
  });
});

describe("a part of a page", () => {
  it("is its value, or the failure", async () => {
    expect(await partResult(Promise.resolve(7))).toEqual({ ok: true, value: 7 });
    expect(await partResult(Promise.reject(lost))).toEqual({ ok: false, ...NO_RESPONSE });
    expect(await partResult(Promise.reject(store))).toEqual({ ok: false, ...NO_RESPONSE });
  });

  it("takes its page with it by the statuses that it names, and by faults of our own", async () => {
    await expect(partResult(Promise.reject(notFound), [404])).rejects.toBe(notFound);
    expect(await partResult(Promise.reject(lost), [404])).toEqual({ ok: false, ...NO_RESPONSE });
    await expect(partResult(Promise.reject(fault), [404])).rejects.toBe(fault);
    await expect(partResult(Promise.reject(ended))).rejects.toBe(ended);
    const named = Object.assign(new Error("no API's"), { status: 404 });
    await expect(partResult(Promise.reject(named), [404])).rejects.toBe(named);
  });

  it("that comes late says that the session has ended", async () => {
    expect(await deferredResult(Promise.resolve(7))).toEqual({ ok: true, value: 7 });
    expect(await deferredResult(Promise.reject(lost))).toEqual({ ok: false, ...NO_RESPONSE });
    expect(await deferredResult(Promise.reject(ended))).toEqual({
      ok: false,
      messageKey: "errors:http.401",
      status: 401,
    });
    await expect(deferredResult(Promise.reject(fault))).rejects.toBe(fault);
  });

  it("names the page that needs a sign-in", () => {
    expect([ended.name, ended.message]).toEqual(["SignInNeeded", "sign-in needed for /my-page"]);
    expect([store.name, store.message]).toEqual(["StoreUnavailable", "down"]);
  });
});

describe("a part that a page can do without", () => {
  it("is there in time, or undefined; faults of our own are thrown", async () => {
    expect(await orUndefinedAfter(Promise.resolve(7))).toBe(7);
    expect(await orUndefinedAfter(Promise.reject(lost))).toBeUndefined();
    await expect(orUndefinedAfter(Promise.reject(fault))).rejects.toBe(fault);
  });

  it("holds the page for the given time and no longer, and leaves no timer behind", async () => {
    vi.useFakeTimers();
    const late = orUndefinedAfter(new Promise<number>(() => undefined), 300);
    let outcome: number | string | undefined = "waits";
    void late.then((value) => (outcome = value));
    await vi.advanceTimersByTimeAsync(299);
    expect(outcome).toBe("waits");
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBeUndefined();
    await orUndefinedAfter(Promise.resolve(7));
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it("does not hold the page at all after a call of the request has timed out", async () => {
    vi.useFakeTimers();
    const api = { ...noApiTiming(), stalled: new Set(["product"]) };
    await inRequestScope({ requestId: "1", api }, async () => {
      const late = orUndefinedAfter(new Promise<number>(() => undefined), 300);
      await vi.advanceTimersByTimeAsync(0);
      expect(await late).toBeUndefined();
      expect(await orUndefinedAfter(Promise.resolve(7))).toBe(7);
    });
    vi.useRealTimers();
    const inTime = { requestId: "2", api: noApiTiming() };
    expect(await inRequestScope(inTime, () => orUndefinedAfter(Promise.resolve(7)))).toBe(7);
  });
});

it("a thing that the API does not know is a 404, whose page says what is gone", async () => {
  const response = goneResponse("store:item.gone");
  expect([response.status, await response.json()]).toEqual([404, { messageKey: "store:item.gone" }]);
});

it("an outage of the store can be ignored, and no other error", () => {
  expect(ignoreOutage(store)).toBeUndefined();
  for (const error of [fault, lost, ended]) expect(() => ignoreOutage(error)).toThrow(error as Error);
});
