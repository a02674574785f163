import { describe, expect, test } from "vitest";
import { type Asked, KeptPages, keyOfPage } from "#server/http/kept-pages";

const asked = (change: Partial<Asked> = {}): Asked => ({
  method: "GET",
  origin: "https://soria.test",
  url: "/news",
  headers: {},
  ...change,
});
const cookie = (value: string) => asked({ headers: { cookie: value } });

describe("the key of a page", () => {
  test.each([
    ["a post", asked({ method: "POST" })],
    ["a HEAD, which has no body to keep", asked({ method: "HEAD" })],
    ["data for the app's script", asked({ url: "/news?_data=routes%2Fnews%2Flist%2Froute" })],
    ["a session", cookie("soria=abc.def")],
    ["a session on https", cookie("lng=ImVuIg; __Host-soria=abc.def")],
    ["a session cookie that is none", cookie("soria=")],
  ])("there is none for %s", (_name, request) => {
    expect(keyOfPage(request)).toBeUndefined();
  });

  test("is another for another address, origin, language or offer of one, theme, and way of sending", () => {
    const requests = [
      asked(),
      asked({ url: "/news?page=2" }),
      asked({ origin: "http://localhost:3000" }),
      cookie("lng=ImVuIg"),
      cookie("scripts=1"),
      asked({ headers: { "accept-language": "en-GB,en;q=0.9" } }),
      asked({ headers: { "accept-language": "zh-TW, ja;q=0.5" } }),
      cookie("theme=night"),
    ];
    expect(new Set(requests.map(keyOfPage)).size).toBe(requests.length);
  });

  test("is the same whatever other cookies and languages come along", () => {
    const chosen = (language: string) =>
      keyOfPage(asked({ headers: { cookie: "lng=ImVuIg", "accept-language": language } }));
    expect(chosen("ko")).toBe(chosen("fr, zh;q=0.1"));
    expect(keyOfPage(asked({ headers: { "accept-language": "fr-FR, ja;q=0.8, en;q=0.2" } }))).toBe(
      keyOfPage(asked()),
    );
    expect(keyOfPage(cookie("_ga=1; notsoria=2"))).toBe(keyOfPage(asked()));
  });
});

describe("a kept page", () => {
  const first = { cspNonce: "bm9uY2UtMQ==", requestId: "request-1" };
  const second = { cspNonce: "bm9uY2UtMg==", requestId: "request-22" };
  const html = (own: typeof first) =>
    `<script nonce="${own.cspNonce}">空</script><p>${own.requestId}</p><script nonce="${own.cspNonce}">`;

  test("is the same page with the nonce and the id of each request", () => {
    const pages = new KeptPages();
    pages.keep("key", new Headers({ "Content-Language": "ja" }), Buffer.from(html(first)), first);
    const found = pages.find("key", second);
    expect(found?.body.toString()).toBe(html(second));
    expect(found?.headers).toEqual([["content-language", "ja"]]);
    expect(pages.find("other", second)).toBeUndefined();
  });

  test("is made anew after 5 s", () => {
    let now = 1_000;
    const pages = new KeptPages(() => now);
    pages.keep("key", new Headers(), Buffer.from("page"), first);
    now += 4_900;
    expect(pages.find("key", second)?.body.toString()).toBe("page");
    now += 200;
    expect(pages.find("key", second)).toBeUndefined();
  });

  test("all of them together stay under 32 MB", () => {
    const pages = new KeptPages();
    const page = Buffer.alloc(1024 * 1024);
    for (let i = 0; i < 50; i++) pages.keep(`key ${i}`, new Headers(), page, first);
    const left = Array.from({ length: 50 }, (_, i) => pages.find(`key ${i}`, second)).filter(Boolean);
    expect(left.length).toBeGreaterThan(20);
    expect(left.length).toBeLessThan(33);
  });
});
