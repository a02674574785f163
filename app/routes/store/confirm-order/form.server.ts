import { z } from "zod";
import { paths } from "~/domain/paths";
import { defineForm } from "#server/forms/define-form.server";

/** Nothing is typed: what is ordered was entered at the order form, and stands in the ledger. */
export const confirmOrderForm = defineForm({
  name: "confirm-order",
  who: "member",
  away: paths.store.products(),
  schema: z.object({}),
  fields: [],
});
