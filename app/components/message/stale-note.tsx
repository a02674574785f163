import { useTranslation } from "react-i18next";

/**
 * Note above stale content: the API does not respond, so the page shows an earlier version.
 *
 * @param time of the last successful read, formatted
 */
export function StaleNote({ time }: { time: string }) {
  const { t } = useTranslation("errors");
  return (
    <p className="note" role="status">
      {t("stale", { time })}
    </p>
  );
}
