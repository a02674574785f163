import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { detectLanguage } from "~/domain/script-detection";

/**
 * User-generated text (a name, a title) inside the page's own text. Sets `lang` if its script indicates another
 * language than the page's, and isolates its direction. Shows "untitled" if empty, because it may be the only name of a
 * link. A long name can break after an underscore.
 */
export function UserText({ text }: { text: string }) {
  const { t, i18n } = useTranslation("common");
  if (text === "") return <>{t("untitled")}</>;
  const lang = detectLanguage(text);
  return <bdi {...(lang && lang !== i18n.language ? { lang } : {})}>{breakable(text)}</bdi>;
}

/** Longest name, in characters, that fits beside its portrait on a phone. */
const ONE_LINE = 24;

function breakable(text: string): ReactNode {
  if (text.length <= ONE_LINE) return text;
  return text.split("_").map((part, index, { length }) => (
    <Fragment key={index}>
      {index < length - 1 ? `${part}_` : part}
      {index < length - 1 ? <wbr /> : null}
    </Fragment>
  ));
}
