/** Every key of the Japanese language files occurs in the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { flat } from "../../kit/project/reader-texts";

const LOCALES = "app/i18n/locales/ja";
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The code that may use texts: all but the art and the sandbox, which has its own texts. */
const sources = ["app", "server"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/^(app\/art|server\/sandbox)\//.test(path));

const literals = new Set<string>();
/** Keys with a dynamic part: `home.${name}.title` becomes /^home\.[\w-]+\.title$/. */
const patterns = new Set<string>();
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

for (const path of sources) {
  const words = new Set<string>();
  const templates: string[][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) words.add(node.text);
    if (ts.isTemplateExpression(node)) {
      templates.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true));
  for (const word of words) literals.add(word);
  for (const [head = "", ...rest] of templates) {
    const end = rest.map((text) => `[\\w-]+${escaped(text)}`).join("");
    if (/^[\w-]+[.:]/.test(head)) patterns.add(`^${escaped(head)}${end}$`);
    // `${name}.title` would match every title, so the name must be a string of the same file.
    else if (head === "" && rest[0]?.startsWith(".")) {
      const names = [...words].filter((word) => /^\w+$/.test(word)).join("|");
      patterns.add(`^(${names})${end.replace(/^\[\\w-\]\+/, "")}$`);
    }
  }
}
const expressions = [...patterns].map((pattern) => new RegExp(pattern));

it.each(readdirSync(LOCALES))("every text of %s is used", (file) => {
  const namespace = file.replace(/\.json$/, "");
  const all = JSON.parse(readFileSync(join(LOCALES, file), "utf8")) as object;
  const isUsed = (key: string) =>
    [key, `${namespace}:${key}`].some(
      (name) => literals.has(name) || expressions.some((expression) => expression.test(name)),
    );
  const keys = flat(all, "").map(([key]) => key.replace(PLURAL, ""));
  expect([...new Set(keys)].filter((key) => !isUsed(key))).toEqual([]);
});
