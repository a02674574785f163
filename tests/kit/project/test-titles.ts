/** Reads the titles of tests from their source, without running them. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import ts from "typescript";

/** Separator between a file and its test, and between a describe and its contents. */
export const STEP = " › ";

const BLOCKS = new Set(["describe", "test", "it"]);

/** Returns the block that a call opens (`test`, `it.each(…)`, `test.describe`); undefined for any other call. */
function blockOf(callee: ts.Expression): { isTest: boolean; table: ts.Expression | undefined } | undefined {
  if (ts.isIdentifier(callee))
    return BLOCKS.has(callee.text) ? { isTest: callee.text !== "describe", table: undefined } : undefined;
  if (ts.isPropertyAccessExpression(callee)) {
    const root = blockOf(callee.expression);
    return root && { ...root, isTest: root.isTest && callee.name.text !== "describe" };
  }
  // it.each(table)
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return undefined;
  if (callee.expression.name.text !== "each") return undefined;
  const root = blockOf(callee.expression.expression);
  return root && { ...root, table: callee.arguments[0] };
}

/** Returns a literal as `%s` prints it; undefined if only a run knows the value. */
function printed(node: ts.Expression | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isAsExpression(node)) return printed(node.expression);
  return undefined;
}

/** Returns the title in the source: a text, or a template with its expressions as written. */
function titleOf(node: ts.Expression | undefined, source: ts.SourceFile): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText(source).slice(1, -1) : undefined;
}

/** Returns the title template of a table, then its titles with the literals of each row in place of `%s`. */
function titlesOfTable(title: string, table: ts.Expression | undefined): string[] {
  const list = table && ts.isAsExpression(table) ? table.expression : table;
  if (!list || !ts.isArrayLiteralExpression(list)) return [title];
  const rows = list.elements.map((row) => {
    const cells = ts.isArrayLiteralExpression(row) ? row.elements : ts.factory.createNodeArray([row]);
    let at = 0;
    let isWhole = true;
    const named = title.replace(/%[sdij]/g, (mark) => {
      const text = printed(cells[at++]);
      isWhole &&= text !== undefined && mark !== "%j";
      return text ?? mark;
    });
    return isWhole ? named : title;
  });
  return [...new Set([title, ...rows])];
}

/** Returns every test of a file: the titles of its describes and its own, joined by `STEP`. */
export function testTitles(file: string): string[] {
  const source = ts.createSourceFile(
    basename(file),
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node, around: string[]): void => {
    const block = ts.isCallExpression(node) ? blockOf(node.expression) : undefined;
    const title = block && titleOf((node as ts.CallExpression).arguments[0], source);
    if (!block || title === undefined) return ts.forEachChild(node, (child) => visit(child, around));
    const titles = titlesOfTable(title, block.table);
    if (block.isTest) found.push(...titles.map((own) => [...around, own].join(STEP)));
    for (const argument of (node as ts.CallExpression).arguments.slice(1)) {
      for (const own of block.isTest ? titles.slice(0, 1) : titles) visit(argument, [...around, own]);
    }
    return undefined;
  };
  visit(source, []);
  return found;
}
