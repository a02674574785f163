import type { Services } from "./services";
import type { Balance } from "./members";
import { LANGUAGES, textIn, type Language, type Texts } from "./texts";

export interface Product {
  id: number;
  slug: string;
  name: string;
  payment_type: "SORIA" | "SORIA_PLUS" | "POINT" | "USD" | "SGD";
  /** hundredths */
  amount: number;
  /** File names, separated by a space. */
  image: string;
  /** JSON, a text for each language. */
  story: string;
}

/** The balance that a payment type takes from; undefined for money. */
export const BALANCE_OF: Partial<Record<Product["payment_type"], Balance>> = {
  SORIA: "soria",
  SORIA_PLUS: "soria_plus",
  POINT: "point",
};

export const isMoney = (product: Product) => BALANCE_OF[product.payment_type] === undefined;

export const productById = (services: Services, id: number) =>
  services.db.one<Product>("SELECT * FROM products WHERE id = ?", [id]);

/** "/art/x.svg" and "x.svg" are files of the sandbox; what has an origin stays as it is. */
export function artUrl(origin: string, image: string): string {
  return /^https?:/.test(image) ? image : `${origin}/art/${image.replace(/^\/?(art\/)?/, "")}`;
}

/** The store object of the wire. */
export function shownProduct(services: Services, product: Product, language: Language) {
  return {
    id: product.id,
    name: textIn(product.name, language),
    sale_amount: product.amount,
    payment_type: product.payment_type,
    objectImages: product.image.split(" ").map((image) => ({ url: artUrl(services.origin, image) })),
    story: textIn(product.story, language),
  };
}

/** "name × 2" in each language, for the note of the history. */
export function noteOf(product: Product, quantity: number): string {
  const texts = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      quantity === 1 ? textIn(product.name, language) : `${textIn(product.name, language)} × ${quantity}`,
    ]),
  );
  return JSON.stringify(texts as Texts);
}

/**
 * What a member gets on top of the order when money was paid: Soria for a Soria pack (its slug says how many), one
 * point per whole unit of money for everything else. So a paid item leaves a line in the history.
 */
export function giftOf(
  product: Product,
  paid: { amount: number; quantity: number },
): { balance: Balance; amount: number } {
  const pack = /^soria-(\d+)$/.exec(product.slug)?.[1];
  return pack === undefined
    ? { balance: "point", amount: Math.floor(paid.amount / 100) }
    : { balance: "soria", amount: Number(pack) * paid.quantity };
}
