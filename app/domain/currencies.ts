import { ownValue } from "./safe-lookup";

interface PaymentTypeRow {
  /** The balance that pays, in the spelling of the history call; without one a card pays. */
  balance?: string;
  /** Last part of the text key `common:currency.<key>` of that balance. */
  key?: string;
  /** The field of the session user that holds it. */
  field?: string;
  /** Drawing in public/art. */
  coin?: string;
}

/**
 * The currencies of store prices, in the spelling of the store calls (accounts-and-store.md sections 1 and 3). A new
 * one is a row here, and in common.json of each language `unit.<TYPE>` with `currency.<key>` or `cardCurrency.<TYPE>`.
 */
const rows = {
  SORIA: { balance: "soria", key: "soria", field: "soriaAmount", coin: "coin-soria" },
  SORIA_PLUS: { balance: "soria-plus", key: "soriaPlus", field: "soriaPlusAmount", coin: "coin-soria-plus" },
  POINT: { balance: "point", key: "point", field: "pointAmount", coin: "coin-point" },
  USD: {},
  SGD: {},
} as const satisfies Record<string, PaymentTypeRow>;

type Rows = typeof rows;
export type PaymentType = keyof Rows;
export const paymentTypes = Object.keys(rows) as [PaymentType, ...PaymentType[]];

export const isPaymentType = (value: unknown): value is PaymentType =>
  (paymentTypes as readonly unknown[]).includes(value);

/** The types that a balance pays. */
type BalanceType = {
  [Type in PaymentType]: Rows[Type] extends { balance: string } ? Type : never;
}[PaymentType];
type BalanceRow = Rows[BalanceType];
const balanceRows = Object.values(rows).filter((row): row is BalanceRow => "balance" in row);

/** A type that a card pays. */
export type CardType = Exclude<PaymentType, BalanceType>;

/** The currencies of the balance, in the spelling of the history call. */
export type Currency = BalanceRow["balance"];
export const currencies = balanceRows.map(({ balance }) => balance) as [Currency, ...Currency[]];

export const isCurrency = (value: unknown): value is Currency =>
  (currencies as readonly unknown[]).includes(value);

export const isCardType = (type: string): type is CardType =>
  isPaymentType(type) && !("balance" in rows[type]);

/** Returns the balance that pays for an object; undefined for USD and SGD, which are paid by card. */
export function currencyOf(type: PaymentType): Currency | undefined {
  const row: PaymentTypeRow = rows[type];
  return row.balance as Currency | undefined;
}

/** Returns a property of each balance's row by its currency. */
const byCurrency = <Name extends "key" | "field">(name: Name) =>
  Object.fromEntries(balanceRows.map((row) => [row.balance, row[name]])) as {
    [Row in BalanceRow as Row["balance"]]: Row[Name];
  };

/** Last part of the text key `common:currency.<key>`. */
export const currencyKeys = byCurrency("key");

/** The field of the session user that holds the balance of a currency. */
export const balanceFields = byCurrency("field");

const coins: Record<string, string> = Object.fromEntries(
  Object.entries(rows).flatMap(([type, row]) =>
    "coin" in row ? [[type.replaceAll("_", ""), row.coin]] : [],
  ),
);

/** Returns the drawing of a balance, also in another spelling of the API (SORIA_PLUS, soria-plus); else undefined. */
export const coinOf = (currency: string): string | undefined =>
  ownValue(coins, currency.toUpperCase().replaceAll(/[-_ ]/g, ""));
