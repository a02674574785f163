/** Comments are in plain English, and fit into 120 characters (docs/developing.md#write). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/cli/children";
import { projectFiles } from "../../kit/project/project-files";

const MOST_CHARACTERS = 120;

/** Phrases that readers had to read twice. Each has a plain form: name the subject, and use the trade's term. */
const phrases: RegExp[] = [
  /(?:^|[.:;] )Who (?:has|is|comes|asks|only|cannot|goes)\b/,
  /(?:^|[.:;] )What (?:is there|comes late|was there)\b/,
  /\bis told so\b/,
  /\bin the face of\b/,
  /\bis not waited for\b/,
  /\bwhoever\b/i,
  /\bas good as none\b/,
  /\bthe world's hands\b/,
  /\bhave no word\b/,
];

const sources = projectFiles("app", "server", "conform", "contract", "tests", "tools").filter((file) =>
  /\.(?:tsx?|m?js|css)$/.test(file),
);

/** Returns the comments of a source, each in one line, without its marks. */
function commentsOf(source: string): string[] {
  return (source.match(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*/gm) ?? []).map((comment) =>
    comment
      .replace(/^\/\*+|\*+\/$|^\/\/ /g, "")
      .replace(/\s*\n\s*(?:\*(?!\/))?\s*/g, " ")
      .trim(),
  );
}

const longLines = (source: string) =>
  source.split("\n").filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line) && line.length > MOST_CHARACTERS);

const oddPhrases = (source: string) =>
  commentsOf(source).filter((comment) => phrases.some((phrase) => phrase.test(comment)));

const own = "tests/unit/lint/comments.test.ts";

test("comment lines have at most 120 characters, and no phrase of the list", () => {
  expect(sources.length).toBeGreaterThan(800);
  const faults = sources
    .filter((file) => file !== own)
    .flatMap((file) => {
      const source = readFileSync(join(projectRoot, file), "utf8");
      return [...longLines(source), ...oddPhrases(source)].map((text) => `${file}: ${text.trim()}`);
    });
  expect(faults).toEqual([]);
});

test("finds a long line and an odd phrase, also over two lines", () => {
  expect(longLines(`  // ${"x".repeat(130)}\nconst a = 1;`)).toHaveLength(1);
  expect(oddPhrases("/**\n * One line. Who has\n * gone is left out.\n */")).toHaveLength(1);
  expect(oddPhrases('const text = "whoever";')).toEqual([]);
});
