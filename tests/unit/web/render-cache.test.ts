import { describe, expect, test } from "vitest";
import { type RenderInput, RenderCache } from "#server/web/render-cache.server";
import { WholePage } from "#server/web/whole-page.server";

const ingredients = (change: Partial<RenderInput> = {}): RenderInput => ({
  lng: "ja",
  url: "https://soria.test/my-page",
  handoff: JSON.stringify({ user: "Yuki", balance: 120 }),
  ...change,
});
const page = new WholePage(Buffer.from("<p>Yuki</p>"));

describe("pages by what they were rendered of", () => {
  test("returns the same page for the same data", () => {
    const pages = new RenderCache();
    expect(pages.of(ingredients()).page).toBeUndefined();
    pages.of(ingredients()).keep(page);
    expect(pages.of(ingredients()).page).toBe(page);
  });

  test.each<[string, Partial<RenderInput>]>([
    ["another language", { lng: "ko" }],
    ["another address", { url: "https://soria.test/my-page?tab=2" }],
    ["another origin", { url: "http://localhost:3000/my-page" }],
    ["other data", { handoff: JSON.stringify({ user: "Yuki", balance: 121 }) }],
    ["another member", { handoff: JSON.stringify({ user: "Minjun", balance: 120 }) }],
  ])("%s is another page", (_name, change) => {
    const pages = new RenderCache();
    pages.of(ingredients()).keep(page);
    expect(pages.of(ingredients(change)).page).toBeUndefined();
  });

  test("where the language ends and the address begins is told apart", () => {
    const pages = new RenderCache();
    pages.of(ingredients({ lng: 'ja","x', url: "y" })).keep(page);
    expect(pages.of(ingredients({ lng: "ja", url: 'x","y' })).page).toBeUndefined();
  });

  test("nothing stays longer than 10 minutes after it was last sent", () => {
    let now = 1_000;
    const pages = new RenderCache(() => now);
    pages.of(ingredients()).keep(page);
    now += 9 * 60_000;
    expect(pages.of(ingredients()).page).toBeDefined();
    now += 9 * 60_000;
    expect(pages.of(ingredients()).page).toBeDefined();
    expect(pages.forget()).toBe(1);
    now += 11 * 60_000;
    expect(pages.forget()).toBe(0);
    expect(pages.of(ingredients()).page).toBeUndefined();
  });

  test("all of them together stay under 8 MB", () => {
    const pages = new RenderCache();
    const ids = Array.from({ length: 400 }, (_, i) => `https://soria.test/news/${i}`);
    for (const url of ids) pages.of(ingredients({ url })).keep(new WholePage(Buffer.alloc(40_000, "a")));
    const left = ids.filter((url) => pages.of(ingredients({ url })).page);
    expect(left.length).toBeGreaterThan(150);
    expect(left.length).toBeLessThan((8 * 1024 * 1024) / 40_000);
  });
});
