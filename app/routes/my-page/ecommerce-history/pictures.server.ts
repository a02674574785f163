import type { Language } from "~/i18n/languages";
import { listProducts } from "#server/api/store.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import type { Session } from "#server/session/session.server";

/** Maximum number of store items to read for their images. */
const MOST_ITEMS = 100;

/** Maximum wait of an order list for its images, in ms. */
const PATIENCE_MS = 1_000;

/** The first image of each store item, by name and by id. */
export interface ItemPictures {
  byName: Record<string, string>;
  byId: Record<number, string>;
}

/**
 * Returns the store's images for purchase and order lists, because the rows of both APIs have none. If the store API
 * fails or is late, the lists show empty frames.
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
