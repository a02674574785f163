import { readFileSync } from "node:fs";

interface Tree {
  [key: string]: string | Tree;
}

/**
 * The interface's texts as a test looks for them: `texts("ko", "account")("signIn.title")`.
 *
 * @throws when there is no such text, so that a test never looks for "undefined"
 */
export function texts(lng: string, namespace: string) {
  const tree = JSON.parse(readFileSync(`app/i18n/locales/${lng}/${namespace}.json`, "utf8")) as Tree;
  return (key: string, params: Record<string, string | number> = {}): string => {
    const text = key.split(".").reduce<string | Tree | undefined>((node, part) => {
      return typeof node === "object" ? node[part] : undefined;
    }, tree);
    if (typeof text !== "string") throw new Error(`No text ${namespace}:${key} in ${lng}`);
    return text.replace(/{{(\w+)(, number)?}}/g, (_, name: string, isNumber?: string) => {
      const value = params[name] ?? "";
      // The four languages write their numbers alike.
      return isNumber ? Number(value).toLocaleString("en") : String(value);
    });
  };
}

/** What a page shows in place of a text that it has not got. */
export const rawKey =
  /\b(common|errors|account|my-page|store|dao|news|support|home):\w|\b(signIn|signUp|wallet|find)\.\w+/;
