import { readFileSync } from "node:fs";
import { brandText } from "../../../app/domain/brand-text";
import { brand } from "../../../server/runtime/brand";

interface Tree {
  [key: string]: string | Tree;
}

/**
 * Returns a function that looks up the interface's texts: `texts("ko", "account")("signIn.title")`.
 *
 * @throws Error if there is no such text, so that a test never looks for "undefined"
 */
export function texts(lng: string, namespace: string) {
  const file = readFileSync(`app/i18n/locales/${lng}/${namespace}.json`, "utf8");
  const tree = JSON.parse(brandText(file, lng, brand)) as Tree;
  return (key: string, params: Record<string, string | number> = {}): string => {
    const text = key.split(".").reduce<string | Tree | undefined>((node, part) => {
      return typeof node === "object" ? node[part] : undefined;
    }, tree);
    if (typeof text !== "string") throw new Error(`No text ${namespace}:${key} in ${lng}`);
    return text.replace(/{{(\w+)(, number)?}}/g, (_, name: string, isNumber?: string) => {
      const value = params[name] ?? "";
      // The four languages format numbers alike.
      return isNumber ? Number(value).toLocaleString("en") : String(value);
    });
  };
}

/** Matches a translation key, which a page shows if a text is missing. */
export const rawKey =
  /\b(common|errors|account|my-page|store|dao|news|support|home):\w|\b(signIn|signUp|wallet|find)\.\w+/;
