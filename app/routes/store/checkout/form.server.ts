import { z } from "zod";
import { MAX_ADDRESS, MAX_TYPED, readPhone, readPostalCode } from "~/domain/address-rules";
import { MAX_INQUIRY_NAME } from "~/domain/inquiry-rules";
import { webMessage } from "~/domain/message-codes";
import { defineForm } from "#server/forms/define-form.server";
import { emailField, lineText } from "#server/forms/fields.server";

const text = (field: string, most: number) => lineText(`store:checkout.missing.${field}`, most);

/** Field that is normalised by `read`, which returns undefined for an invalid format. */
const formed = (field: string, read: (raw: string) => string | undefined, message: string) =>
  text(field, MAX_TYPED)
    .transform(read)
    .refine((value): value is string => value !== undefined, message);

const ticked = (field: string) =>
  z.literal("on", { errorMap: () => ({ message: `store:checkout.missing.${field}` }) });

const checkoutSchema = z.object({
  customerName: text("customerName", MAX_INQUIRY_NAME),
  customerPhone: formed("customerPhone", readPhone, "store:checkout.format.phone"),
  customerEmail: emailField("store:checkout.missing.customerEmail", webMessage("017")),
  shippingName: text("shippingName", MAX_INQUIRY_NAME),
  shippingPhone: formed("shippingPhone", readPhone, "store:checkout.format.phone"),
  postalCode: formed("postalCode", readPostalCode, "store:checkout.format.postalCode"),
  address: text("address", MAX_ADDRESS),
  detailedAddress: text("detailedAddress", MAX_ADDRESS),
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
