import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { RequestIdContext } from "../document/request-id";
import { useRootData } from "../document/root-data";

/**
 * Shows the request id under which the server has logged this request.
 *
 * @param id request id of the failed response, for the case that the root loader failed too
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
