/**
 * docs/specification/statements.csv: every testable sentence of the specification, or the reason why no test can cover
 * it. A test names the sentences that it covers by their ids at the end of its title, `[A139.1 P008.2]`; the table is
 * made from the titles. Prints the number of each kind.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import { projectFiles } from "../../kit/project/project-files";
import { STEP, testTitles } from "../../kit/project/test-titles";

const folder = join(projectRoot, "docs/specification");
const HOW_MANY = 724;
/** Maximum number of sentences without a test. It may only decrease. */
const MOST_OPEN = 0;
const OPEN = "open: ";

interface Statement {
  id: string;
  statement: string;
  mode: "both" | "server" | "with scripts";
  priority: string;
  /** Id of the sentence of decisions.md (D) or payment.md (M) that changes this one. */
  decided: string;
  /** Path and title of each test. */
  tests: string[];
  /** The reason why no test can cover it; with `OPEN` in front, why none does yet. */
  reason: string;
}

const ID = /\b[AP]\d{3}\.\d+\b/g;
const testFiles = projectFiles("tests").filter(
  (file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.startsWith("tests/unit/lint/"),
);

/** Returns the tests of each id. */
function testsById(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of testFiles) {
    if (!/\[[AP]\d{3}\.\d/.test(readFileSync(join(projectRoot, file), "utf8"))) continue;
    for (const title of new Set(testTitles(join(projectRoot, file)))) {
      const ids = [...title.matchAll(/\[[^\]]*\]/g)].flatMap(([bracket]) => bracket.match(ID) ?? []);
      for (const id of ids) found.set(id, [...(found.get(id) ?? []), `${file}${STEP}${title}`]);
    }
  }
  return found;
}
const byId = testsById();

/** Parses the cells of a CSV line. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );

const [head = "", ...lines] = readFileSync(join(folder, "statements.csv"), "utf8").trimEnd().split("\n");
const statements = lines.map((text): Statement => {
  const [id = "", , statement = "", mode = "", priority = "", decided = "", reason = ""] = cellsOf(text);
  return {
    ...{ id, statement, priority, decided, reason },
    mode: mode as Statement["mode"],
    tests: byId.get(id) ?? [],
  };
});

const sources = new Map<string, string[]>();
const linesOf = (file: string) => {
  const known = sources.get(file) ?? readFileSync(join(folder, file), "utf8").split("\n");
  sources.set(file, known);
  return known;
};

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
    expect(head).toBe("id,area,statement,mode,priority,decided,not testable: why");
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

  it("belong to a line that the specification has, and so does what decides them otherwise", () => {
    const files = {
      A: "accounts-and-store.md",
      P: "public-site-and-community.md",
      D: "decisions.md",
      M: "payment.md",
    };
    for (const { id, decided } of statements) {
      for (const name of [id, ...(decided ? [decided] : [])]) {
        const [, letter = "", number = ""] = /^([APDM])(\d{3})(?:\.\d+)?$/.exec(name) ?? [];
        const file = files[letter as keyof typeof files];
        expect(file, name).toBeDefined();
        expect(linesOf(file)[Number(number) - 1]?.trim() ?? "", name).not.toBe("");
      }
    }
  });

  it("have a test, or a reason, and never both", () => {
    const wrong = statements.filter(({ tests, reason }) => tests.length > 0 === (reason !== ""));
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(statements.filter((each) => kindOf(each) === "open").length).toBeLessThanOrEqual(MOST_OPEN);
  });

  it("are the only ones that titles name", () => {
    const known = new Set(statements.map(({ id }) => id));
    const lost = [...byId]
      .filter(([id]) => !known.has(id))
      .map(([id, tests]) => `${id}: ${tests.join(", ")}`);
    expect(lost).toEqual([]);
  });
});
