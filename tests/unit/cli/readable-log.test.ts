import { expect, test } from "vitest";
import { ApiError } from "#server/errors/api-error";
import { readableLine } from "#server/cli/readable-log";
import { makeLog } from "#server/observe/log.server";

/** Returns what a terminal shows of one log entry, without the time of day. */
function shown(use: (log: ReturnType<typeof makeLog>) => void): string {
  let line = "";
  use(makeLog("debug", { write: (text) => (line += text) }));
  return readableLine(line.trimEnd()).replace(/^\d\d:\d\d:\d\d /, "");
}

test("a request is its method, path, status and time", () => {
  const entry = { requestId: "r-1", method: "GET", path: "/news", status: 200, ms: 12.3 };
  expect(shown((log) => log.info(entry, "request"))).toBe("info  GET /news 200 12.3 ms requestId=r-1");
  expect(shown((log) => log.info({ ...entry, apiCalls: 2, apiMs: 8.1 }, "request"))).toBe(
    "info  GET /news 200 12.3 ms (API calls: 2, 8.1 ms) requestId=r-1",
  );
});

test("an error has its stack below the line", () => {
  const text = shown((log) =>
    log.error({ err: new TypeError("it broke"), requestId: "r-1" }, "a module failed"),
  );
  expect(text).toMatch(/^error a module failed requestId=r-1\nTypeError: it broke\n {4}at /);
});

test("an error of the API is one line with its facts", () => {
  const err = new ApiError({
    call: "GET /news",
    kind: "no-response",
    status: 503,
    messageKey: "unavailable",
  });
  const text = shown((log) => log.warn({ err }, "api call failed"));
  expect(text).toMatch(/^warn {2}api call failed .*call=GET \/news/);
  expect(text).not.toContain("\n");
});

test.each(["Sandbox ready: http://localhost:4000", "{ not JSON", '{"a":1}', ""])(
  "%j stays as it is",
  (line) => {
    expect(readableLine(line)).toBe(line);
  },
);

test("a warning is coloured only in a terminal", () => {
  const line = '{"level":40,"time":0,"msg":"slow"}';
  expect(readableLine(line, true)).toContain("\u001b[33mwarn \u001b[0m slow");
  expect(readableLine(line)).toMatch(/ warn {2}slow$/);
});
