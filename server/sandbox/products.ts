import { sql } from "./database";
import type { Balance } from "./members";
import type { Services } from "./services";
import { LANGUAGES, textIn, type Language } from "./texts";

export interface Product {
  id: number;
  slug: string;
  name: string;
  payment_type: "SORIA" | "SORIA_PLUS" | "POINT" | "USD" | "SGD";
  /** Price in hundredths. */
  amount: number;
  /** File names, separated by spaces. */
  image: string;
  /** JSON text in four languages. */
  story: string;
}

/** Balance of a payment type; undefined for money. */
export const BALANCE_OF: Partial<Record<Product["payment_type"], Balance>> = {
  SORIA: "soria",
  SORIA_PLUS: "soria_plus",
  POINT: "point",
};

export const isMoney = (product: Product) => BALANCE_OF[product.payment_type] === undefined;

export const productById = (services: Services, id: number) =>
  services.db.one<Product>(sql`SELECT * FROM products WHERE id = ${id}`);

export function shownProduct(services: Services, product: Product, language: Language) {
  return {
    id: product.id,
    name: textIn(product.name, language),
    sale_amount: product.amount,
    payment_type: product.payment_type,
    objectImages: product.image.split(" ").map((file) => ({ url: `${services.origin}/art/${file}` })),
    story: textIn(product.story, language),
  };
}

/** Returns the history note "name × 2" in each language. */
export function noteOf(product: Product, quantity: number): string {
  const times = quantity === 1 ? "" : ` × ${quantity}`;
  const texts = LANGUAGES.map((language) => [language, textIn(product.name, language) + times]);
  return JSON.stringify(Object.fromEntries(texts));
}

/**
 * Returns the gift for an item paid with money: Soria for a Soria pack (the slug has the amount), one point per whole
 * unit of money for other items. So every paid item adds a history row.
 */
export function giftOf({ slug }: Product, paid: { amount: number; quantity: number }) {
  const pack = /^soria-(\d+)$/.exec(slug)?.[1];
  return pack === undefined
    ? { balance: "point" as const, amount: Math.floor(paid.amount / 100) }
    : { balance: "soria" as const, amount: Number(pack) * paid.quantity };
}
