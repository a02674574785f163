import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon, ScriptButton } from "~/components/text/elements";

/** Button that copies an address, with scripts only, and says whether it has. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation("my-page");
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
      <ScriptButton className="btn btn--line btn--small" onClick={copy}>
        <Icon name={outcome === "done" ? "check" : "copy"} />
        {t("wallet.copy")}
        <span className="sr">: {what}</span>
      </ScriptButton>
      <span role="status" className="small">
        {outcome === "done" ? t("wallet.copied") : outcome === "failed" ? t("wallet.copyFailed") : ""}
      </span>
    </>
  );
}
