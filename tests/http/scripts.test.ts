/** The bytes of a page's scripts, and its text files, which match its server render. */
import { createHash } from "node:crypto";
import { brotliCompressSync } from "node:zlib";
import { expect, inject, it } from "vitest";
import { instanceOf } from "~/i18n/i18n.server";
import { languages } from "~/i18n/languages";

const { origin } = inject("servedSite");

// 1.67 and 1.84 times the scripts of a bare Remix page, 76.9 kB (tests/bench/bare-remix.ts, 2026-11-26).
const [READING_BYTES, SIGN_IN_BYTES] = [128_400, 141_700];

it.each([
  ["/", READING_BYTES],
  ["/dao", READING_BYTES],
  ["/news", READING_BYTES],
  ["/news/1", READING_BYTES],
  ["/introduction", READING_BYTES],
  ["/download", READING_BYTES],
  ["/support/faq", READING_BYTES],
  ["/terms-of-use", READING_BYTES],
  ["/sign-in", SIGN_IN_BYTES],
])("%s loads at most %i bytes of scripts", async (path, most) => {
  const html = await (await fetch(origin + path)).text();
  const [, json = "{}"] = /<script id="remix-modules"[^>]*>([^<]*)/.exec(html) ?? [];
  const { preload = [], onIntent } = JSON.parse(json) as { preload?: string[]; onIntent?: boolean };
  expect(onIntent).toBe(!["/", "/dao", "/sign-in"].includes(path));
  expect(preload.length).toBeGreaterThan(4);
  const sizes = preload.map(async (file) => {
    const response = await fetch(origin + file, { headers: { "Accept-Encoding": "br" } });
    // A file too small to compress has no brotli copy. fetch decodes the others, so their header tells.
    if (response.headers.has("Content-Encoding")) return Number(response.headers.get("Content-Length"));
    return brotliCompressSync(await response.arrayBuffer()).length;
  });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(60_000);
  expect(bytes).toBeLessThanOrEqual(most);
});

it.each(languages)(
  "the files of a page's texts hold what it was rendered with, and are kept for a year (%s)",
  async (lng) => {
    const html = await (await fetch(`${origin}/sign-in?lng=${lng}`)).text();
    const [, list] = /<script id="texts"[^>]*>([^<]*)/.exec(html) ?? [];
    const files = Object.entries(JSON.parse(list ?? "null") as Record<string, string>);
    expect(files.map(([namespace]) => namespace).sort()).toEqual(["account", "common", "errors"]);
    for (const [namespace, file] of files) {
      const response = await fetch(origin + file, { headers: { "Accept-Encoding": "br" } });
      expect(response.headers.get("Cache-Control")).toContain("immutable");
      expect(response.headers.get("Content-Encoding")).toBe("br");
      expect(await response.json()).toEqual(instanceOf(lng).getResourceBundle(lng, namespace));
    }
  },
);

/** Returns the hashes of a page's inline scripts, and the hashes that its CSP allows. */
async function hashesOf(path: string): Promise<{ rendered: string[]; trusted: string[] }> {
  const response = await fetch(origin + path);
  const inline = [...(await response.text()).matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
  const rendered = inline
    .filter(([, attributes]) => !/type="application\/(?:ld\+)?json"/.test(attributes ?? ""))
    .map(
      ([, , text]) =>
        `'sha256-${createHash("sha256")
          .update(text ?? "")
          .digest("base64")}'`,
    );
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  expect(policy, path).not.toContain("'nonce-");
  return { rendered, trusted: policy.match(/'sha256-[^']+'/g) ?? [] };
}

it("a whole page has no inline script but those that its policy trusts by hash, and each of these is used", async () => {
  const used = new Set<string>();
  let all: string[] = [];
  for (const path of ["/", "/news", "/news/1", "/sign-in", "/support/faq", "/nowhere"]) {
    const { rendered, trusted } = await hashesOf(path);
    expect(trusted, path).toEqual(expect.arrayContaining(rendered));
    expect(trusted.length).toBeGreaterThan(0);
    for (const hash of rendered) used.add(hash);
    all = trusted;
  }
  expect([...used].sort()).toEqual([...all].sort());
});
