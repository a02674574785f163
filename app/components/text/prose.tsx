import { useTranslation } from "react-i18next";
import { markBriefBlocks } from "~/domain/brief-blocks";
import { detectLanguage } from "~/domain/script-detection";

/**
 * HTML of a post or an answer. Sets `lang` if its script indicates another language than the page's.
 *
 * @param html sanitised on the server (server/api/sanitize-html.server.ts)
 */
export function Prose({ html }: { html: string }) {
  const { i18n } = useTranslation();
  const lang = detectLanguage(html.replace(/<[^>]*>/g, ""));
  return (
    <div
      className="prose"
      dir="auto"
      {...(lang && lang !== i18n.language ? { lang } : {})}
      dangerouslySetInnerHTML={{ __html: markBriefBlocks(html) }}
    />
  );
}
