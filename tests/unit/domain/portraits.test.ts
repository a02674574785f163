import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { portraitOf } from "~/domain/portraits";

const members = Array.from({ length: 4000 }, (_, i) => portraitOf(`member ${i}`));
const valuesOf = <Key extends "figure" | "ground" | "mask">(key: Key) => [
  ...new Set(members.map((one) => one[key])),
];

describe("portraits", () => {
  it("are the same for the same name, however its letters are put together", () => {
    expect(portraitOf("tomás.v")).toEqual(portraitOf("toma\u0301s.v"));
    // Snapshot: a different rule would change everybody's figure.
    expect(
      ["yuzu_and_salt", "灯台のとなり", "minjun.p", "하늘섬주민", "the_one", ""].map(
        (n) => portraitOf(n).figure,
      ),
    ).toMatchInlineSnapshot(`
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

  it("are all drawn, and all given", () => {
    expect(valuesOf("figure")).toHaveLength(10);
    for (const figure of valuesOf("figure")) expect(existsSync(`public/art/faces/${figure}.svg`)).toBe(true);
    const sheet = readFileSync("app/components/dao/faces.css", "utf8");
    for (const ground of valuesOf("ground")) if (ground > 1) expect(sheet).toContain(`.face--g${ground} {`);
    for (const mask of valuesOf("mask")) expect(sheet).toContain(`.face--o${mask} {`);
  });

  it("are 360, spread over figures, grounds and openings", () => {
    expect(new Set(members.map((one) => JSON.stringify(one))).size).toBe(360);
  });

  it("differ between most of ten voters", () => {
    for (let page = 0; page < 100; page += 1) {
      const voters = members.slice(page * 10, page * 10 + 10).map((one) => JSON.stringify(one));
      expect(new Set(voters).size).toBeGreaterThanOrEqual(8);
    }
  });
});
