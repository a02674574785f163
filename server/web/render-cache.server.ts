import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";

/** TTL after the last hit, in ms. */
const KEPT_MS = 10 * 60_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** A rendered document; `isRepeatable`: equal data gives equal HTML. */
export interface Rendered {
  html: string;
  isRepeatable: boolean;
}

/** A document with its entity tag: weak, because all content encodings share it. */
export interface TaggedPage {
  html: string;
  etag?: string;
}

export interface RenderInput {
  lng: string;
  url: string;
  /** Data of all loaders, as Remix passes it to the browser for hydration. */
  handoff: string;
}

const pages = new LRUCache<string, TaggedPage>({
  ttl: KEPT_MS,
  updateAgeOnGet: true,
  maxSize: MOST_BYTES,
  sizeCalculation: ({ html }) => html.length + 1_000,
});
// The cache itself drops an expired page only when it is looked up: a member's page would stay on a quiet site.
setInterval(() => pages.purgeStale(), 60_000).unref();

const digestOf = (...texts: string[]) => {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("base64url");
};

/**
 * Renders a page once for equal inputs. A render depends only on translations, URL and loader data (hydration requires
 * that). The loaders always run, so a hit means that this request loaded exactly the same data: no member's data
 * reaches another member.
 */
export function renderedOnce({ lng, url, handoff }: RenderInput, render: () => Rendered): TaggedPage {
  const key = digestOf(JSON.stringify([lng, url]), handoff);
  const cached = pages.get(key);
  if (cached) return cached;
  const { html, isRepeatable } = render();
  if (!isRepeatable) return { html };
  const page = { html, etag: `W/"${digestOf(html).slice(0, 22)}"` };
  pages.set(key, page);
  return page;
}
