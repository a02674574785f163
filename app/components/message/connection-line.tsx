import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { connection } from "../document/connection";

/** One line while something waits for the connection; the page below it stays as it is. */
export function ConnectionLine() {
  const { t } = useTranslation("common");
  const isGone = useSyncExternalStore(connection.subscribe, connection.isGone, () => false);
  return (
    <div role="status">
      {isGone ? (
        <p className="connection" data-ground="night">
          {t("offline")}
        </p>
      ) : null}
    </div>
  );
}
