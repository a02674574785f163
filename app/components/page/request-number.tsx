import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { RequestIdContext } from "../document/request-id";
import { useRootData } from "../document/root-data";

/**
 * The number under which the server's log has this request, on a line of its own.
 *
 * @param id the failed answer's own, for where the root's loader, which has it, failed too
 */
export function RequestNumber({ id }: { id?: string | undefined }) {
  const { t } = useTranslation("errors");
  const idOfDocument = useContext(RequestIdContext);
  const known = useRootData()?.requestId;
  const requestId = known ?? id ?? idOfDocument();
  if (!requestId) return null;
  return (
    <p className="lost__id small">
      {t("boundary.id")}
      <code>{requestId}</code>
    </p>
  );
}
