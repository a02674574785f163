import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import { singleton } from "#server/runtime/singleton";
import type { WholePage } from "./whole-page.server";

/** TTL after the last hit, in ms. */
const KEPT_MS = 10 * 60_000;
const MOST_BYTES = 8 * 1024 * 1024;

function makeCache() {
  const cache = new LRUCache<string, WholePage>({
    ttl: KEPT_MS,
    updateAgeOnGet: true,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ size }) => size,
  });
  // The cache itself drops an expired page only when it is looked up: a member's page would stay on a quiet site.
  setInterval(() => cache.purgeStale(), 60_000).unref();
  return cache;
}

const pages = () => singleton("rendered-pages", makeCache);

export interface RenderInput {
  lng: string;
  url: string;
  /** Data of all loaders, as Remix passes it to the browser for hydration. */
  handoff: string;
}

/**
 * Looks up a rendered page by its inputs. A render depends only on translations, URL and loader data (hydration
 * requires that). The loaders always run, so a hit means that this request loaded exactly the same data: no member's
 * data reaches another member.
 */
export function renderedPage({ lng, url, handoff }: RenderInput) {
  const key = createHash("sha256")
    .update(JSON.stringify([lng, url]))
    .update(handoff)
    .digest("base64");
  return { page: pages().get(key), keep: (page: WholePage) => void pages().set(key, page) };
}
