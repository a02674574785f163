/** No text of the site outside of the language files: neither words in markup nor sentences in code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

/** What is the same in every language: names, marks, a time zone, and the words that the specification gives in English. */
const sameEverywhere = new Set(["Soria", "US$", "JST", "(JST)", "COMING SOON", "Our Services"]);
/** The front answers before the app, and without it: tests/unit/i18n/glossary.test.ts reads its texts. The voters of a sample are people, and how a language writes a date is a format. */
const ownTexts = new Set([
  "server/http/error-page.ts",
  "app/domain/sample-voters.ts",
  "app/domain/japan-time.ts",
]);
/** Attributes that are read or shown. */
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
/** Letters of Japanese, Korean and Chinese are words wherever they stand. */
const isForeign = (text: string) =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/u.test(text);

/** The words of a file that belong into the language files, each with its line. */
function wordsIn(path: string, code: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
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

/** The gallery is for developers; the sandbox has its own texts, as the API that it stands in for; art and documents of law are no interface. */
const isOfTheSite = (path: string) =>
  /\.tsx?$/.test(path) &&
  !/^(app\/art|app\/i18n|server\/sandbox|server\/cli)\//.test(path) &&
  !path.startsWith("app/routes/site/gallery/") &&
  !ownTexts.has(path);

it("every word that a visitor reads comes from the language files", () => {
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
