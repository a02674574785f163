import { z } from "zod";
import { paths } from "~/domain/paths";
import { defineForm } from "#server/forms/define-form.server";

/** What can be done with a purchase: a button for each, nothing is typed. The purchase is named in a hidden field. */
export const purchaseForm = defineForm({
  name: "purchase",
  who: "member",
  away: paths.store.products(),
  schema: z.object({}),
  fields: [],
});
