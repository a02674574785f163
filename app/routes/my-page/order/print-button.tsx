import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/icon";
import { useHydrated } from "~/components/document/use-hydrated";

/** Only a script can open the print dialog; without one the browser's own menu does. */
export function PrintButton() {
  const { t } = useTranslation("my-page");
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      className="btn btn--line btn--small"
      data-needs-script={hydrated ? undefined : ""}
      onClick={() => window.print()}
    >
      <Icon name="printer" />
      {t("order.print")}
    </button>
  );
}
