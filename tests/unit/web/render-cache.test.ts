import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type RenderInput, renderedPage } from "#server/web/render-cache.server";
import { WholePage } from "#server/web/whole-page.server";
import { forget } from "../../setup/reset-singletons";

const ingredients = (change: Partial<RenderInput> = {}): RenderInput => ({
  lng: "ja",
  url: "https://soria.test/my-page",
  handoff: JSON.stringify({ user: "Yuki", balance: 120 }),
  ...change,
});
const page = new WholePage(Buffer.from("<p>Yuki</p>"));

beforeEach(() => forget("rendered-pages"));

describe("pages by what they were rendered of", () => {
  test("returns the same page for the same data", () => {
    expect(renderedPage(ingredients()).page).toBeUndefined();
    renderedPage(ingredients()).keep(page);
    expect(renderedPage(ingredients()).page).toBe(page);
  });

  test.each<[string, Partial<RenderInput>]>([
    ["another language", { lng: "ko" }],
    ["another address", { url: "https://soria.test/my-page?tab=2" }],
    ["another origin", { url: "http://localhost:3000/my-page" }],
    ["other data", { handoff: JSON.stringify({ user: "Yuki", balance: 121 }) }],
    ["another member", { handoff: JSON.stringify({ user: "Minjun", balance: 120 }) }],
  ])("%s is another page", (_name, change) => {
    renderedPage(ingredients()).keep(page);
    expect(renderedPage(ingredients(change)).page).toBeUndefined();
  });

  test("where the language ends and the address begins is told apart", () => {
    renderedPage(ingredients({ lng: 'ja","x', url: "y" })).keep(page);
    expect(renderedPage(ingredients({ lng: "ja", url: 'x","y' })).page).toBeUndefined();
  });

  test("nothing is used longer than 10 minutes after it was last sent", async () => {
    const clock = vi.spyOn(performance, "now");
    // The cache reads the clock once a millisecond.
    const pageAt = async (minutes: number) => {
      clock.mockReturnValue(1_000 + minutes * 60_000);
      await pause(5);
      return renderedPage(ingredients()).page;
    };
    expect(await pageAt(0)).toBeUndefined();
    renderedPage(ingredients()).keep(page);
    expect(await pageAt(9)).toBeDefined();
    expect(await pageAt(18)).toBeDefined();
    expect(await pageAt(29)).toBeUndefined();
    clock.mockRestore();
  });

  test("nothing stays in memory longer than 11 minutes, also if nobody asks for it", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "setTimeout"] });
    const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
    const purges = vi.spyOn(LRUCache.prototype, "purgeStale");
    renderedPage(ingredients()).keep(page);
    const sizeAfter = (minutes: number) => {
      clock.mockReturnValue(1_000 + minutes * 60_000);
      vi.advanceTimersByTime(2 * 60_000);
      return (purges.mock.contexts.at(-1) as LRUCache<string, WholePage>).size;
    };
    expect(sizeAfter(9)).toBe(1);
    expect(sizeAfter(11)).toBe(0);
    purges.mockRestore();
    clock.mockRestore();
    vi.useRealTimers();
  });

  test("all of them together stay under 8 MB", () => {
    const ids = Array.from({ length: 400 }, (_, i) => `https://soria.test/news/${i}`);
    for (const url of ids) renderedPage(ingredients({ url })).keep(new WholePage(Buffer.alloc(40_000, "a")));
    const left = ids.filter((url) => renderedPage(ingredients({ url })).page);
    expect(left.length).toBeGreaterThan(150);
    expect(left.length).toBeLessThan((8 * 1024 * 1024) / 40_000);
  });
});
