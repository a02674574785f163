import { useTranslation } from "react-i18next";
import { languageOfText } from "~/domain/writing";

/**
 * What members and editors wrote (a name, a title), in one line with the page's own words: marked with its language where
 * its letters tell another one than the page's, and with a direction of its own. "Untitled" where there is nothing,
 * because it may be all that a link has for a name.
 */
export function OthersWords({ text }: { text: string }) {
  const { t, i18n } = useTranslation("common");
  if (text === "") return <>{t("untitled")}</>;
  const lang = languageOfText(text);
  return <bdi {...(lang && lang !== i18n.language ? { lang } : {})}>{text}</bdi>;
}
