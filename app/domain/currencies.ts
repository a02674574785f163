/** The currencies of the balance, in the spelling of the history call (accounts-and-store.md sections 1 and 3). */
export const currencies = ["soria", "soria-plus", "point"] as const;
export type Currency = (typeof currencies)[number];

export const isCurrency = (value: unknown): value is Currency =>
  (currencies as readonly unknown[]).includes(value);

/** The currencies of store prices, in the spelling of the store calls. */
const paymentTypes = ["SORIA", "SORIA_PLUS", "POINT", "USD", "SGD"] as const;
export type PaymentType = (typeof paymentTypes)[number];

export const isPaymentType = (value: unknown): value is PaymentType =>
  (paymentTypes as readonly unknown[]).includes(value);

/** Returns the balance that pays for an object; undefined for USD and SGD, which are paid by card. */
export function currencyOf(type: PaymentType): Currency | undefined {
  return (
    { SORIA: "soria", SORIA_PLUS: "soria-plus", POINT: "point", USD: undefined, SGD: undefined } as const
  )[type];
}

/** Last part of the text key `common:currency.<key>`. */
export const currencyKeys = {
  soria: "soria",
  "soria-plus": "soriaPlus",
  point: "point",
} as const satisfies Record<Currency, string>;

/** The field of the session user that holds the balance of a currency. */
export const balanceFields = {
  soria: "soriaAmount",
  "soria-plus": "soriaPlusAmount",
  point: "pointAmount",
} as const satisfies Record<Currency, string>;
