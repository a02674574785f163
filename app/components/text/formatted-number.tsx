import { useTranslation } from "react-i18next";
import { formatNumber } from "~/domain/number-format";
import { asLanguage, languageTags } from "~/i18n/languages";

export function FormattedNumber({ value }: { value: number | undefined }) {
  const { i18n } = useTranslation();
  if (value === undefined) return null;
  return <>{formatNumber(value, languageTags[asLanguage(i18n.language)])}</>;
}
