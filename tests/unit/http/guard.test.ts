import { describe, expect, test } from "vitest";
import { bodyLimit, type GuardRules, refusalOf, siteOrigin } from "#server/http/guard";

const local: GuardRules = { forwarded: false };
const site: GuardRules = { forwarded: false, siteUrl: "https://www.soria.test" };
const proxied: GuardRules = { forwarded: true };

/** Returns the status of the guard's response; 200 if it accepts the request. */
function status(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  rules: GuardRules = local,
): number {
  const host = rules.siteUrl ? new URL(rules.siteUrl).host : "localhost:3000";
  return refusalOf({ method, url, headers: { host, ...headers } }, rules)?.status ?? 200;
}

const form = {
  origin: "http://localhost:3000",
  "content-type": "application/x-www-form-urlencoded",
  "content-length": "10",
};

describe("Host", () => {
  test.each(["localhost", "localhost:3000", "127.0.0.1:8080", "[::1]:3000", "LOCALHOST:3000"])(
    "%s is answered without SITE_URL",
    (host) => expect(status("GET", "/", { host })).toBe(200),
  );
  test.each([
    "evil.example",
    "localhost.evil.example",
    "localhost:3000@evil.example",
    "127.0.0.1.evil.example",
    "",
    "localhost:99999",
    "a b",
    "127.1",
    "0x7f.1",
    "192.168.0.1",
  ])("%j is not", (host) => {
    // To browsers, numeric spellings of 127.0.0.1 are the same address.
    const expected = ["127.1", "0x7f.1"].includes(host) ? 200 : 421;
    expect(status("GET", "/", { host })).toBe(expected);
  });
  test("given twice is refused, also when both are the same, and for the health check", () => {
    const headers = { host: "localhost:3000" };
    const twice = ["Host", "localhost:3000", "Accept", "host", "hOST", "localhost:3000"];
    for (const url of ["/", "/healthz"]) {
      expect(refusalOf({ method: "GET", url, headers, rawHeaders: twice }, local)?.status).toBe(400);
      expect(
        refusalOf({ method: "GET", url, headers, rawHeaders: twice.slice(0, 4) }, local),
      ).toBeUndefined();
    }
  });
  test("SITE_URL is the only one then", () => {
    expect(status("GET", "/", {}, site)).toBe(200);
    expect(status("GET", "/", { host: "www.soria.test:443" }, site)).toBe(200);
    expect(status("GET", "/", { host: "localhost" }, site)).toBe(421);
    expect(status("GET", "/", { host: "soria.test" }, site)).toBe(421);
    expect(status("GET", "/", { host: "www.soria.test:8443" }, site)).toBe(421);
  });
  test("the health check is answered to any", () => {
    expect(status("GET", "/healthz", { host: "10.0.0.7:3000" }, site)).toBe(200);
    expect(status("HEAD", "/healthz", { host: "10.0.0.7:3000" }, site)).toBe(200);
    expect(status("GET", "/healthz/x", { host: "10.0.0.7:3000" }, site)).toBe(421);
  });
  test("a forwarded one counts only behind a proxy", () => {
    const headers = {
      host: "127.0.0.1:3000",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
    };
    expect(siteOrigin(headers, local)).toBe("http://127.0.0.1:3000");
    expect(siteOrigin(headers, proxied)).toBeUndefined();
    expect(siteOrigin({ ...headers, "x-forwarded-host": "localhost" }, proxied)).toBe("https://localhost");
  });
});

describe("address", () => {
  test("up to 2048 characters", () => {
    expect(status("GET", `/?q=${"x".repeat(2044)}`)).toBe(200);
    expect(status("GET", `/?q=${"x".repeat(2045)}`)).toBe(414);
    expect(status("GET", `/${"x".repeat(15_000)}`)).toBe(414);
  });
  test("up to 12 segments", () => {
    expect(status("GET", "/a".repeat(12))).toBe(200);
    expect(status("GET", `${"/a".repeat(12)}/`)).toBe(200);
    expect(status("GET", "/a".repeat(13))).toBe(414);
    expect(status("GET", `/?path=${"/a".repeat(20)}`)).toBe(200);
  });
  test.each(["/news/%E0%A4%A", "/%", "/%zz", "/a%2", "http://evil.example/", "*"])("%s is malformed", (url) =>
    expect(status("GET", url)).toBe(400),
  );
  test.each(["/news/%E3%81%82", "/..%2f", "/?q=100%", "//evil.example/"])(
    "%s is none of the guard's",
    (url) => expect(status("GET", url)).toBe(200),
  );
});

describe("method", () => {
  test.each(["GET", "HEAD"])("%s", (method) => expect(status(method, "/news")).toBe(200));
  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "post"])("%s is refused", (method) =>
    expect(status(method, "/news", form)).toBe(405),
  );
});

describe("POST", () => {
  test("from the site's own page", () => {
    expect(status("POST", "/sign-in", form)).toBe(200);
    expect(status("POST", "/sign-in", { ...form, "sec-fetch-site": "same-origin" })).toBe(200);
    expect(
      status("POST", "/sign-in", { ...form, host: "www.soria.test", origin: "https://www.soria.test" }, site),
    ).toBe(200);
  });
  test.each([
    ["foreign", "https://evil.example"],
    ["null", "null"],
    ["empty", ""],
    ["another port", "http://localhost:4000"],
    ["another scheme", "https://localhost:3000"],
    ["another name of this machine", "http://127.0.0.1:3000"],
    ["a longer one", "http://localhost:3000.evil.example"],
    ["a path", "http://localhost:3000/"],
  ])("of %s origin", (_, origin) => {
    for (const path of [
      "/sign-in",
      "/sign-in?_data=routes%2Faccount%2Fsign-in%2Froute",
      "/language",
      "/theme",
      "/sign-out",
    ]) {
      expect(status("POST", path, { ...form, origin })).toBe(403);
    }
  });
  test("without an origin", () => {
    const { origin: _, ...rest } = form;
    expect(status("POST", "/sign-in", rest)).toBe(403);
    expect(status("POST", "/sign-in", { ...rest, referer: "http://localhost:3000/sign-in" })).toBe(403);
  });
  test.each(["cross-site", "same-site"])("that the browser calls %s", (value) =>
    expect(status("POST", "/sign-in", { ...form, "sec-fetch-site": value })).toBe(403),
  );
  test.each(["text/plain", "application/json", "application/x-www-form-urlencodedx", "multipart/mixed", ""])(
    "of type %j",
    (type) => expect(status("POST", "/sign-in", { ...form, "content-type": type })).toBe(415),
  );
  test("of no type", () => {
    const { "content-type": _, "content-length": __, ...rest } = form;
    expect(status("POST", "/sign-out", { ...rest, "content-length": "0" })).toBe(200);
    expect(status("POST", "/sign-out", rest)).toBe(200);
    expect(status("POST", "/sign-out", { ...rest, "content-length": "5" })).toBe(415);
    expect(status("POST", "/sign-out", { ...rest, "transfer-encoding": "chunked" })).toBe(415);
  });
  test("compressed", () =>
    expect(status("POST", "/sign-in", { ...form, "content-encoding": "gzip" })).toBe(415));
  test("with parameters of the type", () => {
    const type = "Multipart/Form-Data; boundary=x";
    expect(status("POST", "/support/inquiry", { ...form, "content-type": type })).toBe(200);
  });
  test("larger than allowed, which is the same for an inquiry and a reply [P181.1]", () => {
    const MULTIPART = "multipart/form-data; boundary=x";
    const sized = (path: string, length: number, type = form["content-type"]) =>
      status("POST", path, { ...form, "content-type": type, "content-length": String(length) });
    const large = 6 * 1024 * 1024;
    expect(sized("/sign-in", 65_536)).toBe(200);
    expect(sized("/sign-in", 65_537)).toBe(413);
    for (const path of [
      "/support/inquiry",
      "/support/inquiry?type=x",
      "/support/inquiry/attachment",
      "/support/inquiries/abc",
      "/support/requests/abc",
    ]) {
      expect(sized(path, large, MULTIPART)).toBe(200);
      expect(sized(path, large + 1, MULTIPART)).toBe(413);
      expect(bodyLimit(path, MULTIPART)).toBe(large);
      // Fields without a file fit into the small limit, which bounds the cost of parsing them.
      expect(sized(path, 65_536)).toBe(200);
      expect(sized(path, 65_537)).toBe(413);
    }
    expect(bodyLimit("/support/faq")).toBe(65_536);
  });
  test.each([
    "/support/inquiry/%2e%2e/%2e%2e/sign-in",
    "/support/inquiry/%2E%2e/inquiry-list",
    "/support/inquiry/../../sign-in",
    "/support/requests/abc/..",
    "/support/inquiry/attachment/more",
    "/support/inquiry.data",
    "/support/inquiry-list",
    "/sign-in?x=/support/inquiry",
  ])("with an attachment where none belongs: %s", (path) => {
    const type = "multipart/form-data; boundary=x";
    expect(status("POST", path, { ...form, "content-type": type })).toBe(415);
    expect(bodyLimit(path, type)).toBe(65_536);
  });
  test("of a policy report needs no origin", () => {
    for (const type of ["application/csp-report", "application/reports+json", "application/json"])
      expect(status("POST", "/csp-report", { "content-type": type, "content-length": "9" })).toBe(200);
    expect(status("POST", "/csp-report", { "content-type": "text/plain", "content-length": "9" })).toBe(415);
    expect(
      status("POST", "/csp-report", { "content-type": "application/csp-report", "content-length": "99999" }),
    ).toBe(413);
  });
});

describe("what the log says", () => {
  const post = (headers: Record<string, string>) =>
    refusalOf(
      { method: "POST", url: "/sign-in", headers: { host: "localhost:3000", ...form, ...headers } },
      local,
    );
  const get = (url: string, method = "GET", host: string | undefined = "localhost:3000") =>
    refusalOf({ method, url, headers: host === undefined ? {} : { host } }, local)?.reason;
  test("names what was refused, cut to 100 characters and quoted", () => {
    expect(get("/", "GET", "evil.example")).toBe(
      'Host "evil.example" is not answered; SITE_URL names the one that is',
    );
    expect(refusalOf({ method: "GET", url: "/", headers: {} }, local)?.reason).toMatch(
      /^Host \(none\) is not/,
    );
    expect(get("/", "GET", `${"x".repeat(100)}y`)).toMatch(/^Host "x{100}" is not/);
    expect(get(`/${"x".repeat(2048)}`)).toBe("address of 2049 characters");
    expect(get("/a".repeat(13))).toBe("address of more than 12 segments");
    expect(get("/", "PUT")).toBe('method "PUT"');
    expect(get("/%zz")).toBe("malformed address");
    const rawHeaders = ["Host", "a", "Host", "b"];
    expect(refusalOf({ method: "GET", url: "/", headers: {}, rawHeaders }, local)?.reason).toBe(
      "two Host headers",
    );
    expect(post({ origin: "https://evil.example" })?.reason).toBe('POST from origin "https://evil.example"');
    expect(post({ "sec-fetch-site": "cross-site" })?.reason).toBe("cross-site POST");
    expect(post({ "content-type": "text/plain" })?.reason).toBe('content type "text/plain"');
    expect(post({ "content-encoding": "gzip" })?.reason).toBe('content encoding "gzip"');
    expect(post({ "content-length": "65537" })?.reason).toBe("body of 65537 bytes; 65536 are allowed");
  });
});

describe("small things that a guard must not mistake", () => {
  test.each(["user@localhost", "localhost/x", "localhost?x", "localhost#x", "localhost:3000/"])(
    "%s is no host of the site",
    (host) => expect(status("GET", "/", { host })).toBe(421),
  );
  test("another header of four letters is no Host", () => {
    const head = { method: "GET", url: "/", headers: { host: "localhost:3000" } };
    expect(
      refusalOf({ ...head, rawHeaders: ["Host", "localhost:3000", "Date", "x"] }, local),
    ).toBeUndefined();
  });
  test("spaces around a type and around forwarded values do not count", () => {
    const type = "application/x-www-form-urlencoded ; charset=utf-8";
    expect(status("POST", "/sign-in", { ...form, "content-type": type })).toBe(200);
    expect(status("POST", "/sign-in", { ...form, "sec-fetch-site": "cross-site , x" })).toBe(403);
    expect(siteOrigin({ host: "x.test", "x-forwarded-host": " localhost , evil.example" }, proxied)).toBe(
      "http://localhost",
    );
  });
  test("an encoding called identity is none", () => {
    expect(status("POST", "/sign-in", { ...form, "content-encoding": "identity" })).toBe(200);
  });
  test("reports are JSON of at most 16 kB, with an origin for errors of the site's scripts", () => {
    const json = { ...form, "content-type": "application/json" };
    for (const path of ["/csp-report", "/browser-error"]) {
      expect(bodyLimit(path, "application/json")).toBe(16 * 1024);
      expect(bodyLimit(`${path}?x`, "application/json")).toBe(16 * 1024);
      expect(status("POST", path, json)).toBe(200);
      expect(status("POST", path, { ...json, "content-length": "16385" })).toBe(413);
      expect(status("POST", path, form)).toBe(415);
    }
    expect(status("POST", "/browser-error", { ...json, "content-type": "application/csp-report" })).toBe(415);
  });
  test("only the addresses of the forms with a picture take one, however they are spelled", () => {
    const multipart = { ...form, "content-type": "multipart/form-data; boundary=x" };
    expect(status("POST", "/x/%2e%2e/support/inquiry", multipart)).toBe(200);
    expect(status("POST", "/x/support/inquiry", multipart)).toBe(415);
    expect(status("POST", "/support/inquiry/x", multipart)).toBe(415);
  });
});

describe("origins and targets of strangers", () => {
  test.each([
    [{ origin: "null", "sec-fetch-site": "same-origin" }, 200],
    [{ origin: "null", "sec-fetch-site": "cross-site" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, 403],
  ])("a POST with %j is answered %i", (headers, expected) => {
    expect(status("POST", "/sign-in", { ...form, ...headers })).toBe(expected);
  });

  test.each(["POST", "PUT", "DELETE"])("a foreign Host may not %s the health check", (method) => {
    const url = "/healthz";
    expect(refusalOf({ method, url, headers: { host: "evil.example" } }, local)?.status).toBe(421);
    expect(refusalOf({ method: "GET", url, headers: { host: "evil.example" } }, local)).toBeUndefined();
  });
});
