import { useTranslation } from "react-i18next";

/** The API does not respond; `time` is that of the last successful read, formatted. */
export function StaleNote({ time }: { time: string }) {
  const { t } = useTranslation("errors");
  return (
    <p className="note" role="status">
      {t("stale", { time })}
    </p>
  );
}
