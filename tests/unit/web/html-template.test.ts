import { randomBytes, randomUUID } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { filled, gzipped, type OwnValues, partsOf } from "#server/web/html-template.server";
import { random } from "../../setup/random";

const own = (): OwnValues => ({
  cspNonce: randomBytes(16).toString("base64"),
  requestId: randomUUID(),
});

/** A page with own values anywhere, also at its ends and one after the other, and up to three windows long. */
function randomPage(next: () => number, { cspNonce, requestId }: OwnValues): string {
  const words = ["<p>", "</p>", "空の港", ' nonce="', "섬", "岛", "<script", "&amp;", "Soria ", "\n"];
  const pick = () => words[Math.floor(next() * words.length)];
  const pieces = Array.from({ length: Math.floor(next() * 12) }, () => {
    const text = Array.from({ length: Math.floor(next() ** 4 * 9_000) }, pick).join("");
    return [text, cspNonce, requestId, ""][Math.floor(next() * 4)] + text.slice(0, 40);
  });
  return pieces.join("");
}

describe("a page in parts", () => {
  test("sent often is, unpacked, the page as it was rendered, with the own values of each answer", async () => {
    const seed = Date.now() % 1_000_000;
    const next = random(seed);
    for (let round = 0; round < 60; round += 1) {
      const first = own();
      const html = randomPage(next, first);
      const page = partsOf(Buffer.from(html), first);
      expect(await gzipped(page, first), "nothing is prepared for what is sent once").toBeUndefined();
      for (const values of [first, own(), own()]) {
        const expected = html
          .replaceAll(first.cspNonce, values.cspNonce)
          .replaceAll(first.requestId, values.requestId);
        const sent = await gzipped(page, values);
        expect(filled(page, values).toString(), `seed ${seed}, round ${round}`).toBe(expected);
        expect(sent && gunzipSync(sent).toString(), `seed ${seed}, round ${round}`).toBe(expected);
      }
    }
  });

  test("is hardly larger than if it were compressed whole", async () => {
    const first = own();
    const html = Buffer.from(
      Array.from(
        { length: 800 },
        (_, i) => `<li nonce="${i % 100 ? i : first.cspNonce}">島 ${i * 7}</li>`,
      ).join(""),
    );
    const page = partsOf(html, first);
    await gzipped(page, first);
    const sent = await gzipped(page, first);
    expect(sent?.length).toBeLessThan(gzipSync(html, { level: 6 }).length * 1.1);
  });

  test("is compressed as it comes where own values are of another length, or it has a byte that no HTML has", async () => {
    const first = own();
    const page = partsOf(Buffer.from(`<p>${first.requestId}</p>`), first);
    await gzipped(page, first);
    expect(await gzipped(page, first)).toBeDefined();
    expect(await gzipped(page, { ...first, requestId: "short" })).toBeUndefined();
    const odd = partsOf(Buffer.from("<p>\0</p>"), first);
    await gzipped(odd, first);
    expect(await gzipped(odd, first)).toBeUndefined();
  });
});
