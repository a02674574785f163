import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/icon";
import { useHydrated } from "~/components/document/use-hydrated";

/** Copies a text to the clipboard and shows the result. Hidden without scripts. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation("my-page");
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<"idle" | "done" | "failed">("idle");

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("done");
    } catch {
      // Rejected: no permission, or not a secure context.
      setOutcome("failed");
    }
  }

  return (
    <>
      <button
        type="button"
        className="btn btn--line btn--small"
        data-needs-script={hydrated ? undefined : ""}
        onClick={copy}
      >
        <Icon name={outcome === "done" ? "check" : "copy"} />
        {t("wallet.copy")}
      </button>
      <span role="status" className="small">
        {outcome === "done" ? t("wallet.copied") : outcome === "failed" ? t("wallet.copyFailed") : ""}
      </span>
    </>
  );
}
