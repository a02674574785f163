import { useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { ButtonLink } from "~/components/page/button-link";
import { PaymentDialog } from "~/components/payment/payment-dialog";
import { useHydrated } from "~/components/document/use-hydrated";
import { paths } from "~/domain/paths";
import type { CardSetup, PaymentView } from "~/domain/payment-view";
import { dynamicKey } from "~/i18n/dynamic";
import { CheckAgain, ContactLink, DropForm, FinishForm } from "./status-forms";
import { Summary } from "./summary";
import { type Reading, useReading } from "./use-reading";

interface PaymentStatusProps {
  payment: PaymentView;
  setup: CardSetup | null;
  /** The API has just said that there is nothing to capture. */
  isNotPaid: boolean;
}

/** A payment that is not finished: where it stands, and what to do next (payment.md, the table). */
export function PaymentStatus({ payment, setup, isNotPaid }: PaymentStatusProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  const { reading, read, continueAction } = useReading(payment, setup);
  const [isEntering, setEntering] = useState(false);
  useCaptureOnce(payment, reading, isNotPaid);

  const kind = kindOf(payment, reading);
  const isWithoutScripts = kind === "reading" && !hydrated;
  return (
    <section className="panel form-panel" aria-labelledby="status-title">
      <div role="status" className="grid gap-4">
        <StatusMessage kind={kind} reading={reading} isNotPaid={isNotPaid} />
      </div>
      {kind === "reading" ? (
        <noscript>
          <Alert title={t("complete.unknownTitle")}>
            <p>{t("complete.noScript")}</p>
          </Alert>
        </noscript>
      ) : null}
      <Summary payment={payment} />
      <div className="form__do">
        {kind === "card" && setup ? (
          <>
            <DropForm payment={payment} />
            <button type="button" className="btn" onClick={() => setEntering(true)}>
              {t("complete.enterCard")}
            </button>
          </>
        ) : null}
        {kind === "action" ? (
          <button type="button" className="btn" onClick={() => void continueAction()}>
            {t("complete.continueAction")}
          </button>
        ) : null}
        {kind === "dropped" ? (
          <ButtonLink to={paths.store.product(payment.objectId)}>{t("complete.toItem")}</ButtonLink>
        ) : null}
        {kind === "canceled" || kind === "amountChanged" ? <DropForm payment={payment} /> : null}
        {kind === "processing" || kind === "unknown" || kind === "scriptFailed" || isWithoutScripts ? (
          <CheckAgain payment={payment} />
        ) : null}
        {kind === "succeeded" || kind === "interrupted" || kind === "unknown" || isWithoutScripts ? (
          <FinishForm payment={payment} isSeenPaid={kind === "succeeded" || kind === "interrupted"} />
        ) : null}
      </div>
      {kind === "interrupted" || kind === "unknown" || isWithoutScripts ? (
        <ContactLink payment={payment} />
      ) : null}
      {isEntering && setup ? (
        <PaymentDialog
          payment={payment}
          setup={setup}
          onClose={() => setEntering(false)}
          onSettled={() => {
            setEntering(false);
            void read();
          }}
        />
      ) : null}
    </section>
  );
}

type StatusKind = Reading["kind"] | "interrupted" | "dropped";

/** Of a payment that was given up only a card that was charged all the same is of interest, or not knowing it. */
function kindOf({ isInterrupted, isDropped }: PaymentView, { kind }: Reading): StatusKind {
  if (isInterrupted) return "interrupted";
  const isUnpaid = kind === "card" || kind === "action" || kind === "canceled" || kind === "amountChanged";
  return isDropped && isUnpaid ? "dropped" : kind;
}

/** Sends the capture by itself as soon as the payment is seen to have succeeded, once. */
function useCaptureOnce(payment: PaymentView, reading: Reading, isNotPaid: boolean) {
  const submit = useSubmit();
  const isSent = useRef(false);
  const { transactionId } = payment;
  useEffect(() => {
    if (reading.kind !== "succeeded" || isNotPaid || isSent.current) return;
    isSent.current = true;
    submit({ intent: "capture", transactionId, seen: "succeeded" }, { method: "post", replace: true });
  }, [reading.kind, isNotPaid, submit, transactionId]);
}

interface StatusMessageProps {
  kind: StatusKind;
  reading: Reading;
  isNotPaid: boolean;
}

function StatusMessage({ kind, reading, isNotPaid }: StatusMessageProps) {
  const { t } = useTranslation("store");
  const hydrated = useHydrated();
  if (kind === "reading") {
    return (
      <p className={hydrated ? "soft flex items-center gap-3" : "hidden"} id="status-title">
        <span className="spin" aria-hidden="true" />
        {t("complete.reading")}
      </p>
    );
  }
  const texts = {
    succeeded: ["ok", "succeededTitle", "succeededText"],
    processing: ["info", "processingTitle", "processingText"],
    card: ["info", "cardTitle", "cardText"],
    action: ["info", "actionTitle", "actionText"],
    dropped: ["info", "canceledTitle", undefined],
    canceled: ["error", "canceledTitle", undefined],
    amountChanged: ["error", "canceledTitle", undefined],
    unknown: ["error", "unknownTitle", "unknownText"],
    scriptFailed: ["error", "unknownTitle", "scriptFailed"],
    interrupted: ["error", "interruptedTitle", "interruptedText"],
  } as const;
  const [look, title, text] = texts[kind];
  const reason = kind === "card" && reading.kind === "card" ? reading.reason : undefined;
  return (
    <>
      {reason ? <Alert kind="error">{dynamicKey(t, `store:reasons.${reason}`)}</Alert> : null}
      {isNotPaid ? <Alert kind="error">{t("complete.notPaid")}</Alert> : null}
      <Alert kind={look} title={<span id="status-title">{t(`complete.${title}`)}</span>}>
        {text ? <p>{t(`complete.${text}`)}</p> : null}
        {kind === "dropped" ? <p>{t("done.dropped")}</p> : null}
        {kind === "canceled" ? <p>{t("done.rejected")}</p> : null}
        {kind === "amountChanged" ? <p>{t("dialog.amountChanged")}</p> : null}
      </Alert>
    </>
  );
}
