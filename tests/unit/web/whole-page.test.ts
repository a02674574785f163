import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { WholePage } from "#server/web/whole-page.server";

const html = (text: string) => Buffer.from(`<p>${text}</p>`.repeat(200));
const page = (text: string) => new WholePage(html(text), { scripts: "'sha256-x'", isRepeatable: true });

describe("a whole page", () => {
  test("has a weak entity tag that is equal for equal bytes only", () => {
    expect(page("島").etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(page("島").etag).toBe(page("島").etag);
    expect(page("島").etag).not.toBe(page("空").etag);
  });

  test("has no entity tag when the same data may give other bytes", () => {
    expect(new WholePage(html("島"), { scripts: "'sha256-x'" }).etag).toBeUndefined();
  });

  test("is compressed quickly the first time, and better and once from the second time on", async () => {
    const one = page("島の港");
    const first = await one.compressed("br");
    expect(first.encoding).toBe("gzip");
    const [second, third] = [await one.compressed("br"), await one.compressed("br")];
    const gzip = await one.compressed("gzip");
    expect([second.encoding, gzip.encoding]).toEqual(["br", "gzip"]);
    for (const { body } of [first, gzip]) expect(gunzipSync(body).equals(one.html)).toBe(true);
    expect(brotliDecompressSync(second.body).equals(one.html)).toBe(true);
    expect(second.body.length).toBeLessThan(gzip.body.length);
    expect(gzip.body.length).toBeLessThan(first.body.length);
    expect(third.body).toBe(second.body);
    for (const { body } of [second, gzip]) expect(body.buffer.byteLength).toBeLessThan(16 * 1024);
  });
});
