import { z } from "zod";
import { defineForm } from "#server/forms/define-form.server";

/** What is right depends on the button and on the member's holdings: the action looks at that (exchange-rules). */
export const exchangeForm = defineForm({
  name: "exchange",
  who: "member",
  schema: z.object({ amount: z.string().default("") }),
  fields: ["amount"],
});
