import { MAX_ADDRESS, MAX_TYPED, readPhone, readPostalCode } from "~/domain/address-rules";
import { email } from "~/domain/account-fields";
import { choice, consent, text } from "~/domain/form-fields";
import { MAX_INQUIRY_NAME } from "~/domain/inquiry-rules";
import { webMessage } from "~/domain/message-codes";

/** Label, and the message if it is missing, of a field of the order form. */
const named = (field: string) => ({
  label: `store:checkout.${field}`,
  missing: `store:checkout.missing.${field}`,
});

const phone = {
  type: "tel",
  inputMode: "tel",
  max: MAX_TYPED,
  hint: "store:checkout.phoneHint",
  normal: readPhone,
  format: "store:checkout.format.phone",
} as const;

export const customerFields = {
  customerName: text({ ...named("customerName"), autoComplete: "name", max: MAX_INQUIRY_NAME }),
  customerPhone: text({ ...named("customerPhone"), ...phone, autoComplete: "tel" }),
  customerEmail: email({ ...named("customerEmail"), format: webMessage("017") }),
};

export const shippingFields = {
  shippingName: text({ ...named("shippingName"), autoComplete: "shipping name", max: MAX_INQUIRY_NAME }),
  shippingPhone: text({ ...named("shippingPhone"), ...phone, autoComplete: "shipping tel" }),
  postalCode: text({
    ...named("postalCode"),
    hint: "store:checkout.postalCodeHint",
    autoComplete: "shipping postal-code",
    max: MAX_TYPED,
    normal: readPostalCode,
    format: "store:checkout.format.postalCode",
  }),
  address: text({ ...named("address"), autoComplete: "shipping address-line1", max: MAX_ADDRESS }),
  detailedAddress: text({
    ...named("detailedAddress"),
    autoComplete: "shipping address-line2",
    max: MAX_ADDRESS,
  }),
};

/** accounts-and-store.md section 5, Checkout form: all fields and both consents are required. */
export const checkoutFields = {
  ...customerFields,
  ...shippingFields,
  paymentMethod: choice({
    ...named("paymentMethod"),
    label: "store:checkout.method",
    options: ["STRIPE"],
    optionLabel: () => "store:checkout.methodCard",
  }),
  thirdParty: consent(named("thirdParty")),
  process: consent(named("process")),
};
