import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type * as RenderCache from "#server/web/render-cache.server";

const ingredients = (change: Partial<RenderCache.RenderInput> = {}): RenderCache.RenderInput => ({
  lng: "ja",
  url: "https://soria.test/my-page",
  handoff: JSON.stringify({ user: "Yuki", balance: 120 }),
  ...change,
});
// A cache of its own for each test.
let renderedOnce: typeof RenderCache.renderedOnce;
/** Renders a page, and returns how often it has been rendered so far. */
let renders = 0;
function rendersOf(change: Partial<RenderCache.RenderInput> = {}, html = "<p>Yuki</p>"): number {
  renderedOnce(ingredients(change), () => {
    renders += 1;
    return { html, isRepeatable: true };
  });
  return renders;
}

async function startAnew() {
  vi.resetModules();
  ({ renderedOnce } = await import("#server/web/render-cache.server"));
}

beforeEach(async () => {
  renders = 0;
  await startAnew();
});

describe("pages by what they were rendered of", () => {
  test("are rendered once for the same data, with an entity tag of their HTML", () => {
    expect([rendersOf(), rendersOf()]).toEqual([1, 1]);
    const { html, etag } = renderedOnce(ingredients(), () => ({ html: "other", isRepeatable: true }));
    expect(html).toBe("<p>Yuki</p>");
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  test("are rendered each time, without an entity tag, when they are not repeatable", () => {
    const render = () => ({ html: String((renders += 1)), isRepeatable: false });
    expect(renderedOnce(ingredients(), render)).toEqual({ html: "1" });
    expect(renderedOnce(ingredients(), render)).toEqual({ html: "2" });
  });

  test.each<[string, Partial<RenderCache.RenderInput>]>([
    ["another language", { lng: "ko" }],
    ["another address", { url: "https://soria.test/my-page?tab=2" }],
    ["another origin", { url: "http://localhost:3000/my-page" }],
    ["other data", { handoff: JSON.stringify({ user: "Yuki", balance: 121 }) }],
    ["another member", { handoff: JSON.stringify({ user: "Minjun", balance: 120 }) }],
  ])("%s is another page", (_name, change) => {
    expect([rendersOf(), rendersOf(change)]).toEqual([1, 2]);
  });

  test("where the language ends and the address begins is told apart", () => {
    rendersOf({ lng: 'ja","x', url: "y" });
    expect(rendersOf({ lng: "ja", url: 'x","y' })).toBe(2);
  });

  test("nothing is used longer than 10 minutes after it was last sent", async () => {
    const clock = vi.spyOn(performance, "now");
    const rendersAt = async (minutes: number) => {
      clock.mockReturnValue(1_000 + minutes * 60_000);
      // The cache reads the clock once a millisecond.
      // oxlint-disable-next-line soria/no-sleep
      await pause(5);
      return rendersOf();
    };
    expect(await rendersAt(0)).toBe(1);
    expect(await rendersAt(9)).toBe(1);
    expect(await rendersAt(18)).toBe(1);
    expect(await rendersAt(29)).toBe(2);
    clock.mockRestore();
  });

  test("nothing stays in memory longer than 11 minutes, also if nobody asks for it", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "setTimeout"] });
    await startAnew();
    const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
    const purges = vi.spyOn(LRUCache.prototype, "purgeStale");
    rendersOf();
    const sizeAfter = (minutes: number) => {
      clock.mockReturnValue(1_000 + minutes * 60_000);
      vi.advanceTimersByTime(2 * 60_000);
      return (purges.mock.contexts.at(-1) as LRUCache<string, object>).size;
    };
    expect(sizeAfter(9)).toBe(1);
    expect(sizeAfter(11)).toBe(0);
    purges.mockRestore();
    clock.mockRestore();
    vi.useRealTimers();
  });

  test("all of them together stay under 8 MB", () => {
    const ids = Array.from({ length: 400 }, (_, i) => `https://soria.test/news/${i}`);
    for (const url of ids) rendersOf({ url }, "a".repeat(40_000));
    // Looked up from the newest: a page that is rendered again would evict an older one.
    const left = ids.reverse().filter((url) => {
      const before = renders;
      return rendersOf({ url }, "a".repeat(40_000)) === before;
    });
    expect(left.length).toBeGreaterThan(150);
    expect(left.length).toBeLessThan((8 * 1024 * 1024) / 40_000);
  });
});
