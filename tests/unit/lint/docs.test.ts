/** Links, anchors and commands in the documents exist. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/cli/children";
import { projectFiles } from "../../kit/project/project-files";
import { STEP, testTitles } from "../../kit/project/test-titles";

const pages = projectFiles().filter((file) => file.endsWith(".md"));
const textOf = (page: string) => readFileSync(join(projectRoot, page), "utf8");
const withoutCode = (text: string) => text.replace(/```[^]*?```/g, "");

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

function anchorsOf(page: string): Set<string> {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutCode(textOf(page)).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.add(count ? `${anchor}-${count}` : anchor);
  }
  return anchors;
}

/** Returns the relative links of a page whose file or heading does not exist. */
function deadLinks(page: string, text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
    if (/^(?:https?:|mailto:)/.test(link)) return [];
    const [path = "", anchor] = link.split("#");
    const target = path ? normalize(join(dirname(page), decodeURI(path))) : page;
    if (!existsSync(join(projectRoot, target))) return [`${page}: ${link}`];
    return anchor && target.endsWith(".md") && !anchorsOf(target).has(anchor) ? [`${page}: ${link}`] : [];
  });
}

test("documents link to files and headings that exist", () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.flatMap((page) => deadLinks(page, textOf(page)))).toEqual([]);
});

test("finds a link to a missing file, and one to a missing heading", () => {
  const text = "[a](docs/missing.md) [b](docs/testing.md#missing) [c](docs/testing.md) [d](#start)";
  expect(deadLinks("README.md", text)).toEqual([
    "README.md: docs/missing.md",
    "README.md: docs/testing.md#missing",
  ]);
});

test("documents name npm scripts that exist", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
      .filter(([, name = ""]) => !(name in scripts))
      .map(([command]) => `${page}: ${command}`),
  );
  expect(missing.filter((line) => !line.startsWith("CHANGELOG.md"))).toEqual([]);
});

/** Returns the pages that a reader reaches from README.md with at most `clicks` links. */
function reachedIn(clicks: number): Set<string> {
  const reached = new Set(["README.md"]);
  for (let click = 0; click < clicks; click += 1)
    for (const page of [...reached])
      for (const [, link = ""] of withoutCode(textOf(page)).matchAll(/\]\(([^)\s#:]+\.md)(?:#[^)]*)?\)/g))
        reached.add(normalize(join(dirname(page), link)));
  return reached;
}

test.each([
  ["how to start", 0, "README.md", "npm ci && npm start"],
  ["how to test", 0, "README.md", "npm ci && npm test"],
  ["how to add a field", 1, "docs/developing.md", "| a field of a form "],
  ["how to deploy", 1, "docs/operating.md", "## Deploy on one machine"],
  ["how maintenance goes", 1, "docs/runbooks.md", "## Maintenance"],
  ["where the rules of money are", 1, "docs/contract/money.md", "# The contract for money"],
  ["why no page is streamed", 1, "docs/architecture.md", "Why no document is streamed"],
  ["what a ruling is, and what a decision record", 1, "docs/decisions/README.md", "is a **ruling**"],
])("a first reader finds %s in %i clicks from README.md", (_, clicks, page, answer) => {
  expect([...reachedIn(clicks)]).toContain(page);
  expect(textOf(page)).toContain(answer);
});

const tests = projectFiles("tests").filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));

/** Returns whether a test of a file with this name has the title, or one that begins with it. */
function isTest(reference: string): boolean {
  const [name = "", ...steps] = reference.split(STEP);
  const title = steps.join(STEP);
  const files = tests.filter((file) => basename(file) === name);
  return (
    title !== "" &&
    files.some((file) => testTitles(join(projectRoot, file)).some((own) => own.startsWith(title)))
  );
}

/** Returns the footnotes of a page that are missing, unused, or name a test that does not exist. */
function wrongFootnotes(text: string): string[] {
  const notes = new Map(
    [...text.matchAll(/^\[\^([\w-]+)\]: `(.+)`$/gm)].map(([, note = "", test = ""]) => [note, test]),
  );
  const used = new Set([...text.matchAll(/\[\^([\w-]+)\](?!:)/g)].map(([, note = ""]) => note));
  return [
    ...[...used].filter((note) => !notes.has(note)).map((note) => `${note}: no footnote`),
    ...[...notes].filter(([note]) => !used.has(note)).map(([note]) => `${note}: unused`),
    ...[...notes].filter(([, test]) => !isTest(test)).map(([note, test]) => `${note}: no test ${test}`),
  ];
}

test("each promise about purchases names a test that exists", () => {
  expect(wrongFootnotes(textOf("docs/purchases.md"))).toEqual([]);
});

test("finds a footnote without a test, one that is missing, and one that is not used", () => {
  const known = "docs.test.ts › documents link to files";
  const text = `A.[^a] B.[^b] C.[^c]\n[^a]: \`${known}\`\n[^b]: \`docs.test.ts › nothing\`\n[^d]: \`${known}\``;
  expect(wrongFootnotes(text)).toEqual(["c: no footnote", "d: unused", "b: no test docs.test.ts › nothing"]);
});
