import { useTranslation } from "react-i18next";
import { formatDateTime } from "~/domain/japan-time";

/**
 * Above a list or text of which nothing newer could be read, because the API does not answer.
 *
 * @param readAt when it was read, in ms since 1970
 */
export function StaleNote({ readAt }: { readAt: number }) {
  const { t, i18n } = useTranslation("errors");
  return (
    <p className="note" role="status">
      {t("stale", { time: formatDateTime(readAt, i18n.language) })}
    </p>
  );
}
