import { useTranslation } from "react-i18next";
import { formatNumber } from "~/domain/number-format";
import { asLanguage, languageTags } from "~/i18n/languages";

/** A number as the interface language writes it. */
export function FormattedNumber({ value }: { value: number }) {
  const { i18n } = useTranslation();
  return <>{formatNumber(value, languageTags[asLanguage(i18n.language)])}</>;
}
