import { z } from "zod";
import { currencyOf, type PaymentType } from "~/domain/currencies";
import { readQuantity } from "~/domain/quantity";

const quantity = z
  .string({ required_error: "store:errors.quantity" })
  .transform(readQuantity)
  .refine((number) => number !== undefined, "store:errors.quantity")
  .transform(Number);

/**
 * The buy form (accounts-and-store.md section 5, Store) of an item with a price of this type, which decides whether a
 * card or a balance pays.
 */
export function buySchema(type: PaymentType) {
  return z.object({
    quantity,
    paymentType: z.literal(currencyOf(type) ? "BALANCE" : "STRIPE", {
      errorMap: () => ({ message: "store:errors.method" }),
    }),
    confirm: z.literal("on", { errorMap: () => ({ message: "store:errors.confirm" }) }),
  });
}
