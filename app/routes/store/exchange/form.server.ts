import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";

/**
 * The schema accepts any amount: its limits depend on the button and the member's balance, which the action checks
 * (exchange-rules).
 */
export const exchangeForm = defineForm({
  name: "exchange",
  who: "member",
  schema: z.object({ amount: z.string().default("") }),
  fields: ["amount"],
});
