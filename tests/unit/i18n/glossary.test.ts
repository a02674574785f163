/** Consistent terms: no text that a visitor reads contains what app/i18n/glossary.json forbids. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import brand from "#brand/brand.json";
import { type Language, languages } from "~/i18n/languages";
import { localeTexts, type ReaderText, readerTexts } from "../../kit/project/reader-texts";

interface Rule {
  /** The concept. */
  for: string;
  /** A pattern that no text may match. */
  not: string;
  /** The term to use instead. */
  say: string;
  /** Scopes in which the rule applies; all if undefined. "locales:store" is one namespace. */
  in?: string[];
  /** Keys that are exempt. */
  except?: string[];
}
const glossary = JSON.parse(readFileSync("app/i18n/glossary.json", "utf8")) as {
  rules: Record<Language, Rule[]>;
  fileNames: { in: string[]; not: string; pattern: string };
};
const holds = ({ in: scopes, except = [] }: Rule, scope: string, key: string) =>
  !except.includes(key) &&
  (scopes === undefined ||
    scopes.some(
      (each) =>
        each === scope ||
        (each.startsWith(`${scope}:`) && key.startsWith(`${each.slice(scope.length + 1)}:`)),
    ));

const faultsOf = (lng: Language, texts: ReaderText[]) =>
  glossary.rules[lng].flatMap((rule) =>
    texts
      .filter(([scope, key, text]) => holds(rule, scope, key) && new RegExp(rule.not, "u").test(text))
      .map(([, key, text]) => `${key}: ${rule.for}: say ${rule.say}: ${text.slice(0, 200)}`),
  );

// The legal texts quote statutes.
const isOrdinary = ([, key]: ReaderText) => !key.startsWith("legal:");

it.each(languages)(
  "%s keeps to its glossary in the interface, the content, mails, the card form, files and the front",
  (lng) => {
    expect(glossary.rules[lng].length).toBeGreaterThan(25);
    const texts = readerTexts(lng);
    expect(new Set(texts.map(([scope]) => scope))).toEqual(
      new Set(["locales", "front", "content", "mails", "card", "files"]),
    );
    expect(faultsOf(lng, texts.filter(isOrdinary))).toEqual([]);
  },
);

it("holds the names of pictures to the words of the glossary", () => {
  const { in: folders, not, pattern } = glossary.fileNames;
  const names = folders.flatMap((each) =>
    readdirSync(each, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    ),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => new RegExp(not, "u").test(name))).toEqual([]);
  expect(
    names.filter((name) => /\.(svg|png|jpg|webp)$/.test(name) && !new RegExp(pattern, "u").test(name)),
  ).toEqual([]);
});

it("holds the names of files that a member saves to the words of the glossary", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join("app", path), "utf8"));
  // Parts known only at run time, such as a date, become "0".
  const names = sources.flatMap((source) =>
    [...source.matchAll(/(?:\bname: |fileHeaders\("[^"]+", |download=\{)[`"]([^`"]*\.\w+)[`"]/g)].map(
      ([, name = ""]) => name.replace("${fileName}", brand.fileName).replace(/\$\{[^}]*\}/g, "0"),
    ),
  );
  expect(names.length).toBeGreaterThanOrEqual(5);
  expect(names.filter((name) => !/^soria-[a-z0-9-]+\.(?:csv|json|ics|svg)$/.test(name))).toEqual([]);
  const forbidden = new RegExp(glossary.fileNames.not, "u");
  expect(names.filter((name) => forbidden.test(name))).toEqual([]);
});

it("names only keys that exist", () => {
  for (const lng of languages) {
    const keys = new Set(localeTexts(lng).map(([, key]) => key));
    for (const { except = [] } of glossary.rules[lng]) for (const key of except) expect(keys).toContain(key);
  }
});

it("finds what it is made to find", () => {
  const faults = (lng: Language, text: string) => faultsOf(lng, [["locales", "a", text]]);
  expect(faults("ko", "지금 가격은 {{price}}이에요.")).toHaveLength(1);
  expect(faults("ja", "Soria の両替: 例")).toHaveLength(3);
  expect(faults("ja", "サーバ: フォルダ")).toHaveLength(2);
  expect(faults("zh", "请用电子邮箱登录Soria")).toHaveLength(2);
  expect(faults("en", "Recipient's email")).toHaveLength(2);
});
