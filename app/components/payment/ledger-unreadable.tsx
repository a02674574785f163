import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { SubmitButton } from "../form/submit-button";
import { Alert } from "../text/elements";

/** Replaces the purchase controls if the member's record cannot be read; offers to rebuild it from the API's list. */
export function LedgerUnreadable({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("store");
  return (
    <Form method="post" action={paths.store.rebuildLedger()}>
      <Alert kind="error" title={t("ledger.title")}>
        <p>{t("ledger.text")}</p>
        {children}
        <p className="mt-3">
          <SubmitButton look="line" size="small" busy={t("ledger.rebuilding")}>
            {t("ledger.rebuild")}
          </SubmitButton>
        </p>
      </Alert>
    </Form>
  );
}
