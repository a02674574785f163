import { useNavigate } from "@remix-run/react";
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import type { CardSetup, CardSummary } from "~/domain/purchase-summary";
import { asLanguage } from "~/i18n/languages";
import { useHydrated } from "../document/use-hydrated";
import { Alert } from "../text/elements";
import { loadCardScript } from "./load-stripe";
import type { PaymentDialogProps } from "./payment-dialog";

/** Loads the card dialog, which most purchases do not need. A call after a failure tries again. */
export const loadPaymentDialog = () => import("./payment-dialog");

/** The card dialog. Render it only after `loadPaymentDialog`, because React keeps a failure. */
export const PaymentDialog = lazy(async () => ({ default: (await loadPaymentDialog()).PaymentDialog }));

/**
 * React hook that says whether the card dialog is open for a new payment. If the form is submitted again, the same
 * payment arrives as a new object, and the dialog opens again.
 */
export function useCardDialog(payment: CardSummary | undefined) {
  const hydrated = useHydrated();
  const [closed, setClosed] = useState<CardSummary>();
  // The dialog is a portal into body, which does not exist on the server.
  const opened = hydrated && payment !== closed ? payment : undefined;
  return { opened, close: () => setClosed(payment) };
}

type CardPurchaseProps = Omit<PaymentDialogProps, "onSettled">;

/** The card dialog for a new payment. Closing it leaves the payment open. */
export function CardPurchase({ payment, picture, setup, onClose }: CardPurchaseProps) {
  const navigate = useNavigate();
  return (
    <Suspense>
      <PaymentDialog
        payment={payment}
        picture={picture}
        setup={setup}
        onClose={onClose}
        onSettled={() => navigate(paths.store.purchase(payment.key), { replace: true })}
      />
    </Suspense>
  );
}

/** React hook that loads the provider's script and the card dialog after hydration; `setup` null: no card payment. */
export function useCardScript(setup: CardSetup | null) {
  const lng = asLanguage(useTranslation().i18n.language);
  const [state, setState] = useState<"none" | "loading" | "ready" | "failed">(setup ? "loading" : "none");
  const [attempt, setAttempt] = useState(0);
  /** The button that was pressed before the script was loaded. */
  const pressed = useRef<HTMLButtonElement | null>(null);

  useEffect(() => {
    if (!setup) return;
    let gone = false;
    setState("loading");
    Promise.all([loadCardScript(setup, lng), loadPaymentDialog()]).then(
      () => gone || setState("ready"),
      () => gone || setState("failed"),
    );
    return () => {
      gone = true;
    };
  }, [setup, attempt, lng]);

  useEffect(() => {
    const button = pressed.current;
    if (state === "loading" || !button) return;
    pressed.current = null;
    // The form now contains the field, so submit it as if the button had just been pressed.
    if (state === "ready") button.form?.requestSubmit(button);
  }, [state]);

  const retry = () => setAttempt((count) => count + 1);
  /** Delays the purchase until the script is loaded; without it no payment is created (payment.md, point 1). */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!setup || state === "ready") return;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== "buy") return;
    event.preventDefault();
    pressed.current = submitter;
    if (state === "failed") retry();
  };
  return { state, onSubmit, retry };
}

/** Message with a retry; only if the script failed. */
export function CardScriptFailure({ state, retry }: ReturnType<typeof useCardScript>) {
  const { t } = useTranslation("store");
  if (state !== "failed") return null;
  return (
    <Alert kind="error" role="alert">
      <p>{t("item.scriptFailed")}</p>
      <button type="button" className="link" onClick={retry}>
        {t("item.scriptRetry")}
      </button>
    </Alert>
  );
}
