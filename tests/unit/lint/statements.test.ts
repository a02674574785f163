/**
 * docs/specification/statements.csv: every testable sentence of the specification, with the tests that cover it, or the
 * reason why none can. Prints the number of each kind.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import { STEP, testTitles } from "../../setup/test-titles";

const folder = join(projectRoot, "docs/specification");
const HOW_MANY = 724;
/** Maximum number of sentences without a test. It may only decrease. */
const MOST_OPEN = 0;
const OPEN = "open: ";

interface Statement {
  id: string;
  file: string;
  line: number;
  statement: string;
  mode: "both" | "server" | "with scripts";
  priority: string;
  tests: string[];
  /** The reason why no test can cover it; with `OPEN` in front, why none does yet. */
  reason: string;
}

/** Parses the cells of a CSV line. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );

const [head = "", ...lines] = readFileSync(join(folder, "statements.csv"), "utf8").trimEnd().split("\n");
const statements = lines.map((text): Statement => {
  const [id = "", place = "", , statement = "", mode = "", priority = "", , tests = "", reason = ""] =
    cellsOf(text);
  const [file = "", line = ""] = place.split(":");
  return {
    ...{ id, file, line: Number(line), statement, priority, reason },
    mode: mode as Statement["mode"],
    tests: tests ? tests.split(" | ") : [],
  };
});

const sources = new Map<string, string[]>();
const linesOf = (file: string) => {
  const known = sources.get(file) ?? readFileSync(join(folder, file), "utf8").split("\n");
  sources.set(file, known);
  return known;
};

const titles = new Map<string, Set<string>>();
function hasTest(name: string): boolean {
  const [file = "", ...path] = name.split(STEP);
  if (!existsSync(join(projectRoot, file))) return false;
  const known = titles.get(file) ?? new Set(testTitles(join(projectRoot, file)));
  titles.set(file, known);
  return known.has(path.join(STEP));
}

/** Returns whether a test loads pages with scripts, without them, or both. */
function sidesOf(name: string): ("scripts" | "none")[] {
  // It submits each form both ways.
  if (name.startsWith("tests/routes/account/outcomes.test.ts")) return ["scripts", "none"];
  if (!name.startsWith("tests/e2e/")) return ["none"];
  if (name.includes("@scripts-only")) return ["scripts"];
  return name.includes("@no-scripts") ? ["none"] : ["scripts", "none"];
}

type Kind = "both modes" | "one side" | "as its mode asks" | "open" | "not testable";

function kindOf({ tests, mode, reason }: Statement): Kind {
  if (tests.length === 0) return reason.startsWith(OPEN) ? "open" : "not testable";
  const sides = new Set(tests.flatMap(sidesOf));
  if (mode === "both") return sides.size === 2 ? "both modes" : "one side";
  return mode === "server" || sides.has("scripts") ? "as its mode asks" : "one side";
}

afterAll(() => {
  const kinds: Kind[] = ["both modes", "one side", "as its mode asks", "open", "not testable"];
  const row = (name: string, of: Statement[]) =>
    [name, of.length, ...kinds.map((kind) => of.filter((each) => kindOf(each) === kind).length)].join(" | ");
  console.log(
    [
      ["Statements", "all", ...kinds].join(" | "),
      ...(["both", "server", "with scripts"] as const).map((mode) =>
        row(
          `mode ${mode}`,
          statements.filter((each) => each.mode === mode),
        ),
      ),
      ...["1", "2", "3"].map((priority) =>
        row(
          `priority ${priority}`,
          statements.filter((each) => each.priority === priority),
        ),
      ),
      row("all", statements),
    ].join("\n"),
  );
});

describe("the statements of the specification", () => {
  it("have their columns, and are all there, each once", () => {
    expect(head).toBe("id,file:line,area,statement,mode,priority,decided,test,not testable: why");
    expect(statements).toHaveLength(HOW_MANY);
    expect(new Set(statements.map(({ id }) => id)).size).toBe(HOW_MANY);
    // The statements of one line are numbered from 1.
    const counted = new Map<string, number>();
    for (const { id } of statements) {
      const [line = "", number] = id.split(".");
      const next = (counted.get(line) ?? 0) + 1;
      counted.set(line, next);
      expect(Number(number), id).toBe(next);
    }
  });

  it("name a line that the specification has", () => {
    const letters = { A: "accounts-and-store.md", P: "public-site-and-community.md" };
    for (const { id, file, line } of statements) {
      const [, letter = "", number = ""] = /^([AP])(\d{3})\./.exec(id) ?? [];
      expect([file, line], id).toEqual([letters[letter as "A"], Number(number)]);
      expect(linesOf(file)[line - 1]?.trim() ?? "", id).not.toBe("");
    }
  });

  it("have a test, or a reason, and never both", () => {
    const wrong = statements.filter(({ tests, reason }) => tests.length > 0 === (reason !== ""));
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(statements.filter((each) => kindOf(each) === "open").length).toBeLessThanOrEqual(MOST_OPEN);
  });

  it("name tests that exist", () => {
    const lost = statements.flatMap(({ id, tests }) =>
      tests.filter((name) => !hasTest(name)).map((name) => `${id}: ${name}`),
    );
    expect(lost).toEqual([]);
  });
});
