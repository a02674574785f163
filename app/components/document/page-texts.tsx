import { useTranslation } from "react-i18next";
import textFiles from "virtual:text-files";
import { namespacesOf } from "~/i18n/namespaces";
import { sharedNamespaces } from "~/i18n/options";

/**
 * Where the texts of this page are, in its one language, by namespace: the browser fetches them with the scripts
 * (late-scripts-starter.js, i18n.client.ts), and keeps them. Without scripts nobody needs them.
 *
 * In the browser the element is already there and never changes, so nothing is rendered into it again.
 */
export function PageTexts({ matches }: { matches: { handle?: unknown }[] }) {
  const { i18n } = useTranslation();
  const namespaces = new Set([...sharedNamespaces, ...namespacesOf(matches)]);
  const files = [...namespaces].map((name) => [name, textFiles[i18n.language]?.[name]]);
  const content = import.meta.env.SSR ? JSON.stringify(Object.fromEntries(files)) : "";
  return (
    <script
      id="texts"
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}
