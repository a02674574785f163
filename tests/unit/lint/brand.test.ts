/** Another brand needs no change in app/ or server/: neither names nor colours of the site's own brand stand there. */
import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { projectFiles } from "../../kit/project/project-files";

/** Returns the tracked files of app/ and server/ with one of the endings, except those of a list. */
function filesIn(endings: RegExp, except: Record<string, string>): string[] {
  const listed = projectFiles("app", "server");
  for (const file of Object.keys(except)) expect(listed, "an exception").toContain(file);
  return listed.filter((file) => endings.test(file) && !(file in except));
}

/** Returns the texts of a file: of code its strings, templates and JSX; comments and names in code are not texts. */
function textsIn(file: string): string[] {
  const source = readFileSync(file, "utf8");
  if (!/\.tsx?$/.test(file)) return [file.endsWith(".css") ? source.replace(/\/\*[^]*?\*\//g, "") : source];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node)
    )
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true, kind));
  return found;
}

const found = (files: string[], what: RegExp) =>
  files.flatMap((file) =>
    textsIn(file).flatMap((text) => (text.match(what) ?? []).map((hit) => `${file}: ${hit}`)),
  );

/** The name as visitors read it. `SORIA`, `soria-plus` and the like are codes of the API. */
const name = /\bSoria\b|ソリア|소리아|索莉亚|soria\.example/g;
const withName: Record<string, string> = {
  "app/i18n/glossary.json": "rules for words about the site's own brand",
  "server/cli/start.ts": "the terminal of developers: the password of the sandbox's accounts",
  "server/sandbox/seed/index.ts": "the password of the sandbox's accounts",
  "server/sandbox/desk/texts.json": "the password of the sandbox's accounts",
  "server/sandbox/content-sets.ts": "odd content for tests",
};

/** Colours by number. The words `black`, `white` and `transparent` are allowed: masks and print need them. */
const colour =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w/-])|(?:rgb|hsl|oklch|oklab|lab|lch)a?\([\d_ ]/gi;
const withColours: Record<string, string> = {
  "app/components/dao/faces.css": "grounds of faces, which the build redraws with them",
  "app/domain/news-pictures.ts": "grounds of drawings, which the build redraws with them",
  "server/island/counted.server.ts": "a drawing, which the build redraws",
  "server/island/landing.server.ts": "a drawing, which the build redraws",
  "server/island/light.server.ts": "a drawing, which the build redraws",
  "server/island/steps.server.ts": "a drawing, which the build redraws",
  "server/island/kit.json": "a drawing, which the build redraws",
  "server/cli/development-error.ts": "a page for developers",
  "server/sandbox/stripe/browser/element.css": "imitates Stripe's frame, which has no tokens",
  "server/sandbox/stripe/browser/challenge.css": "imitates a bank's page",
};

describe("app/ and server/", () => {
  it("have the name of the brand only as a placeholder", () => {
    const files = filesIn(/\.(?:tsx?|css|json|js)$/, withName);
    expect(files.length).toBeGreaterThan(500);
    expect(found(files, name)).toEqual([]);
  });

  it("have no colours but roles", () => {
    const files = filesIn(/\.(?:tsx?|css|js)$|kit\.json$/, withColours);
    expect(files.length).toBeGreaterThan(500);
    expect(found(files, colour)).toEqual([]);
  });

  it("are found where they have either", () => {
    for (const file of Object.keys(withName)) expect(found([file], name), file).not.toEqual([]);
    for (const file of Object.keys(withColours)) expect(found([file], colour), file).not.toEqual([]);
  });
});
