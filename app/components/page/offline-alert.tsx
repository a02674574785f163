import { useTranslation } from "react-i18next";
import { Alert } from "../message/alert";
import { NextSteps } from "./next-steps";
import { isOffline } from "../document/offline-action";

/** Alert above a form whose request failed offline; the form keeps its input. */
export function OfflineAlert({ answer }: { answer: unknown }) {
  const { t } = useTranslation("errors");
  if (!isOffline(answer)) return null;
  return (
    <Alert kind="error" role="alert">
      <p>{t("http.noResponse")}</p>
      <NextSteps after="errors:http.noResponse" />
    </Alert>
  );
}
