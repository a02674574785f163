/** Pages carry no markup that only tests read: a style sheet or a script of the site reads each `data-` attribute. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectFiles } from "../../kit/project/project-files";

const files = projectFiles("app", "brand", "server").filter((file) => /\.(?:tsx?|js|css)$/.test(file));
const textOf = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

/** Attributes for other programs: password managers (docs/decisions/0069-attachments-and-the-trap.md). */
const foreign = new Set(["data-1p-ignore", "data-lpignore", "data-bwignore", "data-form-type"]);

const camel = (name: string) =>
  name.slice(5).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns whether a style sheet selects the attribute, or a script reads it. */
const isRead = (name: string) =>
  [...textOf.values()].some(
    (text) =>
      new RegExp(`\\[${name}[\\]=~^|$*]`).test(text) ||
      text.includes(`dataset["${camel(name)}"]`) ||
      new RegExp(`Attribute\\("${name}"`).test(text),
  );

test("each data attribute of a page is read by the site", () => {
  const written = new Set(
    [...textOf].flatMap(([file, text]) =>
      file.endsWith(".tsx")
        ? [...text.matchAll(/\s(data-[\w-]+)(?==|\s|>)/g)].map(([, name = ""]) => name)
        : [],
    ),
  );
  expect(written.size).toBeGreaterThan(10);
  expect([...written].filter((name) => !foreign.has(name) && !isRead(name))).toEqual([]);
  expect(isRead("data-solid")).toBe(false);
});
