/** Every statement of the sandbox fits its schema, also those that no test runs. */
import { readFileSync } from "node:fs";
import Libsql from "libsql";
import ts from "typescript";
import { afterAll, expect, it } from "vitest";
import { projectFiles } from "../../kit/project/project-files";

const database = new Libsql(":memory:");
database.exec(readFileSync("server/sandbox/schema.sql", "utf8"));
// Outlives the schema (server/sandbox/database.ts).
database.exec("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
afterAll(() => database.close());

const STATEMENT = /^\s*(?:SELECT\s|INSERT\s+(?:OR|INTO)\s|UPDATE\s|DELETE\s+FROM\s|WITH\s)/;

/** Returns the statements of a source, with a parameter in place of each expression. */
function statementsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") {
      const { template } = node;
      found.push(
        ts.isNoSubstitutionTemplateLiteral(template)
          ? template.text
          : template.head.text + template.templateSpans.map(({ literal }) => `?${literal.text}`).join(""),
      );
    } else if (ts.isStringLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found.filter((statement) => STATEMENT.test(statement));
}

/** Returns the fault of a statement; a part that is inserted in place of a parameter is no fault. */
function faultOf(statement: string): string | undefined {
  try {
    database.prepare(statement);
    return undefined;
  } catch (error) {
    const message = (error as Error).message;
    return /near "\?"/.test(message) ? undefined : message;
  }
}

it("names tables and columns that exist", () => {
  const statements = projectFiles("server/sandbox")
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      statementsIn(file, readFileSync(file, "utf8")).map((statement) => ({ file, statement })),
    );
  expect(statements.length).toBeGreaterThan(80);
  const faults = statements.flatMap(({ file, statement }) => {
    const fault = faultOf(statement);
    return fault === undefined ? [] : [`${file}: ${fault}: ${statement.replace(/\s+/g, " ")}`];
  });
  expect(faults).toEqual([]);
});

it("finds a column and a table that do not exist, and leaves a composed statement alone", () => {
  const [column, table, composed] = statementsIn(
    "a.ts",
    "sql`SELECT emial FROM members WHERE id = ${id}`; sql`DELETE FROM membres`; sql`SELECT id FROM members ${where}`;",
  );
  expect(faultOf(column ?? "")).toMatch(/emial/);
  expect(faultOf(table ?? "")).toMatch(/membres/);
  expect(faultOf(composed ?? "")).toBeUndefined();
});
