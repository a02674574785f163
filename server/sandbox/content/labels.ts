import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brandText } from "../../../app/domain/brand-text";
import { brand } from "../../runtime/brand";
import { LANGUAGES, type Language } from "../texts";

type Node = string | { [key: string]: Node };

/** Returns the folder of the site's language files, from the sources or from the bundle (build/sandbox.js). */
function localesDir(): string {
  const here = fileURLToPath(new URL("../../../app/i18n/locales/", import.meta.url));
  return existsSync(here) ? here : fileURLToPath(new URL("../app/i18n/locales/", import.meta.url));
}

const namespaces = new Map<string, Node>();

function namespace(language: Language, name: string): Node {
  const file = `${language}/${name}.json`;
  const known = namespaces.get(file);
  if (known !== undefined) return known;
  const read = JSON.parse(readFileSync(localesDir() + file, "utf8")) as Node;
  namespaces.set(file, read);
  return read;
}

/**
 * Returns the text of the site with this key.
 *
 * @throws Error when the site has no such text
 */
function labelOf(language: Language, name: string, key: string): string {
  let node: Node | undefined = namespace(language, name);
  for (const part of key.split(".")) node = typeof node === "object" ? node[part] : undefined;
  if (typeof node !== "string") throw new Error(`content quotes ${name}:${key}, which ${language} lacks`);
  return node;
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
export function withLabels(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLabels);
  if (typeof value === "string") return brandText(value, "en", brand);
  if (typeof value !== "object" || value === null) return value;
  if (!isTexts(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLabels(inner)]));
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const labelled = value[language].replace(/\[\[([\w-]+):([\w.]+)\]\]/g, (_, name: string, key: string) =>
        labelOf(language, name, key),
      );
      return [language, brandText(labelled, language, brand)];
    }),
  );
}
