import { readFileSync } from "node:fs";
import { brandText } from "../../../app/domain/brand-text";
import { brand } from "../../runtime/brand";
import { sourcePath } from "../source-files";
import { LANGUAGES, type Language } from "../texts";
import dao from "./dao.json";
import faq from "./faq.json";
import news from "./news.json";
import products from "./products.json";

const files = { news, faq, products, dao };
export type Content = typeof files;

let loaded: Content | undefined;

/** Returns the seed's content with the site's labels (docs/world.md). */
export const loadContent = () => (loaded ??= withLabels(files));

export const artPath = (file: string) => sourcePath(`server/sandbox/content/art/${file}`);

type Node = string | { [key: string]: Node } | undefined;

const namespaces = new Map<string, Node>();

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

/**
 * Replaces `[[namespace:key]]` in content with the site's label in the language of the text, so that a post keeps
 * quoting the current label of a button, and `{{brand}}` and the other texts of the brand in every text.
 *
 * @param value any JSON value; texts are objects with a string for each language
 * @throws Error when a quoted key does not exist
 */
export const withLabels = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (key, text: unknown) => {
    if (typeof text !== "string") return text;
    const language = LANGUAGES.find((each) => each === key) ?? "en";
    const labelled = text.replace(/\[\[([\w-]+):([\w.]+)\]\]/g, (_, name: string, label: string) =>
      labelOf(language, name, label),
    );
    return brandText(labelled, language, brand);
  }) as T;
