import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { portraitOf } from "~/domain/portraits";

describe("portraits", () => {
  it("are the same for the same name, however its letters are put together", () => {
    expect(portraitOf("tomás.v")).toBe(portraitOf("toma\u0301s.v"));
    // Snapshot: a different rule would change everybody's portrait.
    expect(["yuzu_and_salt", "灯台のとなり", "minjun.p", "하늘섬주민", "the_one", ""].map(portraitOf))
      .toMatchInlineSnapshot(`
      [
        "kon",
        "yuki",
        "nagi",
        "ren",
        "ren",
        "toma",
      ]
    `);
  });

  it("are all there, and all given", () => {
    const given = new Set(Array.from({ length: 400 }, (_, i) => portraitOf(`member ${i}`)));
    expect(given.size).toBe(10);
    for (const name of given) expect(existsSync(`public/art/people/${name}.svg`)).toBe(true);
  });
});
