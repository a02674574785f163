import { useTranslation } from "react-i18next";
import { asLanguage, languageTags } from "~/i18n/languages";

/** A number as the interface language writes it. */
export function FormattedNumber({ value }: { value: number }) {
  const { i18n } = useTranslation();
  return <>{new Intl.NumberFormat(languageTags[asLanguage(i18n.language)]).format(value)}</>;
}
