import { describe, expect, test } from "vitest";
import { filled, type PageParts } from "#server/web/html-template.server";
import { type Ingredients, RenderedPages } from "#server/web/render-cache.server";

const first = { cspNonce: "bm9uY2UtMQ==", requestId: "3f6d-1" };
const second = { cspNonce: "bm9uY2UtMg==", requestId: "3f6d-2" };
const ingredients = (change: Partial<Ingredients> = {}, { requestId } = first): Ingredients => ({
  lng: "ja",
  url: "https://soria.test/my-page",
  handoff: JSON.stringify({ user: "Yuki", balance: 120, requestId }),
  ...change,
});
const html = (own: typeof first) =>
  Buffer.from(`<p>Yuki ${own.requestId}</p><script nonce="${own.cspNonce}">`);
const textOf = (page: PageParts | undefined) => page && filled(page, second).toString();

describe("pages by what they were rendered of", () => {
  test("the same data are the same page, with the own values of each answer", () => {
    const pages = new RenderedPages();
    expect(pages.of(ingredients(), first).page).toBeUndefined();
    pages.of(ingredients(), first).keep(html(first));
    expect(textOf(pages.of(ingredients({}, second), second).page)).toBe(html(second).toString());
  });

  test.each<[string, Partial<Ingredients>]>([
    ["another language", { lng: "ko" }],
    ["another address", { url: "https://soria.test/my-page?tab=2" }],
    ["another origin", { url: "http://localhost:3000/my-page" }],
    ["other data", { handoff: JSON.stringify({ user: "Yuki", balance: 121, requestId: second.requestId }) }],
    [
      "another member",
      { handoff: JSON.stringify({ user: "Minjun", balance: 120, requestId: second.requestId }) },
    ],
    // What is left where the id was must not be what another's data have there.
    ["no id", { handoff: JSON.stringify({ user: "Yuki", balance: 120, requestId: "" }) }],
    ["a blank for the id", { handoff: JSON.stringify({ user: "Yuki", balance: 120, requestId: "\0" }) }],
  ])("%s is another page", (_name, change) => {
    const pages = new RenderedPages();
    pages.of(ingredients(), first).keep(html(first));
    expect(pages.of(ingredients(change, second), second).page).toBeUndefined();
  });

  test("where the language ends and the address begins is told apart", () => {
    const pages = new RenderedPages();
    pages.of(ingredients({ lng: 'ja","x', url: "y" }), first).keep(html(first));
    expect(pages.of(ingredients({ lng: "ja", url: 'x","y' }), first).page).toBeUndefined();
  });

  test("nothing stays longer than 10 minutes after it was last sent", () => {
    let now = 1_000;
    const pages = new RenderedPages(() => now);
    pages.of(ingredients(), first).keep(html(first));
    now += 9 * 60_000;
    expect(pages.of(ingredients(), first).page).toBeDefined();
    now += 9 * 60_000;
    expect(pages.of(ingredients(), first).page).toBeDefined();
    expect(pages.forget()).toBe(1);
    now += 11 * 60_000;
    expect(pages.forget()).toBe(0);
    expect(pages.of(ingredients(), first).page).toBeUndefined();
  });

  test("all of them together stay under 8 MB", () => {
    const pages = new RenderedPages();
    const ids = Array.from({ length: 400 }, (_, i) => `https://soria.test/news/${i}`);
    for (const url of ids) pages.of(ingredients({ url }), first).keep(Buffer.alloc(40_000, "a"));
    const left = ids.filter((url) => pages.of(ingredients({ url }), first).page);
    expect(left.length).toBeGreaterThan(150);
    expect(left.length).toBeLessThan((8 * 1024 * 1024) / 40_000);
  });
});
