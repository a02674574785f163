/** Metadata for search engines and link previews, in the served HTML and in the files next to it. */
import { expect, inject, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { SandboxClient } from "../kit/visitors/sandbox-client";

const languages = ["ja", "en", "ko", "zh"] as const;
const tags = { ja: "ja", en: "en", ko: "ko", zh: "zh-Hans" };

const { origin, apiOrigin } = inject("servedSite");

const read = async (path: string) => (await fetch(new URL(path, origin))).text();
const plain = (value: string) => value.replaceAll("&amp;", "&");

/** Returns the attributes of all elements with this tag name, in document order. */
function elements(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, "g"))].map(([, attributes = ""]) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
        key.toLowerCase(),
        plain(value),
      ]),
    ),
  );
}
const meta = (html: string, key: string) =>
  elements(html, "meta").find(({ name, property }) => name === key || property === key)?.["content"];

it.each(["/", "/introduction", "/news", "/download", "/support/faq", "/terms-of-use", "/dao"])(
  "%s tells search engines its languages and others its picture",
  async (path) => {
    const descriptions = new Set<string | undefined>();
    const pictures = new Map<string, string>();
    const addressOf = (lng: string) => `${origin}${path}${lng === "ja" ? "" : `?lng=${lng}`}`;
    for (const lng of languages) {
      const html = await read(`${path}?lng=${lng}`);
      const description = meta(html, "description");
      descriptions.add(description);
      expect(description?.length, `description in ${lng}`).toBeGreaterThan(10);
      const links = elements(html, "link");
      expect(links.filter(({ rel }) => rel === "canonical").map(({ href }) => href)).toEqual([
        addressOf(lng),
      ]);
      expect(meta(html, "og:url")).toBe(addressOf(lng));
      const alternates = Object.fromEntries(
        links.filter(({ rel }) => rel === "alternate").map(({ hreflang, href }) => [hreflang, href]),
      );
      for (const other of languages) expect(alternates[tags[other]]).toBe(addressOf(other));
      pictures.set(meta(html, "og:image") ?? "", meta(html, "og:image:alt") ?? "");
    }
    expect(descriptions.size, [...descriptions].join("\n")).toBe(languages.length);
    // Each language has its own image and alt text. Titles can be the same word in several languages.
    expect(pictures.size).toBe(languages.length);
    expect(new Set(pictures.values()).size, [...pictures.values()].join("\n")).toBe(languages.length);
    for (const picture of pictures.keys()) {
      const response = await fetch(picture);
      expect([response.status, response.headers.get("Content-Type")], picture).toEqual([200, "image/jpeg"]);
      expect((await response.arrayBuffer()).byteLength, picture).toBeLessThan(80_000);
    }
  },
);

it("home and posts carry JSON-LD", async () => {
  const nodes = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, json = ""]) => (JSON.parse(json) as { "@type": string })["@type"],
    );
  expect(nodes(await read("/"))).toEqual(expect.arrayContaining(["Organization", "WebSite"]));
  const [, id] = /href="\/news\/(\d+)/.exec(await read("/news")) ?? [];
  expect(nodes(await read(`/news/${id}`))).toContain("NewsArticle");
});

const locationsOf = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = ""]) => plain(loc));

it("the sitemap lists every language, with alternates that answer", async () => {
  const response = await fetch(`${origin}/sitemap.xml`);
  expect(response.headers.get("Content-Type")).toContain("xml");
  const files = locationsOf(await response.text());
  expect(files).toContain(`${origin}/sitemaps/pages.xml`);
  expect(files).toContain(`${origin}/sitemaps/news-1.xml`);
  const xml = (await Promise.all(files.map(async (file) => (await fetch(file)).text()))).join("");
  const addresses = locationsOf(xml);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toContain(`${origin}/news?lng=zh`);
  expect(addresses.filter((address) => /\/news\/\d+$/.test(address)).length).toBeGreaterThan(10);
  expect(xml.match(/hreflang="x-default"/g)).toHaveLength(addresses.length);
  for (const address of addresses.filter((each) => !/\/news\/\d/.test(each))) {
    expect((await fetch(address, { redirect: "manual" })).status, address).toBe(200);
  }
});

it("the manifest is in the page's language, and its pages and icons exist", async () => {
  const manifestOf = async (page: string) => {
    const [, href = ""] = /<link rel="manifest" href="([^"]+)"/.exec(await read(page)) ?? [];
    const response = await fetch(origin + plain(href));
    expect(response.headers.get("Content-Type")).toContain("application/manifest+json");
    return (await response.json()) as {
      id: string;
      lang: string;
      description: string;
      start_url: string;
      icons: { src: string }[];
      shortcuts: { name: string; url: string }[];
    };
  };
  const [ja, ko] = await Promise.all([manifestOf("/"), manifestOf("/?lng=ko")]);
  expect([ja.lang, ko.lang]).toEqual(["ja", "ko"]);
  expect([ja.description, ko.description].map((text) => /\p{Script=Hangul}/u.test(text))).toEqual([
    false,
    true,
  ]);
  // Same id and start URL in every language: it is one app, and starting it must not change the user's language.
  expect([ja.id, ja.start_url]).toEqual([ko.id, ko.start_url]);
  for (const { src } of ko.icons) expect((await fetch(origin + src)).status, src).toBe(200);
  for (const { url, name } of ko.shortcuts) {
    expect(name).toMatch(/\p{Script=Hangul}|DAO/u);
    // For a guest: the page itself or a redirect to sign-in.
    expect([200, 302, 303]).toContain((await fetch(origin + url, { redirect: "manual" })).status);
  }
});

it("robots.txt names the sitemap and closes what is private", async () => {
  const text = await read("/robots.txt");
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(text).toContain("Disallow: /my-page");
  expect(text).not.toContain("Disallow: /\n");
});

it("private pages are not listed", async () => {
  const visitor = new HttpMember(origin);
  const { email } = await new SandboxClient(apiOrigin).makeMember();
  await visitor.signIn(email);
  for (const path of ["/my-page/profile", "/my-page/history", "/support/requests", "/not-found"]) {
    expect(meta((await visitor.request(path)).text, "robots"), path).toMatch(/noindex/);
  }
});

const forGuests = "public, max-age=0, s-maxage=5, stale-while-revalidate=15, stale-if-error=86400";

it("a page that is the same for all guests may be kept on the way; a member's page is not stored", async () => {
  const member = new HttpMember(origin);
  const { email } = await new SandboxClient(apiOrigin).makeMember();
  await member.signIn(email);
  for (const path of ["/", "/news", "/news/3", "/introduction", "/support/faq", "/dao"]) {
    const kept = async (visitor: HttpMember) => (await visitor.request(path)).headers.get("Cache-Control");
    expect(await kept(new HttpMember(origin)), path).toBe(forGuests);
    expect(await kept(member), path).toBe("private, no-store");
  }
  // The download page depends on the browser, so only the browser itself may store it, for back navigation.
  const download = await new HttpMember(origin).request("/download");
  expect(download.headers.get("Cache-Control")).toBe("private, no-cache");
});

it("answers 304 to a member who has the page, until its data change", async () => {
  const member = new HttpMember(origin);
  const { email } = await new SandboxClient(apiOrigin).makeMember();
  await member.signIn(email);
  const ask = (etag: string) =>
    fetch(`${origin}/my-page/profile`, {
      headers: { Cookie: member.cookieHeader, "If-None-Match": etag, "Cache-Control": "max-age=0" },
    });
  const first = await ask("");
  const etag = first.headers.get("ETag") ?? "";
  expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"/)]);
  const again = await ask(etag);
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("Cache-Control")).toBe("private, no-store");
  const guest = await fetch(`${origin}/my-page/profile`, {
    headers: { "If-None-Match": etag, "Cache-Control": "max-age=0" },
    redirect: "manual",
  });
  expect(guest.status).toBe(303);
});
