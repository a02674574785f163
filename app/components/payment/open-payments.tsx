import { useRouteLoaderData } from "@remix-run/react";
import { TextLink, Alert } from "~/components/text/elements";
import { PurchasesLink } from "~/components/page/next-steps";
import { PartErrorBoundary } from "~/components/page/page-error";
import { LedgerUnreadable } from "./ledger-unreadable";
import { useTranslation } from "react-i18next";
import { formatCount } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { amountText } from "~/i18n/amount-text";

/** Purchases with a notice of their own; My purchases lists the others. */
const MOST_NOTES = 3;

export interface StoreData {
  /** "unreadable" if no session secret decrypts the member's purchase record. */
  ledger: "readable" | "unreadable";
  /** The member's unfinished purchases; `mayBePaid`: money may have been charged. */
  open: (PurchaseSummary & { mayBePaid: boolean })[];
}

const useStore = () => useRouteLoaderData("routes/store/layout/route") as StoreData;

/** For a page of an `item`, its purchases but the one with the key `except`; else all that may have been paid. */
export function OpenPayments({ item, except }: { item?: number; except?: string | undefined }) {
  const { open, ledger } = useStore();
  const shown = open.filter((each) =>
    item === undefined ? each.mayBePaid : each.objectId === item && each.key !== except,
  );
  return (
    <>
      {ledger === "unreadable" && item === undefined ? <LedgerUnreadable /> : null}
      {shown.slice(0, MOST_NOTES).map((payment) => (
        <OpenPaymentNote key={payment.key} payment={payment} />
      ))}
      {shown.length > MOST_NOTES ? <PurchasesLink /> : null}
    </>
  );
}

/** Error boundary of store pages; it keeps the alerts about unfinished purchases. */
export const StoreErrorBoundary = () => <PartErrorBoundary notes={<OpenPayments />} />;

function OpenPaymentNote({ payment }: { payment: PurchaseSummary }) {
  const { t } = useTranslation("store");
  const { key, kind, name, quantity, amount, currency } = payment;
  const price = amountText(t, amount, currency);
  return (
    <Alert title={t(kind === "balance" ? "open.titleUnknown" : "open.title")}>
      <p>{t("open.text", { name, quantity: formatCount(quantity), price })}</p>
      <TextLink to={paths.store.purchase(key)} icon="arrow-right">
        {t("open.link")}
      </TextLink>
    </Alert>
  );
}
