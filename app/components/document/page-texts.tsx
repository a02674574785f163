import { useTranslation } from "react-i18next";
import textFiles from "virtual:text-files";
import { sharedNamespaces } from "~/i18n/options";

/** URLs of this page's texts by namespace, for bootstrap.js and i18n.client.ts. Hydration keeps the content. */
export function PageTexts({ matches }: { matches: { handle?: unknown }[] }) {
  const { i18n } = useTranslation();
  let content = "";
  if (import.meta.env.SSR) {
    const ofRoutes = matches.flatMap(({ handle }) => (handle as { i18n?: string[] } | undefined)?.i18n ?? []);
    const namespaces = new Set([...sharedNamespaces, ...ofRoutes]);
    const files = [...namespaces].map((name) => [name, textFiles[i18n.language]?.[name]]);
    content = JSON.stringify(Object.fromEntries(files));
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
