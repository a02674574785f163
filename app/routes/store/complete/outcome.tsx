import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink, Icon, ItemCount, ScriptButton, TextLink } from "~/components/text/elements";
import { IslandPicture } from "~/components/layout/island-picture";
import { Fact } from "~/components/payment/fact";
import { MoneyLine } from "~/components/payment/money-line";
import { BackLink } from "~/components/page/back-link";
import { PageHead } from "~/components/page/page-head";
import { type StateName, StatePicture } from "~/components/page/state-picture";
import { Amount } from "~/components/text/amount";
import { Time } from "~/components/text/time";
import { currencyKeys, currencyOf } from "~/domain/currencies";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import { moneyPlaceOf } from "~/domain/purchase-outcome";
import { isTakenOtherwise, type MoneyLine as Money } from "~/domain/purchase-status";
import type { BalancesAround, PurchaseSummary } from "~/domain/purchase-summary";
import "./complete.css";
import "./receipt.css";

interface OutcomeProps {
  picture: StateName;
  money: Money;
  title: string;
  /** Text below the title. Announced when it changes, together with the title and the money line. */
  text: ReactNode;
  children: ReactNode;
}

/** Shows the state of a purchase: image, money line, text, item and one main action. */
export function Outcome({ picture, money, title, text, children }: OutcomeProps) {
  const { t } = useTranslation("store");
  return (
    <>
      <PageHead figure="store" size="task">
        <BackLink to={paths.myPage.ecommerceHistory()}>{t("purchases.title")}</BackLink>
      </PageHead>
      <div className="wrap page-body">
        <section className="outcome" aria-labelledby="status-title">
          <div>
            <StatePicture name={picture} />
          </div>
          <div className="outcome__say">
            <div className="outcome__news" role="status">
              <MoneyLine money={money} text={t(`money.${money}`)} />
              <h1 id="status-title">{title}</h1>
              {text}
            </div>
            {children}
          </div>
        </section>
      </div>
    </>
  );
}

/** Shown if the page fails: tells that the payment's state is unknown and links to a retry. */
export function UnreadableState() {
  const { t } = useTranslation("store");
  const { pathname, search } = useLocation();
  return (
    <Outcome
      picture="unknown"
      money="unknown"
      title={t("complete.status.unknown.title")}
      text={<p>{t("complete.status.unknown.text")}</p>}
    >
      <p className="form__do">
        <a className="btn btn--line" href={pathname + search}>
          {t("complete.checkAgain")}
        </a>
      </p>
    </Outcome>
  );
}

/** For a purchase that the site has no record of; `number`: of the payment or transaction in the URL, or null. */
export function LostPurchase({ number }: { number: string | null }) {
  const { t } = useTranslation("store");
  const inquiry = {
    typeCode: "PURCHASE_REFUND",
    transactionId: number ?? undefined,
    subject: t("lost.subject"),
  };
  return (
    <Outcome picture="forgotten" money="unknown" title={t("lost.title")} text={<p>{t("lost.text")}</p>}>
      {number === null ? null : (
        <dl className="outcome__facts">
          <Fact label={t("complete.number")} className="code">
            {number}
          </Fact>
        </dl>
      )}
      <div className="form__do">
        <ButtonLink to={paths.myPage.ecommerceHistory()}>{t("purchases.title")}</ButtonLink>
        <ButtonLink to={paths.myPage.history()} look="line">
          {t("lost.history")}
        </ButtonLink>
      </div>
      <TextLink to={paths.support.inquiryWith(inquiry)} icon="arrow-right">
        {t("lost.contact")}
      </TextLink>
    </Outcome>
  );
}

interface BoughtProps {
  purchase: PurchaseSummary;
  /** Null for a card payment, or if the API has not reported them. */
  balances: BalancesAround | null;
}

interface HandOverProps extends BoughtProps {
  /** The first page of this purchase since it was completed. */
  isFirst: boolean;
}

/** The page of a completed purchase; the first one says what was handed over and brings it to the member's island. */
export function HandOver({ purchase, balances, isFirst }: HandOverProps) {
  const { t } = useTranslation("store");
  const { kind, name, quantity } = purchase;
  const text = kind === "order" ? "complete.status.done.textOrder" : "complete.status.done.text";
  const what = kind === "order" ? "delivery" : "thing";
  const count = formatCount(quantity);
  return (
    <div className="hand">
      {isFirst ? (
        <PageHead
          title={t(`done.title.${what}`, { name: quantity > 1 ? `${name} × ${count}` : name })}
          lead={t(`done.lead.${what}`)}
        >
          <TextLink to={paths.myPage.root} icon="arrow-right">
            {t("done.toIsland")}
          </TextLink>
          <div className="hand__scene hand__landing">
            <IslandPicture className="landing__island" isLanding alt={t("done.island")} />
          </div>
        </PageHead>
      ) : (
        <PageHead title={t("complete.status.done.title")} lead={t(text, { name, quantity: count })}>
          <img className="hand__scene" src="/art/store/hand-over.svg" width={840} height={440} alt="" />
        </PageHead>
      )}
      <BoughtPart purchase={purchase} balances={balances} />
    </div>
  );
}

export function BoughtPart({ isBelow = false, purchase, balances }: BoughtProps & { isBelow?: boolean }) {
  const { t } = useTranslation("store");
  const isBalance = purchase.kind === "balance";
  return (
    <div className={`wrap page-body after-buy${isBelow ? " after-buy--below" : ""}`}>
      <Receipt purchase={purchase} balances={balances} />
      <div className="beside">
        {isBalance ? <HistoryLine purchase={purchase} balances={balances} /> : null}
        <div className="form__do">
          <ButtonLink to={moneyPlaceOf(purchase)}>
            {t(isBalance ? "complete.history" : "purchases.title")}
          </ButtonLink>
          {/* The item's page issues another form, which asks for another purchase. */}
          <ButtonLink to={paths.store.product(purchase.objectId)} look="line">
            {t("complete.buyAgain")}
          </ButtonLink>
          <ScriptButton className="btn btn--line" onClick={() => window.print()}>
            <Icon name="printer" />
            {t("receipt.print")}
          </ScriptButton>
          <ButtonLink to={paths.store.products()} look="line">
            {t("item.back")}
          </ButtonLink>
        </div>
        <p className="soft small">{t("receipt.help")}</p>
      </div>
    </div>
  );
}

function HistoryLine({ purchase, balances }: BoughtProps) {
  const { t } = useTranslation("store");
  const { name, quantity, taken, historyLine } = purchase;
  return (
    <section aria-labelledby="line-title">
      <h2 id="line-title">{t("receipt.line")}</h2>
      {taken ? (
        <p className="line-of">
          <Time value={taken.at} />
          <b>
            <ItemCount name={name} quantity={quantity} />
          </b>
          <Amount amount={-taken.amount} type={taken.currency} />
        </p>
      ) : null}
      {balances && taken && balances.taken === taken.amount ? (
        <p className="soft small mt-3 flex items-center gap-2">
          <Icon name="check" size={18} />
          {t("receipt.lineSame")}
        </p>
      ) : null}
      {!balances && historyLine === undefined ? (
        <p className="soft small mt-3">{t("receipt.lineSoon")}</p>
      ) : null}
    </section>
  );
}

/** The confirmed amount is never shown as the charged one: until the API reports the charge, the row says "unknown". */
function Receipt({ purchase, balances }: BoughtProps) {
  const { t } = useTranslation(["store", "common"]);
  const { kind, name, quantity, amount, currency, createdAt, taken, orderNumber, transactionId } = purchase;
  const paidIn = taken?.currency ?? currency;
  const balance = currencyOf(paidIn);
  return (
    <div className="slip-place">
      <article className="slip" aria-labelledby="slip-title">
        <div className="slip__top">
          <h2 id="slip-title">{t("store:receipt.title")}</h2>
          <img src="/art/logo-paper.svg" width={179} height={64} alt={t("common:siteName")} />
        </div>
        <p className="slip__thing">
          <span className="small">
            {t(kind === "order" ? "store:receipt.sending" : "store:receipt.given")}
          </span>
          <strong>
            <ItemCount name={name} quantity={quantity} />
          </strong>
        </p>
        <dl>
          <Fact label={taken ? t("store:receipt.date") : t("store:complete.begun")} className="num">
            <Time value={taken?.at ?? createdAt} />
          </Fact>
          {isTakenOtherwise(purchase) ? null : (
            <Fact label={t("store:item.unitPrice")}>
              <Amount amount={amount / quantity} type={currency} size="receipt" />
            </Fact>
          )}
          <Fact label={t("store:complete.quantity")} className="num">
            {formatCount(quantity)}
          </Fact>
          <Fact label={t("store:receipt.from")}>
            {balance ? t(`common:currency.${currencyKeys[balance]}`) : t("store:item.card")}
          </Fact>
        </dl>
        <dl className="slip__sum">
          <Fact label={t("store:receipt.taken")}>
            {taken ? (
              <Amount amount={-taken.amount} type={taken.currency} size="receipt" />
            ) : (
              t("store:money.unknown")
            )}
          </Fact>
          {taken?.refunded === undefined ? null : (
            <Fact label={t("store:receipt.refunded")}>
              <Amount amount={taken.refunded} type={taken.currency} size="receipt" />
            </Fact>
          )}
        </dl>
        {balances ? (
          <dl>
            <Fact label={t("store:receipt.balanceBefore")}>
              <Amount amount={balances.before} type={paidIn} size="receipt" />
            </Fact>
            <Fact label={t("store:receipt.balanceAfter")}>
              <Amount amount={balances.after} type={paidIn} size="receipt" />
            </Fact>
          </dl>
        ) : null}
        <dl className="slip__numbers">
          <Fact label={t("store:receipt.orderNumber")}>{orderNumber}</Fact>
          <Fact label={t("store:receipt.number")}>{transactionId}</Fact>
        </dl>
      </article>
    </div>
  );
}
