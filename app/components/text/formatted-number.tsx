import { useTranslation } from "react-i18next";
import { formatNumber } from "~/domain/number-format";
import { asLanguage, languageTags } from "~/i18n/languages";

/** A number as the interface language writes it; nothing where the API gave none. */
export function FormattedNumber({ value }: { value: number | undefined }) {
  const { i18n } = useTranslation();
  if (value === undefined) return null;
  return <>{formatNumber(value, languageTags[asLanguage(i18n.language)])}</>;
}
