/** One word for one thing: what app/i18n/glossary.json forbids stands in no text that a visitor reads. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { type FrontStatus, refusalPage } from "#server/http/error-page";
import { loadContent } from "#server/sandbox/content";
import { codeMail, resetMail } from "#server/sandbox/mail-texts";

interface Rule {
  /** What it is about. */
  for: string;
  /** A pattern that no text may have. */
  not: string;
  /** What is said in its place. */
  say: string;
  /** Scopes in which it holds: all without it; "locales:store" is one namespace. */
  in?: string[];
  /** Keys that may. */
  except?: string[];
}
type Language = (typeof languages)[number];
/** Scope, key and text. */
type Text = [scope: string, key: string, text: string];

const glossary = JSON.parse(readFileSync("app/i18n/glossary.json", "utf8")) as {
  rules: Record<Language, Rule[]>;
  fileNames: { in: string[]; not: string; pattern: string };
};
const folder = "app/i18n/locales";

function flat(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    typeof inner === "string" ? [[prefix + key, inner]] : flat(inner as object, `${prefix}${key}.`),
  );
}
/** What the front says by itself, which is in no language file. */
const frontStatuses: FrontStatus[] = [400, 403, 405, 413, 414, 415, 421, 500, 503];
const frontTextsOf = (lng: Language): Text[] =>
  frontStatuses.map((status) => [
    "front",
    `front:${status}`,
    refusalPage(status, lng, "").replace(/<style>[\s\S]*<\/style>|<[^>]*>/g, "\n"),
  ]);

function localeTextsOf(lng: string): Text[] {
  return readdirSync(join(folder, lng)).flatMap((file) =>
    flat(
      JSON.parse(readFileSync(join(folder, lng, file), "utf8")) as object,
      `${file.replace(".json", "")}:`,
    ).map(([key, text]): Text => ["locales", key, text]),
  );
}

/** Seeds: texts are objects with a string for each language. */
function contentTextsOf(lng: Language): Text[] {
  const suffix = `.${lng}`;
  return flat(loadContent(), "content:")
    .filter(([key]) => key.endsWith(suffix))
    .map(([key, text]) => ["content", key.slice(0, -suffix.length), text.replace(/<[^>]*>/g, " ")]);
}

const mailTextsOf = (lng: Language): Text[] =>
  [
    codeMail(lng, "123456"),
    resetMail(lng, "forgotten", "{{link}}"),
    resetMail(lng, "locked", "{{link}}"),
  ].flatMap(({ subject, text }, i): Text[] => [
    ["mails", `mail:${i}.subject`, subject],
    ["mails", `mail:${i}.text`, text],
  ]);

const holds = ({ in: scopes, except = [] }: Rule, scope: string, key: string) =>
  !except.includes(key) &&
  (scopes === undefined ||
    scopes.some(
      (each) =>
        each === scope ||
        (each.startsWith(`${scope}:`) && key.startsWith(`${each.slice(scope.length + 1)}:`)),
    ));

const faultsOf = (lng: Language, texts: Text[]) =>
  glossary.rules[lng].flatMap((rule) =>
    texts
      .filter(([scope, key, text]) => holds(rule, scope, key) && new RegExp(rule.not, "u").test(text))
      .map(([, key, text]) => `${key}: ${rule.for}: say ${rule.say}: ${text.slice(0, 200)}`),
  );

// The legal texts quote statutes.
const isOrdinary = ([, key]: Text) => !key.startsWith("legal:");

it.each(languages)("%s keeps to its glossary in the interface, the seeds, the mails and the front", (lng) => {
  expect(glossary.rules[lng].length).toBeGreaterThan(25);
  const texts = [...localeTextsOf(lng), ...frontTextsOf(lng), ...contentTextsOf(lng), ...mailTextsOf(lng)];
  expect(new Set(texts.map(([scope]) => scope)).size).toBe(4);
  expect(faultsOf(lng, texts.filter(isOrdinary))).toEqual([]);
});

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

it("names only keys that exist", () => {
  for (const lng of languages) {
    const keys = new Set(localeTextsOf(lng).map(([, key]) => key));
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
