import { choice, consent, parsed } from "~/domain/form-fields";
import { readQuantity } from "~/domain/quantity";

/** accounts-and-store.md section 5, Store. The item decides whether a card or a balance pays; the action checks it. */
export const buyFields = {
  quantity: parsed({
    label: "store:item.quantity",
    readValue: readQuantity,
    wrong: "store:errors.quantity",
  }),
  paymentType: choice({
    label: "store:item.method",
    options: ["BALANCE", "STRIPE"],
    missing: "store:errors.method",
  }),
  confirm: consent({ label: "store:item.confirm", missing: "store:errors.confirm" }),
};
