import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { SubmitButton } from "../form/submit-button";
import { Alert } from "../message/alert";

/** React hook that returns whether the page's loader could not read the member's record of purchases. */
export function useLedgerUnreadable(): boolean {
  const data = useLoaderData<{ ledger?: string } | null>();
  return data?.ledger === "unreadable";
}

/** In place of what buys: the record of purchases cannot be read, and can be made again from the API's list. */
export function LedgerUnreadable() {
  const { t } = useTranslation("store");
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={paths.store.rebuildLedger()}>
      <Alert kind="error" title={t("ledger.title")}>
        <p>{t("ledger.text")}</p>
        {/* Where the member comes back to. */}
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <p className="mt-3">
          <SubmitButton look="line" size="small" busy={t("ledger.rebuilding")}>
            {t("ledger.rebuild")}
          </SubmitButton>
        </p>
      </Alert>
    </Form>
  );
}
