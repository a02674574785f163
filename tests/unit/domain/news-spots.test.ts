import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Spot, spotOf, spotsOf } from "~/domain/news-spots";

const types = ["ANNOUNCEMENT", "UPDATE", "EVENT", "ETC", "SOMETHING_NEW"];
const posts = Array.from({ length: 400 }, (_, n) => ({
  id: n + 1,
  type: types[(n >> 2) % types.length] ?? "",
}));

describe("the drawings of the news", () => {
  it("are files that the site serves, and all of them are used", () => {
    const names = new Set(posts.map((post) => spotOf(post).name));
    expect(names.size).toBe(15);
    for (const name of names) expect(existsSync(`public/art/spots/${name}.svg`), name).toBe(true);
  });

  it("are never two alike side by side, whatever stands before", () => {
    const all = spotsOf(posts, spotOf(posts[0] as (typeof posts)[number]));
    let before: Spot | undefined = spotOf(posts[0] as (typeof posts)[number]);
    for (const spot of all) {
      expect(spot.name).not.toBe(before?.name);
      before = spot;
    }
  });

  it("belong to the post: the same one everywhere, of its category", () => {
    expect(spotOf({ id: 7, type: "EVENT" })).toBe(spotOf({ id: 7, type: "EVENT" }));
    expect(spotOf({ id: 7, type: "EVENT" }).name).toMatch(/^event-/);
    expect(spotOf({ id: 7, type: "ETC" }).name).toMatch(/^announcement-/);
  });
});
