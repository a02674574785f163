import { z } from "zod";
import { readQuantity } from "~/domain/quantity";
import { defineForm } from "#server/forms/define-form.server";

const quantity = z
  .string({ required_error: "store:errors.quantity" })
  .transform(readQuantity)
  .refine((number) => number !== undefined, "store:errors.quantity")
  .transform(Number);

/**
 * Form of the item page (accounts-and-store.md section 5, Store). The item determines whether a card or a balance
 * pays; the action checks the payment type against it.
 */
export const buyForm = defineForm({
  name: "buy",
  who: "member",
  schema: z.object({
    quantity,
    paymentType: z.enum(["BALANCE", "STRIPE"], { errorMap: () => ({ message: "store:errors.method" }) }),
    confirm: z.literal("on", { errorMap: () => ({ message: "store:errors.confirm" }) }),
  }),
  fields: ["quantity", "paymentType", "confirm"],
  consents: ["confirm"],
  // A draft per item.
  page: ({ pathname }) => pathname,
});
