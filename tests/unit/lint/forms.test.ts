/** Forms are declared in one kind of file (docs/decisions/0077-a-field-is-declared-once.md). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectFiles } from "../../kit/project/project-files";

const listed = projectFiles("app").filter((file) => /\.tsx?$/.test(file));
const filesWith = (pattern: RegExp) => listed.filter((file) => pattern.test(readFileSync(file, "utf8")));

test("a route defines its form in form.server.ts", () => {
  const files = filesWith(/\bdefineForm\(/);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !/^app\/routes\/.+\/form\.server\.ts$/.test(file))).toEqual([]);
});

test("a route declares its fields in form.ts", () => {
  const files = filesWith(
    /import \{[^}]*\b(?:text|email|password|choice|consent|parsed|hidden)\b[^}]*\} from "~\/domain\/(?:form|account|sign-up)-fields"/,
  );
  expect(files.length).toBeGreaterThan(8);
  const allowed = (file: string) => /\/form\.ts$/.test(file) || file === "app/routes/site/gallery/route.tsx";
  expect(files.filter((file) => !allowed(file))).toEqual([]);
});

test("no form knows a field by its name in another way", () => {
  expect(filesWith(/\busePageForm<"|\bmaxLength=/)).toEqual([]);
});
