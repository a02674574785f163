import { defineForm } from "#server/forms/define-form.server";
import { checkoutFields } from "~/routes/store/form";

export const checkoutForm = defineForm({
  name: "checkout",
  who: "member",
  fields: checkoutFields,
  // A draft per item: input for one item is not shown at another.
  page: ({ pathname }) => pathname,
});
