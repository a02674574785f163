import { useTranslation } from "react-i18next";
import { languageOfText } from "~/domain/writing";

/**
 * User-generated text (a name, a title) inside the page's own text. Sets `lang` if its script indicates another
 * language than the page's, and isolates its direction. Shows "untitled" if empty, because it may be the only name of a
 * link.
 */
export function OthersWords({ text }: { text: string }) {
  const { t, i18n } = useTranslation("common");
  if (text === "") return <>{t("untitled")}</>;
  const lang = languageOfText(text);
  return <bdi {...(lang && lang !== i18n.language ? { lang } : {})}>{text}</bdi>;
}
