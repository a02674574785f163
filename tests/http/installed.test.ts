/**
 * The installed site (docs/decisions/0038-installed-site.md): its manifest in each language, and the files it names.
 */
import { describe, expect, inject, it } from "vitest";
import { texts } from "../kit/data/texts";

const { origin } = inject("servedSite");

interface Manifest {
  id: string;
  lang: string;
  description: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  shortcuts: { name: string; url: string }[];
}

/** Fetches the manifest that the home page links to in this language. */
async function manifestOf(lng: string): Promise<Manifest> {
  const html = await (await fetch(`${origin}/?lng=${lng}`)).text();
  const href = /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? "";
  const response = await fetch(new URL(href.replaceAll("&amp;", "&"), origin));
  expect(response.headers.get("content-type")).toBe("application/manifest+json; charset=utf-8");
  return (await response.json()) as Manifest;
}

describe.each([
  ["ja", "ja-JP"],
  ["en", "en-US"],
  ["ko", "ko-KR"],
  ["zh", "zh-CN"],
] as const)("the manifest in %s", (lng, tag) => {
  const common = texts(lng, "common");

  it("says its language, and its shortcuts in the words of the menu", async () => {
    const { lang, shortcuts, description } = await manifestOf(lng);
    expect(lang.split("-")[0]).toBe(tag.split("-")[0]);
    expect(shortcuts.map(({ name }) => name)).toEqual(
      ["news", "profile", "products", "dao"].map((key) => common(`nav.${key}`)),
    );
    expect(description).toBe(texts(lng, "home")("description").replaceAll("\u200b", ""));
    expect(JSON.stringify({ shortcuts, description })).not.toContain("\u200b");
  });

  it("has the same id as in the other languages, and a start address without a language", async () => {
    const { id, start_url: start, scope, display } = await manifestOf(lng);
    expect({ id, start, scope, display }).toEqual({ id: "/", start: "/", scope: "/", display: "standalone" });
  });
});

describe("what the manifest names", () => {
  it("is there: icons of their type and size, and pages for its shortcuts", async () => {
    const { icons, shortcuts } = await manifestOf("ja");
    expect(icons.map(({ purpose = "any", sizes }) => `${purpose} ${sizes}`)).toEqual([
      "any 192x192",
      "any 512x512",
      "maskable 512x512",
    ]);
    for (const { src, sizes, type } of icons) {
      const response = await fetch(new URL(src, origin));
      expect(response.headers.get("content-type"), src).toBe(type);
      const png = Buffer.from(await response.arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
    }
    for (const { url } of shortcuts) {
      const response = await fetch(new URL(url, origin), { redirect: "manual" });
      // Member pages redirect a guest to sign-in, with the way back in redirectTo.
      expect([200, 303], url).toContain(response.status);
      if (response.status === 303)
        expect(response.headers.get("location")).toBe(`/sign-in?redirectTo=${encodeURIComponent(url)}`);
    }
  });
});
