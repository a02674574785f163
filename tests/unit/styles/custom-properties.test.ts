/** Every custom property that styles, pages or scripts read is defined somewhere: a typing error shows as nothing. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { brand } from "#server/runtime/brand";
import { projectFiles } from "../../kit/project/project-files";

const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

/** Returns the properties that a text reads without a fallback. */
const readIn = (text: string) =>
  [...withoutComments(text).matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name = ""]) => name);

/** Returns the properties that a text defines: in CSS, in a style object, by setProperty or as @property. */
const definedIn = (text: string) =>
  [
    ...withoutComments(text).matchAll(
      /(?:^|[\s{;"'`[(])(--[\w-]+)["'`]?\]?\s*:|@property\s+(--[\w-]+)|setProperty\(\s*["'`](--[\w-]+)/g,
    ),
  ].flatMap(([, ...names]) => names.filter(Boolean));

/** Returns the names that are read and never defined, each with the files that read it. */
function undefinedIn(files: Map<string, string>, given: string[] = []): string[] {
  const defined = new Set([...files.values()].flatMap(definedIn).concat(given));
  return [...files].flatMap(([file, text]) =>
    [...new Set(readIn(text))].filter((name) => !defined.has(name)).map((name) => `${file}: ${name}`),
  );
}

it("app/ and brand/ read no custom property that nothing defines", () => {
  const files = projectFiles("app", "brand", "server").filter((file) =>
    /\.(?:css|tsx?|m?js|svg)$/.test(file),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  expect([...texts.values()].flatMap(readIn).length).toBeGreaterThan(500);
  // The pages of the front get the brand's values by these names (server/http/reject.ts).
  const front = Object.keys(brand.errorPage).map((name) => `--${name}`);
  expect(undefinedIn(texts, front)).toEqual([]);
});

it("a name with a typing error is found, one with a fallback or in a comment is not", () => {
  const files = new Map([
    ["a.css", ":root { --ink: #000; } a { color: var(--inc); top: var(--gap, 1px); } /* var(--old) */"],
    ["b.tsx", 'const style = { "--step": 1 }; const top = "calc(var(--step) * var(--ink))";'],
  ]);
  expect(undefinedIn(files)).toEqual(["a.css: --inc"]);
});
