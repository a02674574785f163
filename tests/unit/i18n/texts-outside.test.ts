/** All texts of the site are in the language files: there are none in markup and none in code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

/**
 * Texts that are the same in every language: names, symbols, a time zone, and terms that the specification gives in
 * English.
 */
const sameEverywhere = new Set(["Soria", "US$", "JST", "(JST)", "COMING SOON", "Our Services"]);
/** Files with their own texts: sample voters are names. */
const ownTexts = new Set([
  "app/domain/sample-voters.ts",
  // Particles of Korean, which follow the name of the brand.
  "app/domain/brand-text.ts",
]);
/** Attributes whose values are displayed or read aloud. */
const spoken = new Set([
  "alt",
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
  "lead",
  "text",
]);
const hasWords = (text: string) => /\p{L}{2}/u.test(text) && !sameEverywhere.has(text.trim());
/** Japanese, Korean and Chinese characters are text wherever they occur. */
const isForeign = (text: string) =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/u.test(text);

/** Returns the words of a file that belong in the language files, each with its line. */
function wordsIn(path: string, code: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true);
  const say = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1} ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWords(node.text)) say(node, node.text);
    if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteralLike(node.expression)) {
      const { parent } = node;
      const isStyle = ts.isJsxElement(parent) && parent.openingElement.tagName.getText() === "style";
      const isChild = (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) && !isStyle;
      if (isChild && hasWords(node.expression.text)) say(node, node.expression.text);
    }
    if (ts.isJsxAttribute(node) && node.initializer && spoken.has(node.name.getText())) {
      const { initializer } = node;
      if (ts.isStringLiteral(initializer) && hasWords(initializer.text)) say(node, initializer.text);
    }
    if ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && isForeign(node.text))
      say(node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Excludes the gallery (for developers), the sandbox (an API with its own texts), command line tools, and art. */
const isOfTheSite = (path: string) =>
  /\.tsx?$/.test(path) &&
  !/^(app\/art|app\/i18n|server\/sandbox|server\/cli)\//.test(path) &&
  !path.startsWith("app/routes/site/gallery/") &&
  !ownTexts.has(path);

it("every word that a visitor reads comes from the language files [A009.1]", () => {
  const paths = ["app", "server"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
    )
    .filter(isOfTheSite);
  expect(paths.length).toBeGreaterThan(200);
  expect(paths.flatMap((path) => wordsIn(path, readFileSync(path, "utf8")))).toEqual([]);
});

it("finds words in markup, in attributes and in code", () => {
  expect(wordsIn("a.tsx", "const a = <p>Sign in</p>;")).toEqual(["a.tsx:1 Sign in"]);
  expect(wordsIn("a.tsx", 'const a = <p>{"Sign in"}</p>;')).toHaveLength(1);
  expect(wordsIn("a.tsx", 'const a = <img alt="A fox" src="/a.svg" />;')).toHaveLength(1);
  expect(wordsIn("a.ts", 'const a = "ニュース";')).toHaveLength(1);
  expect(wordsIn("a.tsx", 'const a = <p className="two words">{t("news:title")} · 1</p>;')).toEqual([]);
});
