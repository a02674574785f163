import { readFileSync } from "node:fs";
import { brandText } from "../../../app/domain/brand-text";
import { brand } from "../../runtime/brand";
import { sourcePath } from "../source-files";
import { LANGUAGES, type Language } from "../texts";

type Node = string | { [key: string]: Node } | undefined;

const namespaces = new Map<string, Node>();

/** @throws Error when the site has no such text */
function labelOf(language: Language, name: string, key: string): string {
  const file = `${language}/${name}.json`;
  const path = sourcePath(`app/i18n/locales/${file}`);
  const texts = namespaces.get(file) ?? (JSON.parse(readFileSync(path, "utf8")) as Node);
  namespaces.set(file, texts);
  const label = key
    .split(".")
    .reduce((node, part) => (typeof node === "object" ? node[part] : undefined), texts);
  if (typeof label !== "string") throw new Error(`content quotes ${name}:${key}, which ${language} lacks`);
  return label;
}

const isTexts = (value: object): value is Record<Language, string> =>
  LANGUAGES.every((language) => typeof (value as Record<string, unknown>)[language] === "string");

/**
 * Replaces `[[namespace:key]]` in content with the site's label in the language of the text, so that a post keeps
 * quoting the current label of a button, and `{{brand}}` and the other texts of the brand in every text.
 *
 * @param value any JSON value; texts are objects with a string for each language
 * @throws Error when a quoted key does not exist
 */
export function withLabels<T>(value: T): T;
export function withLabels(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((inner: unknown) => withLabels(inner));
  if (typeof value === "string") return brandText(value, "en", brand);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    if (!isTexts(value)) return [key, withLabels(inner)];
    const language = key as Language;
    const labelled = value[language].replace(/\[\[([\w-]+):([\w.]+)\]\]/g, (_, name: string, label: string) =>
      labelOf(language, name, label),
    );
    return [key, brandText(labelled, language, brand)];
  });
  return Object.fromEntries(entries);
}
