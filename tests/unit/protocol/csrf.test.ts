import { expect, test } from "vitest";
import { requireOwnOrigin } from "#server/protocol/csrf.server";

/** Returns the status of a request to http://localhost:3000; 200 if it is accepted. */
function status(method: string, origin?: string): number {
  const headers = new Headers(origin === undefined ? {} : { Origin: origin });
  try {
    requireOwnOrigin(new Request("http://localhost:3000/language?_data=x", { method, headers }));
    return 200;
  } catch (refusal) {
    return refusal instanceof Response ? refusal.status : 500;
  }
}

test("reading needs no origin", () => {
  expect(status("GET")).toBe(200);
  expect(status("HEAD", "https://evil.example")).toBe(200);
});

test("a form comes from the site's own pages", () => {
  expect(status("POST", "http://localhost:3000")).toBe(200);
  expect(status("POST", "https://localhost:3000")).toBe(200);
});

test.each([
  undefined,
  "",
  "null",
  "https://evil.example",
  "http://localhost:4000",
  "http://localhost:3000.evil.example",
])("and not from %s", (origin) => expect(status("POST", origin)).toBe(403));
