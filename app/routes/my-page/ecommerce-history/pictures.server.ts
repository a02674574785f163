import type { Language } from "~/i18n/languages";
import { listProducts } from "#server/api/store.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import type { Session } from "#server/session/session.server";

/** Items that are looked through for pictures. */
const MOST_ITEMS = 100;

/** A list of orders does not wait longer for its pictures, in ms. */
const PATIENCE_MS = 1_000;

/** The first picture of the store's items, by the item's name and by its id. */
export interface ItemPictures {
  byName: Record<string, string>;
  byId: Record<number, string>;
}

/**
 * Returns the store's pictures for lists of what was bought: the rows of both APIs have none. Without the store's answer
 * the lists keep their empty frames.
 */
export async function itemPictures(session: Session, language: Language): Promise<ItemPictures> {
  const pictures = await orUndefinedAfter(readPictures(session, language), PATIENCE_MS);
  return pictures ?? { byName: {}, byId: {} };
}

async function readPictures(session: Session, language: Language): Promise<ItemPictures> {
  const { items } = await listProducts(session, { page: 1, size: MOST_ITEMS, language });
  const pictures = items.flatMap(({ id, name, objectImages: [first] }) => {
    const image = first && safeAddress(first.url);
    return image === undefined ? [] : [{ id, name, image }];
  });
  return {
    byName: Object.fromEntries(pictures.map(({ name, image }) => [name, image])),
    byId: Object.fromEntries(pictures.map(({ id, image }) => [id, image])),
  };
}
