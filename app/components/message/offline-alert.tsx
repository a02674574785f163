import { useTranslation } from "react-i18next";
import { Alert } from "./alert";
import { NextSteps } from "./next-steps";
import { isOffline } from "../document/offline";

/** Above a form whose connection broke on the way; what was typed still stands in it, to be sent again. */
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
