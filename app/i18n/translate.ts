/** A namespace: texts by key, nested. */
export interface Texts {
  [key: string]: string | Texts;
}

export type Translate = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** A placeholder, a number in the language's form, or another text: `{{name}}`, `{{n, number}}`, `$t(key)`. */
const PART = /\{\{(\w+)(, number)?\}\}|\$t\(([\w:.-]+)\)/g;

/**
 * The part of i18next that the site's texts use, for the browser. A test compares it with i18next for every text
 * (docs/decisions/0061-texts-in-the-browser.md).
 *
 * @returns the function of a namespace; like i18next's it returns the key of a missing text
 */
export function makeTranslate(
  lng: string,
  textsOf: (namespace: string) => Texts | undefined,
): (namespace: string) => Translate {
  const plurals = new Intl.PluralRules(lng);
  const numbers = new Intl.NumberFormat(lng);

  function find(namespace: string, path: string): string | undefined {
    let at: string | Texts | undefined = textsOf(namespace);
    for (const step of path.split("."))
      at = typeof at === "object" && Object.hasOwn(at, step) ? at[step] : undefined;
    return typeof at === "string" ? at : undefined;
  }

  return function ofNamespace(own) {
    const translate: Translate = (key, params = {}) => {
      const [, namespace = own, path = key] = /^([\w-]+):(.*)$/s.exec(key) ?? [];
      const { count } = params;
      const plural =
        typeof count === "number" ? find(namespace, `${path}_${plurals.select(count)}`) : undefined;
      const text = plural ?? find(namespace, path) ?? path;
      return text.replace(PART, (_, name: string, isNumber?: string, other?: string) => {
        if (other !== undefined) return translate(other, params);
        return isNumber ? numbers.format(params[name] as number) : String(params[name] ?? "");
      });
    };
    return translate;
  };
}
