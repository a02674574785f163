import { useTranslation } from "react-i18next";
import { dateTimeAttribute, formatDate, formatDateTime } from "~/domain/japan-time";

/** A time in Japan, in the short form of the page's language; nothing if undefined. `value` is ISO 8601. */
export function Time({ value, dateOnly = false }: { value: string | undefined; dateOnly?: boolean }) {
  const { i18n } = useTranslation();
  if (value === undefined) return null;
  return (
    <time dateTime={dateTimeAttribute(value)}>
      {dateOnly ? formatDate(value, i18n.language) : formatDateTime(value, i18n.language)}
    </time>
  );
}
