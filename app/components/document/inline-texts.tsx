import { useTranslation } from "react-i18next";
import { namespacesOf } from "~/i18n/namespaces";
import { sharedNamespaces } from "~/i18n/options";

/**
 * The texts of this page, in its one language, for the browser's i18next instance (i18n.client.ts reads them).
 *
 * In the browser the element is already there and never changes, so nothing is rendered into it again.
 */
export function InlineTexts({ matches }: { matches: { handle?: unknown }[] }) {
  const { i18n } = useTranslation();
  let content = "";
  if (import.meta.env.SSR) {
    const names = new Set([...sharedNamespaces, ...namespacesOf(matches)]);
    const texts = Object.fromEntries(
      [...names].map((name) => [name, i18n.getResourceBundle(i18n.language, name) as unknown]),
    );
    content = JSON.stringify(texts).replaceAll("<", "\\u003c");
  }
  return (
    <script
      id="texts"
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}
