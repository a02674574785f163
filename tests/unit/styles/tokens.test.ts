import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { skyTop } from "~/domain/sky";

const read = (folder: string, name: string) => readFileSync(`${folder}/${name}.css`, "utf8");

/** Returns the custom properties in the first block of a selector. */
function rolesOf(css: string, selector: string): Map<string, string> {
  const at = css.indexOf(selector);
  if (at < 0) throw new Error(`no block ${selector}`);
  const block = css.slice(css.indexOf("{", at) + 1, css.indexOf("}", at));
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const byNight = '&:is(:root[data-theme="night"], :root[data-theme="night"] *) {';
const byDarkSystem = "&:is(:root:not([data-theme]), :root:not([data-theme]) *) {";
const paperBlock = '[data-ground="paper"] {';
const nightGround = '[data-ground="night"] {';
const over = (...layers: Map<string, string>[]) => new Map(layers.flatMap((layer) => [...layer]));

/** Returns every background in every theme, with the custom properties as a page cascades them. */
function groundsOf(folder: string) {
  const [plain, night, contrast] = ["tokens", "tokens-night", "tokens-contrast"].map((name) =>
    read(folder, name),
  ) as [string, string, string];
  const paper = over(rolesOf(plain, ":root {"), rolesOf(plain, paperBlock));
  return {
    paper,
    night: over(paper, rolesOf(night, byNight)),
    "paper, more contrast": over(paper, rolesOf(contrast, paperBlock)),
    "night, more contrast": over(paper, rolesOf(night, byNight), rolesOf(contrast, byNight)),
    "night ground": over(paper, rolesOf(plain, nightGround)),
    "night ground, more contrast": over(paper, rolesOf(plain, nightGround), rolesOf(contrast, nightGround)),
  };
}

/** Returns red, green and blue of a custom property, 0 to 255. Resolves var(). */
function colourOf(roles: Map<string, string>, role: string): [number, number, number] {
  const value = roles.get(role);
  if (!value) throw new Error(`no role ${role}`);
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (name) return colourOf(roles, name);
  const hex = /^#([0-9a-f]{6})\b/.exec(value)?.[1];
  if (!hex) throw new Error(`${role} is ${value}`);
  const number = Number.parseInt(hex, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function light(colour: [number, number, number]): number {
  const [r, g, b] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function ratio(roles: Map<string, string>, one: string, other: string): number {
  const [a, b] = [light(colourOf(roles, one)), light(colourOf(roles, other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const sheets = ["--ground", "--raised", "--sunken", "--float", "--field", "--tint"];
const text: [string, string[]][] = [
  ["--text", sheets],
  ["--text-soft", sheets],
  ["--accent", ["--ground", "--raised", "--float"]],
  ["--placeholder", ["--field"]],
  ["--on-action", ["--action", "--action-hover"]],
  ["--on-danger", ["--danger-fill", "--danger-hover"]],
  ["--on-mark", ["--mark"]],
  ["--on-toast", ["--toast"]],
  ["--select-text", ["--select-ground"]],
  ["--danger", ["--ground", "--raised", "--danger-ground"]],
  ["--success-text", ["--ground", "--raised", "--success-ground"]],
  ["--text", ["--danger-ground", "--success-ground", "--info-ground", "--autofill"]],
  ["--code", ["--ground", "--sunken"]],
];
const shapes: [string, string[]][] = [
  ["--ring", ["--ground", "--raised", "--sunken", "--float", "--field", "--danger-ground", "--info-ground"]],
  ["--line-field", ["--ground", "--raised", "--sunken"]],
  ["--action", ["--ground", "--raised"]],
  ["--mark", ["--ground", "--raised"]],
  ["--bar", ["--ground"]],
  ["--info", ["--info-ground"]],
  ...["dusk", "mint", "ember", "apricot", "rose", "soft", "danger"].map((tag): [string, string[]] => [
    `--tag-${tag}`,
    ["--ground", "--raised"],
  ]),
  ...["--agree", "--against", "--chart-line", "--off"].map((role): [string, string[]] => [
    role,
    ["--ground"],
  ]),
];

/** The site's brand, the second one that shows that there can be others, and one that is named. */
const brands = [
  "brand",
  "tests/brand/lumen",
  ...(process.env["BRAND_DIR"] ? [process.env["BRAND_DIR"]] : []),
];
const allGrounds = brands.flatMap((folder) =>
  Object.entries(groundsOf(folder)).map(([name, roles]) => [folder, name, roles] as const),
);

describe.each(allGrounds)("%s, %s", (_, name, roles) => {
  const onNight = name.startsWith("night ground");
  // The night ground carries only the header, page heads, the footer and the home page, never sheets of paper.
  const only = (on: string[]) => (onNight ? on.filter((role) => role === "--ground") : on);
  const measure = (pairs: [string, string[]][], need: number) =>
    pairs.flatMap(([role, on]) =>
      only(on).flatMap((ground) => {
        if (onNight && !/^--(text|text-soft|accent|ring|line-field|action|mark|bar)$/.test(role)) return [];
        const value = ratio(roles, role, ground);
        return value < need ? [`${role} on ${ground}: ${value.toFixed(2)}`] : [];
      }),
    );

  it("has text that can be read", () => {
    expect(measure(text, name.includes("more") ? 7 : 4.5)).toEqual([]);
  });

  it("has focus rings, edges and marks that can be seen", () => {
    expect(measure(shapes, name.includes("more") ? 4.5 : 3)).toEqual([]);
  });

  it("has one colour for what a balance gained, and another for what it lost [A348.1]", () => {
    const css = readFileSync("app/styles/tables.css", "utf8");
    const colour = (sign: string) =>
      colourOf(roles, new RegExp(`\\.tbl \\.${sign} {\\s*color: var\\((.*?)\\)`).exec(css)?.[1] ?? sign);
    expect(colour("plus")).not.toEqual(colour("minus"));
  });
});

test("style sheets of the site name no theme", () => {
  // measures.css defines the variant of the night theme.
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".css") && !file.endsWith("/measures.css"),
  );
  for (const file of files)
    expect(readFileSync(`app/${file}`, "utf8"), file).not.toMatch(/data-theme|prefers-color-scheme/);
});

test.each(["brand", "tests/brand/lumen"])(
  "the dark colours of %s are the same for the night theme and for a dark system",
  (folder) => {
    const blocks = (css: string, start: string) =>
      css
        .split(start)
        .slice(1)
        .map((rest) => rest.slice(0, rest.indexOf("}")));
    for (const name of ["tokens-night", "tokens-contrast"]) {
      const css = read(folder, name);
      expect(blocks(css, byNight).length, name).toBeGreaterThan(0);
      expect(blocks(css, byDarkSystem), name).toEqual(blocks(css, byNight));
    }
  },
);

const hours = Array.from({ length: 24 }, (_, hour) => hour);

test("every hour has one sky, whose first stop is the browser's colour", () => {
  const css = read("brand", "skies");
  const skyOf = (hour: number) => {
    const blocks = css
      .split(/^:root/m)
      .map((block) => block.slice(0, block.indexOf("}") + 1))
      .filter((block) => block.startsWith(":is(") && block.includes("--sky-top"))
      .filter((block) => block.slice(0, block.indexOf("{")).includes(`"${hour}"`));
    expect(blocks.length, `${hour}:00`).toBeLessThanOrEqual(1);
    return rolesOf(blocks[0] ?? css, blocks[0] ? ":is(" : ":root {");
  };
  for (const hour of hours) {
    const roles = skyOf(hour);
    expect(roles.get("--sky-top"), `${hour}:00`).toBe(skyTop(hour));
    expect(roles.get("--sky-hour"), `${hour}:00`).toContain(`(${skyTop(hour)} 0`);
  }
  expect(new Set(hours.map((hour) => skyTop(hour))).size).toBe(8);
});

test("the night theme has the sky of 21:00 by day, the same on a dark system", () => {
  const blocks = read("brand", "skies")
    .split(/:root(?:\[data-theme="night"\]|:not\(\[data-theme\]\))/)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf("}")));
  expect(blocks).toHaveLength(2);
  expect(blocks[1]).toBe(blocks[0]);
  expect(blocks[0]).toContain(`--sky-top: ${skyTop(21)};`);
  for (const hour of hours)
    expect(blocks[0]?.includes(`"${hour}"`), `${hour}:00`).toBe(skyTop(hour, true) !== skyTop(hour));
});

test.each(brands)("the sky of %s names the same properties as the site's", (folder) => {
  const names = (of: string) =>
    new Set([...read(of, "skies").matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name));
  expect(names(folder)).toEqual(names("brand"));
});
