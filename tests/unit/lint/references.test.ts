/** Comments and documents name only existing files. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/cli/children";
import { projectFiles } from "../../kit/project/project-files";

const tracked = projectFiles();
const files = new Set(tracked);
const folders = new Set(
  tracked.flatMap((file) =>
    file.split("/").flatMap((_, n, parts) => (n > 0 ? [parts.slice(0, n).join("/")] : [])),
  ),
);
/** The documents omit `tests/` from the path of a test. */
const testFolders = ["unit", "e2e", "faults", "served", "engines"];
const topFolders = new Set([...[...folders].map((folder) => folder.split("/")[0]), ...testFolders]);

/** Endings that a reference may omit: `server/forms/form.server` and `tests/unit/lint/lint` are files. */
const endings = ["", ".ts", ".tsx", ".js", ".server.ts", ".server.tsx", ".test.ts", ".test.tsx", ".spec.ts"];
const bySuffix = new Map<string, string[]>();
for (const path of [...files, ...folders]) {
  const parts = path.split("/");
  for (let n = 0; n < parts.length; n += 1) {
    const suffix = parts.slice(n).join("/");
    bySuffix.set(suffix, [...(bySuffix.get(suffix) ?? []), path]);
  }
}

/** Names that are not files of this repository, each with the reason. */
const allowed: [name: RegExp, why: string][] = [
  [/^(?:build|public\/build|\.cache|\.data|node_modules)\//, "made by a command"],
  [
    /^(?:app|server|tests)\/.*\bislands\b|^islands\.json$/,
    "the page that app/README.md has the reader build",
  ],
  [
    /^(?:Response\.json|react-router\.config\.ts|\.server\.ts)$/,
    "no file: an API's name, a later version's, an ending",
  ],
  [/^(?:day|Stripe)\.js$/i, "the name of a library"],
  [/^public\/(?:art\/stage\/services-|media\/hero)$/, "the beginning of several names"],
  [/^(?:2e|2f|2)[\w/]*\.(?:json|js)$/, "a part of an encoded path that a test asks for"],
  [/^(?:x\.svg|chromiumSwitches\.ts)$/, "an example; a file of Playwright's"],
  [/^(?:DATA_DIR\/)?maintenance\.json$/, "a file that an operator writes"],
  [/^server\/request$/, "a folder that docs/decisions/0017 tells of"],
];

const extension = /\.(?:tsx?|m?js|css|json|md|svg|html|ya?ml|py|png|jpg|woff2|csv)$/;

/** Returns the names in a text that look like a file or folder of this repository. */
function referencesIn(text: string): string[] {
  const tokens = text.match(/(?<![\w@/.:$>-])(?:~\/|#server\/|\.{1,2}\/)?[\w.@-]+(?:\/[\w.@$-]+)*/g) ?? [];
  return tokens
    .map((token) => token.replace(/[.,]+$/, ""))
    .filter((token) => {
      const first = token.replace(/^(?:~\/|#server\/|\.{1,2}\/)/, "").split("/")[0] ?? "";
      return (
        (extension.test(token) && !/^\.?\w+$/.test(token)) || (token.includes("/") && topFolders.has(first))
      );
    });
}

/** Whether a name resolves to a file or folder: from the root, from the citing file's folder, or as a path suffix. */
function isFound(name: string, from: string): boolean {
  if (/^docs\/decisions\/\d{4}$/.test(name)) return tracked.some((file) => file.startsWith(`${name}-`));
  const aliased = name.replace(/^~\//, "app/").replace(/^#server\//, "server/");
  const candidates = [aliased, normalize(join(dirname(from), name))].map((path) => path.replace(/\/$/, ""));
  for (const path of candidates) {
    if (folders.has(path) || endings.some((ending) => files.has(`${path}${ending}`))) return true;
  }
  return endings.some((ending) => bySuffix.has(`${aliased}${ending}`));
}

/** Returns the comments of a source file, or the whole text of a document. */
function textOf(file: string): string {
  const source = readFileSync(join(projectRoot, file), "utf8");
  if (file.endsWith(".md")) return source.replace(/```[^]*?```/g, "").replace(/https?:\/\/\S+/g, "");
  const pattern = /\.(?:ya?ml)$/.test(file) ? /(?:^|\s)#\s.*/g : /\/\*[^]*?\*\/|(?:^|\s)\/\/ .*/g;
  return (source.match(pattern) ?? []).join("\n").replace(/https?:\/\/\S+/g, "");
}

const read = tracked.filter(
  (file) =>
    /\.(?:tsx?|m?js|css|ya?ml|md)$/.test(file) && !/^(?:CHANGELOG\.md|docs\/contract\/|public\/)/.test(file),
);

test.each(["app", "brand", "server", "tests", "docs", ""])("%s/ refers to files that exist", (top) => {
  const lost = read
    .filter((file) => (top ? file.startsWith(`${top}/`) : !/^(?:app|art|server|tests|docs)\//.test(file)))
    .flatMap((file) =>
      referencesIn(textOf(file))
        .filter((name) => !allowed.some(([pattern]) => pattern.test(name)) && !isFound(name, file))
        .map((name) => `${file}: ${name}`),
    );
  expect(lost).toEqual([]);
});

/** Returns the cited sections of the specification: "accounts-and-store.md sections 3 and 5", "…, section 2". */
function citedSections(text: string): [file: string, section: string][] {
  const cited = text.matchAll(
    /\b(accounts-and-store|public-site-and-community)\.md,? sections? (\d+(?:(?:, | and )\d+)*)/g,
  );
  return [...cited].flatMap(([, file = "", numbers = ""]) =>
    numbers.split(/, | and /).map((number): [string, string] => [`docs/specification/${file}.md`, number]),
  );
}

test("cites sections of the specification that exist", () => {
  const lost = read.flatMap((file) =>
    // A citation in a comment may contain a line break.
    citedSections(textOf(file).replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, " "))
      .filter(
        ([cited, number]) =>
          !new RegExp(`^## ${number}\\. `, "m").test(readFileSync(join(projectRoot, cited), "utf8")),
      )
      .map(([cited, number]) => `${file}: ${cited} section ${number}`),
  );
  expect(lost).toEqual([]);
  expect(citedSections("payment.md; accounts-and-store.md sections 3, 4 and 9")).toHaveLength(3);
});

test("finds a file that does not exist", () => {
  expect(isFound("server/request/singleton.ts", "server/api/api.server.ts")).toBe(false);
  expect(isFound("server/runtime/singleton.ts", "server/api/api.server.ts")).toBe(true);
  expect(isFound("unwrap.ts", "README.md")).toBe(false);
});
