import { LRUCache } from "lru-cache";

/** Sitemap files as they were read last, for as long as clients may keep them: 16 million characters at most. */
export const sitemapFiles = new LRUCache<string, { text: string; until: number }>({
  maxSize: 16_000_000,
  sizeCalculation: ({ text }) => text.length,
});
