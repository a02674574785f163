import { useTranslation } from "react-i18next";
import { languageOfText } from "~/domain/writing";

/**
 * The text of a post or an answer, marked with its language where that is another than the page's.
 *
 * @param html sanitised on the server (server/api/sanitize-html.server.ts) before it came here
 */
export function Prose({ html }: { html: string }) {
  const { i18n } = useTranslation();
  const lang = languageOfText(html.replace(/<[^>]*>/g, ""));
  return (
    <div
      className="prose"
      dir="auto"
      {...(lang && lang !== i18n.language ? { lang } : {})}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
