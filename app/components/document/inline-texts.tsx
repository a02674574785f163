import type { i18n as I18n } from "i18next";
import { useTranslation } from "react-i18next";
import { namespacesOf } from "~/i18n/namespaces";
import { sharedNamespaces } from "~/i18n/options";

/** By language, what pages with the same namespaces have in common: made once, not in each render. */
const made = new WeakMap<I18n, Map<string, string>>();

function textsOf(i18n: I18n, namespaces: string[]): string {
  const ofLanguage = made.get(i18n) ?? new Map<string, string>();
  made.set(i18n, ofLanguage);
  const names = [...new Set([...sharedNamespaces, ...namespaces])];
  const key = names.join(" ");
  const known = ofLanguage.get(key);
  if (known !== undefined) return known;
  const texts = Object.fromEntries(
    names.map((name) => [name, i18n.getResourceBundle(i18n.language, name) as unknown]),
  );
  const content = JSON.stringify(texts).replaceAll("<", "\\u003c");
  ofLanguage.set(key, content);
  return content;
}

/**
 * The texts of this page, in its one language, for the browser's i18next instance (i18n.client.ts reads them).
 *
 * In the browser the element is already there and never changes, so nothing is rendered into it again.
 */
export function InlineTexts({ matches }: { matches: { handle?: unknown }[] }) {
  const { i18n } = useTranslation();
  const content = import.meta.env.SSR ? textsOf(i18n, namespacesOf(matches)) : "";
  return (
    <script
      id="texts"
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}
