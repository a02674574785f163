import { z } from "zod";
import { readPhone, readPostalCode } from "~/domain/address-rules";
import { isEmail, MAX_EMAIL } from "~/domain/email-rules";
import { webMessage } from "~/domain/message-codes";
import { defineForm } from "#server/forms/define-form.server";

const text = (field: string, longest: number) =>
  z
    .string({ required_error: `store:checkout.missing.${field}` })
    .transform((value) => value.trim().slice(0, longest))
    .refine((value) => value !== "", `store:checkout.missing.${field}`);

/** Field that is normalised by `read`, which returns undefined for an invalid format. */
const formed = (field: string, read: (raw: string) => string | undefined, message: string) =>
  text(field, 60)
    .transform(read)
    .refine((value): value is string => value !== undefined, message);

const ticked = (field: string) =>
  z.literal("on", { errorMap: () => ({ message: `store:checkout.missing.${field}` }) });

const checkoutSchema = z.object({
  customerName: text("customerName", 60),
  customerPhone: formed("customerPhone", readPhone, "store:checkout.format.phone"),
  customerEmail: text("customerEmail", MAX_EMAIL).refine(isEmail, webMessage("017")),
  shippingName: text("shippingName", 60),
  shippingPhone: formed("shippingPhone", readPhone, "store:checkout.format.phone"),
  postalCode: formed("postalCode", readPostalCode, "store:checkout.format.postalCode"),
  address: text("address", 200),
  detailedAddress: text("detailedAddress", 200),
  paymentMethod: z.literal("STRIPE", {
    errorMap: () => ({ message: "store:checkout.missing.paymentMethod" }),
  }),
  thirdParty: ticked("thirdParty"),
  process: ticked("process"),
});

/** accounts-and-store.md section 5, Checkout form: all fields and both consents are required. */
export const checkoutForm = defineForm({
  name: "checkout",
  who: "member",
  schema: checkoutSchema,
  fields: Object.keys(checkoutSchema.shape),
  consents: ["thirdParty", "process"],
  // A draft per item: input for one item is not shown at another.
  page: ({ pathname }) => pathname,
});

export type CheckoutField = keyof z.input<typeof checkoutSchema>;
