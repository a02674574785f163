import { parsed } from "~/domain/form-fields";

export const exchangeFields = {
  // Any amount: its limits depend on the button and the member's balance, which the action checks.
  amount: parsed({
    label: "store:exchange.amount",
    hint: "store:exchange.amountHint",
    readValue: (raw) => raw,
    wrong: "store:exchange.errors.missing",
  }),
};
