import { PartErrorBoundary } from "../page/part-error";
import { LedgerUnreadable } from "./ledger-unreadable";
import { OpenPaymentNote } from "./open-payment-note";
import { useStore } from "./use-store";

interface OpenPaymentsProps {
  /** The item of the page. If omitted, all purchases that may have been paid. */
  item?: number;
  /** Key of the purchase that the page itself shows; it is skipped. */
  except?: string | undefined;
}

export function OpenPayments({ item, except }: OpenPaymentsProps) {
  const { open, ledger } = useStore();
  const shown = open.filter((each) =>
    item === undefined ? each.mayBePaid : each.objectId === item && each.key !== except,
  );
  return (
    <>
      {ledger === "unreadable" && item === undefined ? <LedgerUnreadable /> : null}
      {shown.map((payment) => (
        <OpenPaymentNote key={payment.key} payment={payment} />
      ))}
    </>
  );
}

/** Error boundary of store pages; it keeps the alerts about unfinished purchases. */
export function StoreErrorBoundary() {
  return <PartErrorBoundary notes={<OpenPayments />} />;
}
