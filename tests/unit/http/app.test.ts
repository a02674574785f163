import { describe, expect, test } from "vitest";
import { languageCookie } from "~/i18n/i18n.server";
import { serveInstead, serving, useServer } from "./app-support";

useServer();

const post = (origin: string, body: BodyInit): RequestInit & { duplex: "half" } => ({
  method: "POST",
  headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
  body,
  duplex: "half",
});

describe("well-known addresses", () => {
  const site = (variables: Record<string, string> = {}) =>
    serving(() => Promise.resolve(new Response("page", { status: 404 })), variables);

  test("lead a password manager to the password, whether or not somebody is signed in", async () => {
    const { origin } = await site();
    const response = await fetch(`${origin}/.well-known/change-password`, { redirect: "manual" });
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/my-page/profile"]);
    // How a manager tells that the answer means something.
    const none = await fetch(
      `${origin}/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200`,
    );
    expect(none.status).toBe(404);
  });

  test.each([
    [{}, /^Contact: http:\/\/127\.0\.0\.1:\d+\/support\/inquiry$/m],
    [{ SECURITY_CONTACT: "mailto:security@example.com" }, /^Contact: mailto:security@example\.com$/m],
    [{ SECURITY_CONTACT: "https://example.com/report" }, /^Contact: https:\/\/example\.com\/report$/m],
  ])("say where to report a vulnerability, with %j", async (variables, contact) => {
    const { origin } = await site(variables as Record<string, string>);
    const response = await fetch(`${origin}/.well-known/security.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    const text = await response.text();
    expect(text).toMatch(contact);
    const [, expires = ""] = /^Expires: (\S+)$/m.exec(text) ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(366);
  });
});

describe("the front", () => {
  test("hands address and id to Remix, and sets the headers", async () => {
    const seen: unknown[] = [];
    const { origin } = await serving(async (request, context) => {
      seen.push(request.url, context);
      return new Response("<p>hello</p>", {
        headers: { "Content-Type": "text/html", "Referrer-Policy": "no-referrer" },
      });
    });
    const response = await fetch(`${origin}/news?page=2`, {
      headers: { "X-Forwarded-Host": "evil.example:9", "X-Forwarded-For": "1.2.3.4" },
    });
    expect(await response.text()).toBe("<p>hello</p>");
    const requestId = response.headers.get("x-request-id");
    expect(seen).toEqual([
      `${origin}/news?page=2`,
      { requestId, clientAddress: "127.0.0.1", isDataRequest: false },
    ]);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("x-powered-by")).toBeNull();
    expect(response.headers.get("strict-transport-security")).toBeNull();
    // A bank's window may message its opener, and the payment provider's frames may use wallets.
    expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(response.headers.get("permissions-policy")).toContain(
      'payment=(self "https://js.stripe.com" "https://pay.google.com")',
    );
  });

  test("trusts the proxies that TRUST_PROXY names, and no others", async () => {
    const { origin } = await serving(
      async (request, context) =>
        Response.json([request.url, (context as { clientAddress: string }).clientAddress]),
      { TRUST_PROXY: "loopback", SITE_URL: "https://www.soria.test" },
    );
    const headers = {
      "X-Forwarded-Host": "www.soria.test",
      "X-Forwarded-For": "6.6.6.6, 1.2.3.4",
      "X-Request-Id": "from-the-proxy-1",
    };
    const response = await fetch(`${origin}/x`, { headers });
    expect(await response.json()).toEqual(["https://www.soria.test/x", "1.2.3.4"]);
    // A proxy's id is only logged: in a response it could be any text from a page.
    expect(response.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers.get("strict-transport-security")).toContain("max-age=63072000");
  });

  test.each([
    ["192.0.2.7:4711", "192.0.2.7"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["2001:db8::7", "2001:db8::7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["unknown", "127.0.0.1"],
    ["1.2.3.4.5:6", "127.0.0.1"],
  ])("takes the visitor's address out of what the proxy wrote: %s", async (written, address) => {
    const { origin } = await serving(
      async (_request, context) => Response.json((context as { clientAddress: string }).clientAddress),
      { TRUST_PROXY: "loopback" },
    );
    const response = await fetch(`${origin}/x`, { headers: { "X-Forwarded-For": written } });
    expect(await response.json()).toBe(address);
  });

  test("answers a refusal with a page in the visitor's language, without script", async () => {
    const { origin } = await serving(() => Promise.reject(new Error("must not be called")));
    const language = `lng=${encodeURIComponent(Buffer.from('"ko"').toString("base64"))}`;
    const response = await fetch(`${origin}/${"x".repeat(3000)}`, { headers: { Cookie: language } });
    const page = await response.text();
    expect(response.status).toBe(414);
    expect(page).toContain('<html lang="ko">');
    expect(page).toContain(response.headers.get("x-request-id"));
    expect(page).not.toContain("<script");
    const data = await fetch(`${origin}/news?_data=x&lng=en`, { method: "DELETE" });
    expect([data.status, data.headers.get("x-remix-catch")]).toEqual([405, "yes"]);
    expect(await data.json()).toMatchObject({ message: "Please go on from the home page." });
  });

  test("sends a visitor to the one spelling of an address, before anything is decided by it", async () => {
    const { origin } = await serving(async (request) => new Response(new URL(request.url).pathname));
    const asked = (path: string, init: RequestInit = {}) =>
      fetch(origin + path, { redirect: "manual", ...init });
    const response = await asked("/Support//INQUIRY/?Type=A&lng=ko");
    expect([response.status, response.headers.get("location")]).toEqual([
      308,
      "/support/inquiry?Type=A&lng=ko",
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
    // The body limit is that of the form's canonical URL. The redirect preserves method and body.
    const large = await asked("/support/inquiry/", {
      ...post(origin, "x".repeat(100_000)),
      headers: { Origin: origin, "Content-Type": "multipart/form-data; boundary=x" },
    });
    expect([large.status, large.headers.get("location")]).toEqual([308, "/support/inquiry"]);
    expect(await fetch(`${origin}/News/Ab`, post(origin, "a=1")).then((last) => last.url)).toBe(
      `${origin}/news/Ab`,
    );
    expect((await asked("/Unknown/")).status).toBe(200);
    expect((await asked("/news/", { headers: { Host: "evil.example" } })).status).not.toBe(308);
  });

  test("keeps the language of ?lng= that a visitor opened", async () => {
    const { origin } = await serving(async () => new Response("page"));
    const headers = { "Accept-Language": "ko-KR,ko;q=0.9,en;q=0.8" };
    const cookiesOf = async (path: string, more: Record<string, string> = {}) =>
      (await fetch(origin + path, { headers: { ...headers, ...more } })).headers.getSetCookie();
    const [cookie = ""] = await cookiesOf("/news?lng=ko");
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await languageCookie.parse(cookie)).toBe("ko");
    expect(await cookiesOf("/news", { Cookie: cookie })).toEqual([]);
    expect(await cookiesOf("/news")).toEqual([]);
    // Only a document sets the language cookie: not an image URL embedded in another site, a feed or the manifest.
    expect(await cookiesOf("/news?lng=ko", { "Sec-Fetch-Dest": "image" })).toEqual([]);
    expect(await cookiesOf("/news/feed.xml?lng=ko")).toEqual([]);
    expect(await cookiesOf("/site.webmanifest?lng=ko")).toEqual([]);
  });

  test("measures a body without Content-Length while it is read", async () => {
    let read = 0;
    const { origin } = await serving(async (request) => {
      read = (await request.arrayBuffer()).byteLength;
      return new Response("ok");
    });
    const stream = (bytes: number) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let sent = 0; sent < bytes; sent += 1024) controller.enqueue(new Uint8Array(1024).fill(97));
          controller.close();
        },
      });
    expect((await fetch(`${origin}/x`, post(origin, stream(64 * 1024)))).status).toBe(200);
    expect(read).toBe(64 * 1024);
    const refused = await fetch(`${origin}/x`, post(origin, stream(200 * 1024)));
    expect([refused.status, (await refused.text()).includes("<html")]).toEqual([413, true]);
  });

  test("says so when Remix fails", async () => {
    const { origin } = await serving(() => Promise.resolve(new Response("x")));
    serveInstead({
      pages: () => {
        throw new Error("broken");
      },
      isHealthy: () => Promise.resolve(false),
    });
    const response = await fetch(origin);
    expect([response.status, (await response.text()).includes("broken")]).toEqual([500, false]);
    expect((await fetch(`${origin}/healthz`)).status).toBe(503);
  });
});

describe("forwarded headers", () => {
  const headers = {
    "X-Forwarded-For": "192.0.2.7",
    "X-Forwarded-Proto": "https",
    "X-Request-Id": "from-a-proxy-1",
  };
  const seenBy = async (variables: Record<string, string>) => {
    const { origin } = await serving(
      async (request, context) =>
        Response.json([
          (context as { clientAddress: string }).clientAddress,
          new URL(request.url).protocol,
          request.headers.get("x-forwarded-for"),
          request.headers.get("CF-IPCountry"),
        ]),
      variables,
    );
    return (await fetch(`${origin}/x`, { headers: { ...headers, "CF-IPCountry": "JP" } })).json();
  };

  test.each(["loopback", "127.0.0.1", "127.0.0.0/8, 10.0.0.0/8", "1"])(
    "are believed of a listed peer: %s",
    async (list) => {
      expect(await seenBy({ TRUST_PROXY: list, COUNTRY_HEADER: "CF-IPCountry" })).toEqual([
        "192.0.2.7",
        "https:",
        "192.0.2.7",
        "JP",
      ]);
    },
  );

  test.each(["10.0.0.0/8", "127.0.0.2", "uniquelocal"])(
    "are dropped from any other peer: %s",
    async (list) => {
      expect(await seenBy({ TRUST_PROXY: list, COUNTRY_HEADER: "CF-IPCountry" })).toEqual([
        "127.0.0.1",
        "http:",
        null,
        null,
      ]);
    },
  );
});
