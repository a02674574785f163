import { paths } from "~/domain/paths";
import { defineForm } from "#server/forms/define-form.server";

/** Form with a button for each action on a purchase. It has no text fields; a hidden field holds the purchase's key. */
export const purchaseForm = defineForm({
  name: "purchase",
  who: "member",
  redirectOthersTo: paths.store.products(),
  fields: {},
});
