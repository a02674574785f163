import type { SerializeFrom } from "@remix-run/node";
import { useRevalidator } from "@remix-run/react";
import { Fragment, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert, ButtonLink, ItemCount, ScriptButton, TextLink, UserText } from "~/components/text/elements";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { loadPaymentDialog, PaymentDialog } from "~/components/payment/card-purchase";
import { Fact } from "~/components/payment/fact";
import { loadCardScript } from "~/components/payment/load-stripe";
import { Amount } from "~/components/text/amount";
import { Time } from "~/components/text/time";
import { useHydrated } from "~/components/document/use-hydrated";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import { moneyPlaceOf } from "~/domain/purchase-outcome";
import { declineReasonOf, type MoneyLine, outcomes, type Status, statusOf } from "~/domain/purchase-status";
import type { CardSummary, PurchaseSummary } from "~/domain/purchase-summary";
import { amountText } from "~/i18n/amount-text";
import { dynamicKey } from "~/i18n/dynamic";
import { asLanguage } from "~/i18n/languages";
import type { completeLoader } from "./handlers.server";
import { BoughtPart, HandOver, Outcome } from "./outcome";

type PurchaseData = Extract<SerializeFrom<typeof completeLoader>, { purchase: unknown }>;

/** Polling interval for a purchase whose outcome is unknown, in ms. */
const POLL_MS = 4_000;

const isCard = (purchase: PurchaseSummary): purchase is CardSummary => purchase.clientSecret !== undefined;

/** Shows the state of a purchase and the next step (payment.md, the table). */
export function PurchaseStatus({ form, purchase, reading, balances, card, isFirst }: PurchaseData) {
  const { t, i18n } = useTranslation("store");
  const status = statusOf(purchase, reading);
  const { revalidate } = useRevalidator();
  const [isEntering, setEntering] = useState(false);
  const [failure, setFailure] = useState<"complete.scriptFailed" | "item.scriptFailed">();

  // The outcome depends on the provider or the API.
  const waits = status === "processing" || status === "balanceUnknown" || status === "unknown";
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(revalidate, POLL_MS);
    return () => clearInterval(timer);
  }, [waits, revalidate]);

  const enterCard = () => {
    setFailure(undefined);
    loadPaymentDialog().then(
      () => setEntering(true),
      () => setFailure("item.scriptFailed"),
    );
  };
  /** Continues 3-D Secure in the provider's window. The server reads the result, also after a failure. */
  async function continueBankStep() {
    if (!card || !isCard(purchase)) return;
    setFailure(undefined);
    try {
      const stripe = await loadCardScript(card, asLanguage(i18n.language));
      await stripe.handleNextAction({ clientSecret: purchase.clientSecret });
    } catch {
      setFailure("complete.scriptFailed");
    }
    revalidate();
  }
  const scriptStep =
    (status === "card" || status === "cardDeclined") && card && isCard(purchase)
      ? { label: t("complete.enterCard"), run: enterCard }
      : status === "action"
        ? { label: t("complete.continueAction"), run: () => void continueBankStep() }
        : undefined;
  if (status === "done") return <HandOver purchase={purchase} balances={balances} isFirst={isFirst} />;

  const reason = status === "cardDeclined" ? declineReasonOf(purchase, reading) : undefined;
  const { picture, money, offers } = outcomes[status];
  const needsScript = scriptStep !== undefined || status === "ordered";
  const { name, quantity, taken, transactionId } = purchase;
  const text = t(`complete.status.${status}.text`, {
    name,
    quantity: formatCount(quantity),
    price: amountText(t, purchase.amount, purchase.currency),
    taken: taken ? amountText(t, taken.amount, taken.currency) : t("money.unknown"),
    refunded: taken ? amountText(t, taken.refunded ?? 0, taken.currency) : "",
  });
  return (
    <>
      <Outcome
        picture={picture}
        money={money}
        title={t(`complete.status.${status}.title`)}
        text={
          <>
            <p>{reason ? dynamicKey(t, `store:reasons.${reason}`) : text}</p>
            {failure ? <Alert kind="error">{t(failure)}</Alert> : null}
          </>
        }
      >
        <Thing purchase={purchase} money={money} />
        {purchase.state === "unclear" && purchase.lines ? (
          <HistoryLines lines={purchase.lines} currency={purchase.currency} />
        ) : null}
        {needsScript ? (
          <noscript>
            <p>{t("item.needsScript")}</p>
            <p>{t("item.needsScriptNext")}</p>
          </noscript>
        ) : null}
        <PurchaseButtons setup={form} purchase={purchase} status={status}>
          {/* Rendered before hydration too: otherwise it would move "Cancel" from under the pointer. */}
          {scriptStep ? (
            <ScriptButton className="btn" onClick={scriptStep.run}>
              {scriptStep.label}
            </ScriptButton>
          ) : null}
        </PurchaseButtons>
        {offers.includes("contact") ? (
          <TextLink
            to={paths.support.inquiryWith({ typeCode: "PURCHASE_REFUND", transactionId })}
            icon="arrow-right"
          >
            {t("complete.contact")}
          </TextLink>
        ) : null}
      </Outcome>
      {status === "otherAmount" || status === "partRefunded" ? (
        <BoughtPart isBelow purchase={purchase} balances={balances} />
      ) : null}
      {isEntering && card && isCard(purchase) ? (
        <Suspense>
          <PaymentDialog
            payment={purchase}
            setup={card}
            onClose={() => setEntering(false)}
            onSettled={() => {
              setEntering(false);
              revalidate();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Shows the item, the confirmed amount, and the charged amount only as reported by the API. */
function Thing({ purchase, money }: { purchase: PurchaseSummary; money: MoneyLine }) {
  const { t } = useTranslation("store");
  const { name, quantity, amount, currency, createdAt, orderNumber, transactionId, taken, changedAt } =
    purchase;
  return (
    <>
      <p className="outcome__thing">
        <b>
          <ItemCount name={name} quantity={quantity} />
        </b>
        <Amount amount={amount} type={currency} />
      </p>
      <dl className="outcome__facts">
        <Fact label={t("complete.begun")}>
          <Time value={createdAt} /> (JST)
        </Fact>
        {changedAt === undefined ? null : (
          <Fact label={t("complete.updated")}>
            <Time value={changedAt} /> (JST)
          </Fact>
        )}
        {money === "taken" ? (
          <Fact label={t("receipt.taken")}>
            {taken ? <Amount amount={taken.amount} type={taken.currency} size="text" /> : t("money.unknown")}
          </Fact>
        ) : null}
        <Fact label={t("receipt.orderNumber")} className="code">
          {orderNumber}
        </Fact>
        <Fact label={t("complete.number")} className="code">
          {transactionId}
        </Fact>
      </dl>
    </>
  );
}

/** Lists history rows that may belong to the purchase, for the member to decide. */
function HistoryLines({ lines, currency }: Required<Pick<PurchaseSummary, "lines" | "currency">>) {
  const { t } = useTranslation("store");
  return (
    <section className="outcome__lines" aria-labelledby="lines-title">
      <h2 id="lines-title">{t("complete.lines")}</h2>
      <ul className="plain">
        {lines.map(({ id, at, amount, note, currency: own = currency }) => (
          <li key={id} className="line-of">
            <Time value={at} />
            <span>
              <UserText text={note} />
            </span>
            <Amount amount={-amount * 100} type={own} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PurchaseButtonsProps {
  setup: PurchaseData["form"];
  purchase: PurchaseSummary;
  status: Status;
  /** The action that needs a script, first in the row. */
  children: ReactNode;
}

interface ButtonProps {
  intent: "check" | "drop" | "pay" | "say-taken" | "say-not-taken" | "say-refunded";
  label: string;
  busy?: string;
  look?: "line";
}

const Button = ({ intent, label, ...props }: ButtonProps) => (
  <SubmitButton name="intent" value={intent} {...props}>
    {label}
  </SubmitButton>
);

/** The ember look is only for actions that spend or save money: another card, and ending one with a wrong amount. */
const ember = (isIt: boolean) => (isIt ? {} : { look: "line" as const });

/** Shows the actions of a purchase: one form with a button for each, which works without scripts. */
function PurchaseButtons({ setup, purchase, status, children }: PurchaseButtonsProps) {
  const { t } = useTranslation("store");
  const form = usePageForm({}, setup);
  const hydrated = useHydrated();
  const finishes = status === "interrupted" || status === "confirming";
  const finish = status === "confirming" ? "complete.finishOrder" : "complete.finish";
  const buttons: Record<(typeof outcomes)[Status]["offers"][number], ReactNode> = {
    check: (
      <Button
        intent="check"
        label={t(finishes ? finish : "complete.checkAgain")}
        busy={t("complete.finishing")}
        look="line"
      />
    ),
    say: (
      <>
        <Button intent="say-taken" label={t("complete.sayTaken")} look="line" />
        <Button intent="say-not-taken" label={t("complete.sayNotTaken")} look="line" />
      </>
    ),
    history: (
      <ButtonLink to={moneyPlaceOf(purchase)} look="line">
        {t(purchase.kind === "balance" ? "complete.history" : "purchases.title")}
      </ButtonLink>
    ),
    item: (
      <ButtonLink to={paths.store.product(purchase.objectId)} look="line">
        {t("complete.toItem")}
      </ButtonLink>
    ),
    // The item's page issues another form, which asks for another purchase.
    again: (
      <ButtonLink to={paths.store.product(purchase.objectId)} {...ember(status === "declined")}>
        {t(status === "refunded" ? "complete.buyAgain" : "complete.tryAgain")}
      </ButtonLink>
    ),
    refunded: <Button intent="say-refunded" label={t("complete.sayRefunded")} look="line" />,
    // Outside the form.
    contact: null,
    drop: <Button intent="drop" label={t("complete.drop")} {...ember(status === "amountChanged")} />,
  };
  return (
    <PageForm
      of={form}
      className="outcome__form"
      // The URL names the purchase, so that a rejected form is shown on this page again.
      action={paths.store.purchase(purchase.key)}
      offlineText={t("errors.offline")}
    >
      <input type="hidden" name="purchase" value={purchase.key} />
      <input type="hidden" name="script" value={hydrated ? "ready" : ""} />
      <div className="form__do">
        {children}
        {status === "ordered" ? <Button intent="pay" label={t("complete.payOrder")} /> : null}
        {outcomes[status].offers.map((offer) => (
          <Fragment key={offer}>{buttons[offer]}</Fragment>
        ))}
      </div>
    </PageForm>
  );
}
