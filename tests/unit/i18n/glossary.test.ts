/** One word for one thing: what app/i18n/glossary.json forbids stands in no text. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { type FrontStatus, refusalPage } from "#server/http/error-page";

interface Rule {
  /** What it is about. */
  for: string;
  /** A pattern that no text may have. */
  not: string;
  /** What is said in its place. */
  say: string;
  /** Keys that may. */
  except?: string[];
}
const rules = JSON.parse(readFileSync("app/i18n/glossary.json", "utf8")) as Record<string, Rule[]>;
const folder = "app/i18n/locales";

function flat(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    typeof inner === "string" ? [[prefix + key, inner]] : flat(inner as object, `${prefix}${key}.`),
  );
}
/** What the front says by itself, which is in no language file. */
const frontStatuses: FrontStatus[] = [400, 403, 405, 413, 414, 415, 421, 500, 503];
const frontTextsOf = (lng: (typeof languages)[number]) =>
  frontStatuses.map((status): [string, string] => [
    `front:${status}`,
    refusalPage(status, lng, "").replace(/<style>[\s\S]*<\/style>|<[^>]*>/g, "\n"),
  ]);

function textsOf(lng: string): [string, string][] {
  return readdirSync(join(folder, lng)).flatMap((file) =>
    flat(
      JSON.parse(readFileSync(join(folder, lng, file), "utf8")) as object,
      `${file.replace(".json", "")}:`,
    ),
  );
}
const faultsOf = (lng: string, texts: [string, string][]) =>
  (rules[lng] ?? []).flatMap((rule) =>
    texts
      .filter(([key, text]) => !rule.except?.includes(key) && new RegExp(rule.not, "u").test(text))
      .map(([key, text]) => `${key}: ${rule.for}: say ${rule.say}: ${text}`),
  );

it.each(languages)("%s keeps to its glossary (app/i18n/glossary.json)", (lng) => {
  expect(rules[lng]?.length).toBeGreaterThan(5);
  expect(faultsOf(lng, [...textsOf(lng), ...frontTextsOf(lng)])).toEqual([]);
});

it("names only keys that exist", () => {
  for (const lng of languages) {
    const keys = new Set(textsOf(lng).map(([key]) => key));
    for (const { except = [] } of rules[lng] ?? []) for (const key of except) expect(keys).toContain(key);
  }
});

it("finds what it is made to find", () => {
  expect(faultsOf("ko", [["a", "지금 가격은 {{price}}이에요."]])).toHaveLength(1);
  expect(faultsOf("ja", [["a", "Soria の両替: 例"]])).toHaveLength(3);
  expect(faultsOf("zh", [["a", "请用电子邮箱登录Soria"]])).toHaveLength(2);
  expect(faultsOf("en", [["a", "Recipient's email"]])).toHaveLength(2);
});
