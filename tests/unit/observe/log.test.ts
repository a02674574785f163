import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ApiError } from "#server/errors/api-error";
import { logOutput, makeLog } from "#server/observe/log.server";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope } from "#server/runtime/request-scope.server";
import { newFolder } from "../../kit/data/new-folder";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAYi5jIn0.c2lnbmF0dXJl";

/** Returns the lines that `use` logs. */
function written(use: (log: ReturnType<typeof makeLog>) => void): string {
  let lines = "";
  use(makeLog("info", { write: (line) => (lines += line) }));
  return lines;
}

describe("the log", () => {
  test.each([
    ["a field", { password: "Soria-2024!" }],
    ["a nested field", { body: { refreshToken: "s3cret-refresh" } }],
    ["a field two levels down", { call: { headers: { authorization: "Bearer abc.def" } } }],
    ["a cookie", { headers: { cookie: "session=abc", "set-cookie": ["session=abc"] } }],
    [
      "a calendar address in an error",
      { err: new Error(`GET /dao/votes.ics?secret=s3cret.x&lng=en failed`) },
    ],
    ["an address in an error", { err: new Error(`GET /reset?token=${jwt}&x=1 failed`) }],
    ["a text", { note: `Bearer ${jwt}` }],
  ])("keeps no secret from %s", (_, entry) => {
    const line = written((log) => log.info(entry, "x"));
    expect(line).not.toMatch(/Soria-2024|s3cret|abc|eyJ/);
    expect(() => JSON.parse(line)).not.toThrow();
  });

  test("keeps what is no secret", () => {
    const line = written((log) => log.info({ path: "/news/5", status: 200 }, "request"));
    expect(JSON.parse(line)).toMatchObject({ path: "/news/5", status: 200, msg: "request", level: 30 });
  });
});

test("a failed call is written as what it says, without what the API sent; a thrown Response never throws", () => {
  const error = ApiError.noResponse("GET /news", 504, "time limit");
  const line = written((log) => {
    log.error({ err: error }, "unhandled rejection");
    log.error({ cause: { response: new Response("a") } }, "nested");
    log.error({ err: ApiError.business("POST /auth/sign-in", 1118, { reason: "their secret" }) }, "refused");
  });
  expect(line).not.toContain("their secret");
  const [first, second] = line.trim().split("\n");
  expect(JSON.parse(first ?? "")).toMatchObject({
    msg: "unhandled rejection",
    err: { type: "ApiError", status: 504, call: "GET /news", kind: "no-response" },
  });
  expect(JSON.parse(second ?? "")).toMatchObject({ msg: "nested" });
});

test("a line that is written for a request carries its id", async () => {
  const line = await inRequestScope({ requestId: "r-1", api: noApiTiming() }, async () => {
    await Promise.resolve();
    return written((log) => log.warn("api call failed"));
  });
  expect(JSON.parse(line)).toMatchObject({ requestId: "r-1", msg: "api call failed" });
});

test("loses its lines where nothing can be written, and says how many", () => {
  const full = openSync("/dev/full", "w");
  const file = join(newFolder(), "log");
  const toFull = makeLog("info", logOutput(full));
  expect(() => toFull.info("one")).not.toThrow();
  // The file gets the same descriptor, which simulates a disk with space again.
  closeSync(full);
  const open = openSync(file, "w");
  expect(open).toBe(full);
  toFull.info("two");
  expect(readFileSync(file, "utf8")).toMatch(/"lost":1,.*\n.*"msg":"two"/);
  closeSync(open);
});
