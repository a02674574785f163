import { z } from "zod";
import { readQuantity } from "~/domain/quantity";

const quantity = z
  .string({ required_error: "store:errors.quantity" })
  .transform(readQuantity)
  .refine((number) => number !== undefined, "store:errors.quantity")
  .transform(Number);

/**
 * The buy form (accounts-and-store.md section 5, Store). The price decides whether a card or a balance pays; STRIPE
 * is the one payment type that the specification offers, so it is taken for both.
 */
export const buySchema = z.object({
  quantity,
  paymentType: z.enum(["STRIPE", "BALANCE"], { errorMap: () => ({ message: "store:errors.method" }) }),
  confirm: z.literal("on", { errorMap: () => ({ message: "store:errors.confirm" }) }),
});
