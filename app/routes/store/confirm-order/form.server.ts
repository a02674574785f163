import { paths } from "~/domain/paths";
import { defineForm } from "#server/forms/define-form.server";

/** Form without fields: the order was entered in the order form and is stored in the ledger. */
export const confirmOrderForm = defineForm({
  name: "confirm-order",
  who: "member",
  redirectOthersTo: paths.store.products(),
  fields: {},
});
