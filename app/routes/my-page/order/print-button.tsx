import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/icon";
import { useHydrated } from "~/components/document/use-hydrated";

/** Opens the print dialog, which needs a script; without scripts the browser's menu does it. */
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
