import { useTranslation } from "react-i18next";
import { detectLanguage } from "~/domain/script-detection";

/**
 * User-generated text (a name, a title) inside the page's own text. Sets `lang` if its script indicates another
 * language than the page's, and isolates its direction. Shows "untitled" if empty, because it may be the only name of a
 * link.
 */
export function UserText({ text }: { text: string }) {
  const { t, i18n } = useTranslation("common");
  if (text === "") return <>{t("untitled")}</>;
  const lang = detectLanguage(text);
  return <bdi {...(lang && lang !== i18n.language ? { lang } : {})}>{text}</bdi>;
}
