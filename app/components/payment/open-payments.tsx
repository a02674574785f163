import { PartErrorBoundary } from "../page/part-error";
import { LedgerUnreadable } from "./ledger-unreadable";
import { OpenPaymentNote } from "./open-payment-note";
import { useStore } from "./use-store";

interface OpenPaymentsProps {
  /** The item of the page. Without it: all that may have been paid, for one that was not is only not bought. */
  item?: number;
  /** Key of the purchase that the page itself shows. */
  except?: string | undefined;
}

/** The member's unfinished purchases, as notes. */
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

/** Of a page of the store: a buyer still reads what is not finished. */
export function StoreErrorBoundary() {
  return <PartErrorBoundary notes={<OpenPayments />} />;
}
