import { useTranslation } from "react-i18next";

/** Above a list or text that is shown from the cache while the API is down. */
export function StaleNote() {
  const { t } = useTranslation("errors");
  return (
    <p className="note" role="status">
      {t("stale")}
    </p>
  );
}
