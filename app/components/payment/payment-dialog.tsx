import { type RefObject, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { CardSetup, CardSummary } from "~/domain/purchase-summary";
import { amountText } from "~/i18n/amount-text";
import { dynamicKey } from "~/i18n/dynamic";
import { Alert, ButtonLink, Icon, TextLink } from "../text/elements";
import { NextSteps } from "../page/next-steps";
import { Amount } from "../text/amount";
import { useCardForm } from "./use-card-form";
import "./payment-dialog.css";

/** Returns whether a retry is useless and the user must start a new purchase. */
const isOver = (message: string | undefined) =>
  message === "store:dialog.amountChanged" || message === "store:dialog.gone";

export interface PaymentDialogProps {
  payment: CardSummary;
  /** URL of the item's picture. Without one, there is no frame. */
  picture?: string | undefined;
  setup: CardSetup;
  onClose: () => void;
  /** Called when the payment no longer waits for a card; the caller opens the purchase's page. */
  onSettled: () => void;
}

/** Dialog for a card payment. The card fields are in the payment provider's frame. */
export function PaymentDialog({ payment, picture, setup, onClose, onSettled }: PaymentDialogProps) {
  const { t } = useTranslation(["store", "common"]);
  const root = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const place = useRef<HTMLDivElement>(null);
  // While the provider is in control, closing leads to the purchase's page, which shows its state.
  const close = () => {
    if (phase === "away") onSettled();
    else if (!working) onClose();
  };
  const { phase, message, pay, retry } = useCardForm(payment, setup, place, { onSettled, onEscape: close });
  const working = phase === "working" || phase === "away";
  useModal(root, title);

  // Only until the card is surely submitted; after that nothing is lost by leaving.
  const isSending = phase === "working";
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending]);

  const price = amountText(t, payment.amount, payment.currency);
  return createPortal(
    <div className="dialog-veil" ref={root}>
      {/* Handles Escape for the dialog as a whole. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className="dialog dialog--pay"
        role="dialog"
        aria-label={t("dialog.title")}
        onKeyDown={({ key }) => key === "Escape" && close()}
      >
        <div className="dialog__head">
          {picture === undefined ? null : (
            <span className="picture-frame">
              <img src={picture} width={80} height={60} alt="" />
            </span>
          )}
          <h2 tabIndex={-1} ref={title}>
            {t("dialog.lead", { name: payment.name, quantity: formatCount(payment.quantity) })}
          </h2>
          {/* With the bank's page open the card may be charged: then "Check status" below leads out. */}
          {phase === "away" ? null : (
            <button
              type="button"
              className="icon-btn"
              aria-label={t("dialog.close")}
              onClick={close}
              {...(isSending ? { "aria-disabled": true } : {})}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        <p className="dialog__sum">
          <b>{t("dialog.amount")}</b>
          <Amount amount={payment.amount} type={payment.currency} size="total" />
        </p>
        {message ? (
          <Alert kind="error" role="alert">
            <p>{dynamicKey(t, message)}</p>
            <NextSteps after={message} />
            {message === "store:dialog.signedOut" ? (
              <TextLink to={paths.signIn(paths.store.purchase(payment.key))}>
                {t("common:nav.signIn")}
              </TextLink>
            ) : null}
          </Alert>
        ) : null}
        {phase === "loading" ? (
          <p className="soft flex items-center gap-3" role="status">
            <span className="spin" aria-hidden="true" />
            {t("dialog.loading")}
          </p>
        ) : null}
        <div ref={place} hidden={phase === "failed"} {...(working ? { inert: "" } : {})} />
        <div className="dialog__do">
          {phase === "away" ? (
            <button type="button" className="btn btn--line" onClick={close}>
              {t("dialog.leave")}
            </button>
          ) : null}
          {phase === "failed" && isOver(message) ? (
            <ButtonLink to={paths.store.product(payment.objectId)} onClick={onClose}>
              {t("complete.toItem")}
            </ButtonLink>
          ) : phase === "failed" ? (
            <button type="button" className="btn" onClick={retry}>
              {t("item.scriptRetry")}
            </button>
          ) : (
            <button
              type="button"
              className="btn"
              onClick={() => (phase === "ready" ? void pay() : undefined)}
              {...(phase === "ready" ? {} : { "aria-disabled": true })}
              {...(working ? { "aria-busy": true } : {})}
            >
              {working ? (
                <>
                  <span className="spin" aria-hidden="true" />
                  <span role="status">{t("dialog.working")}</span>
                </>
              ) : (
                t("dialog.pay", { price })
              )}
            </button>
          )}
        </div>
        <p className="hint">
          <Icon name="lock" size={18} />
          {t("dialog.secure")}
        </p>
      </div>
    </div>,
    document.body,
  );
}

/** Elements that the payment provider adds to the page, such as the 3-D Secure step, must not become inert. */
const NOT_OURS = "script, style, link, iframe";
const PROVIDER_FRAME = 'iframe[name^="__privateStripe"]';

/**
 * React hook that makes a child of body modal: the rest of the page is inert, the page does not scroll, and the focus
 * moves in and returns on close. A modal `<dialog>` would cover the provider's 3-D Secure step, a child of body.
 */
function useModal(dialog: RefObject<HTMLElement>, focusFirst: RefObject<HTMLElement>): void {
  useEffect(() => {
    const before = document.activeElement;
    const root = dialog.current;
    const others = [...document.body.children].filter(
      (child): child is HTMLElement =>
        child instanceof HTMLElement &&
        child !== root &&
        !child.inert &&
        !child.matches(NOT_OURS) &&
        !child.querySelector(PROVIDER_FRAME),
    );
    for (const other of others) other.inert = true;
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = "hidden";
    focusFirst.current?.focus();
    return () => {
      for (const other of others) other.inert = false;
      document.documentElement.style.overflow = overflow;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog, focusFirst]);
}
