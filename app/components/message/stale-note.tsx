import { useTranslation } from "react-i18next";
import { formatDateTime } from "~/domain/japan-time";

/**
 * Note above stale content: the API does not respond, so the page shows an earlier version.
 *
 * @param readAt time of the last successful read, in ms since 1970
 */
export function StaleNote({ readAt }: { readAt: number }) {
  const { t, i18n } = useTranslation("errors");
  return (
    <p className="note" role="status">
      {t("stale", { time: formatDateTime(readAt, i18n.language) })}
    </p>
  );
}
