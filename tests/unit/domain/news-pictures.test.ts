import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type NewsDrawing, drawingOf, drawingsOf } from "~/domain/news-pictures";

const types = ["ANNOUNCEMENT", "UPDATE", "EVENT", "ETC", "SOMETHING_NEW"];
const posts = Array.from({ length: 400 }, (_, n) => ({
  id: n + 1,
  type: types[(n >> 2) % types.length] ?? "",
}));

describe("the drawings of the news", () => {
  it("are files that the site serves, and all of them are used", () => {
    const names = new Set(posts.map((post) => drawingOf(post).name));
    expect(names.size).toBe(15);
    for (const name of names) expect(existsSync(`public/art/spots/${name}.svg`), name).toBe(true);
  });

  it("are never two alike side by side, whatever stands before", () => {
    const all = drawingsOf(posts, drawingOf(posts[0] as (typeof posts)[number]));
    let before: NewsDrawing | undefined = drawingOf(posts[0] as (typeof posts)[number]);
    for (const drawing of all) {
      expect(drawing.name).not.toBe(before?.name);
      before = drawing;
    }
  });

  it("belong to the post: the same one everywhere, of its category", () => {
    expect(drawingOf({ id: 7, type: "EVENT" })).toBe(drawingOf({ id: 7, type: "EVENT" }));
    expect(drawingOf({ id: 7, type: "EVENT" }).name).toMatch(/^event-/);
    expect(drawingOf({ id: 7, type: "ETC" }).name).toMatch(/^announcement-/);
  });
});
