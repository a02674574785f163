import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { PaymentDialog } from "~/components/payment/payment-dialog";
import { useHydrated } from "~/components/document/use-hydrated";
import type { FormOpening } from "~/domain/form-answer";
import type { CardSetup, CardSummary, IntentReading, PurchaseSummary } from "~/domain/purchase-summary";
import { dynamicKey } from "~/i18n/dynamic";
import { HistoryLines } from "./history-lines";
import { ContactLink, PurchaseButtons } from "./purchase-buttons";
import { offers, type Status, statusOf } from "~/domain/purchase-status";
import { Summary } from "./summary";
import { useBankStep } from "./use-bank-step";

interface PurchaseStatusProps {
  opening: FormOpening;
  purchase: PurchaseSummary;
  reading: IntentReading;
  setup: CardSetup | null;
}

/** How often a purchase that is not known yet is looked at. */
const POLL_MS = 4_000;

const isCard = (purchase: PurchaseSummary): purchase is CardSummary => purchase.clientSecret !== undefined;

/** A purchase: where it stands, and what to do next (payment.md, the table). */
export function PurchaseStatus({ opening, purchase, reading, setup }: PurchaseStatusProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const status = statusOf(purchase, reading);
  const can = offers[status];
  const { revalidate } = useRevalidator();
  const [isEntering, setEntering] = useState(false);
  const bank = useBankStep(purchase, setup, revalidate);
  usePolling(status, revalidate);

  const needsScript = status === "card" || status === "action" || status === "ordered";
  return (
    <section className="panel form-panel" aria-labelledby="status-title">
      <div role="status" className="grid gap-4">
        <StatusMessage status={status} reading={reading} purchase={purchase} />
        {bank.hasFailed ? <Alert kind="error">{t("complete.scriptFailed")}</Alert> : null}
      </div>
      {needsScript ? (
        <noscript>
          <Alert>
            <p>{t("item.needsScript")}</p>
          </Alert>
        </noscript>
      ) : null}
      <Summary purchase={purchase} />
      {status === "unclear" && purchase.lines ? <HistoryLines lines={purchase.lines} /> : null}
      <PurchaseButtons opening={opening} purchase={purchase} status={status} can={can}>
        {status === "card" && setup && hydrated && isCard(purchase) ? (
          <button type="button" className="btn" onClick={() => setEntering(true)}>
            {t("complete.enterCard")}
          </button>
        ) : null}
        {status === "action" && hydrated ? (
          <button type="button" className="btn" onClick={() => void bank.goOn()}>
            {t("complete.continueAction")}
          </button>
        ) : null}
      </PurchaseButtons>
      {can.includes("contact") ? <ContactLink purchase={purchase} /> : null}
      {isEntering && setup && isCard(purchase) ? (
        <PaymentDialog
          payment={purchase}
          setup={setup}
          onClose={() => setEntering(false)}
          onSettled={() => {
            setEntering(false);
            revalidate();
          }}
        />
      ) : null}
    </section>
  );
}

/** Looks again by itself while somebody else is at it. */
function usePolling(status: Status, look: () => void) {
  const waits = status === "processing" || status === "balanceUnknown" || status === "unknown";
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [waits, look]);
}

const kinds: Partial<Record<Status, "ok" | "error">> = {
  done: "ok",
  amountChanged: "error",
  unknown: "error",
  balanceUnknown: "error",
  interrupted: "error",
  confirming: "error",
  unclear: "error",
};

interface StatusMessageProps {
  status: Status;
  reading: IntentReading;
  purchase: PurchaseSummary;
}

function StatusMessage({ status, reading, purchase: { name, quantity } }: StatusMessageProps) {
  const { t } = useTranslation("store");
  const reason = status === "card" && reading.kind === "card" ? reading.reason : undefined;
  return (
    <>
      {reason ? <Alert kind="error">{dynamicKey(t, `store:reasons.${reason}`)}</Alert> : null}
      <Alert
        {...(kinds[status] ? { kind: kinds[status] } : {})}
        title={<span id="status-title">{t(`complete.status.${status}.title`)}</span>}
      >
        <p>{t(`complete.status.${status}.text`, { name, quantity })}</p>
      </Alert>
    </>
  );
}
