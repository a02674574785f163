/** A visitor of the news, and the clock of the cached reads. */
import { beforeEach } from "vitest";
import { loader as listLoader } from "~/routes/news/list/route";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { sitemapFiles } from "#server/api/sitemap-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { Visitor } from "../../kit/visitors/visitor";

/** Loads the list of news. */
export const list = (search = "") => visitor.get(listLoader, `/news${search}`);

/** The visitor of the test that runs. */
export let visitor: Visitor;
let later: number;

/** Sets the offset of the cache's clock, in ms. */
export function setLater(ms: number): void {
  later = ms;
}

/** Begins each test of the file with a new visitor and empty caches. */
export function useNews(): void {
  beforeEach(() => {
    sitemapFiles.clear();
    visitor = new Visitor();
    later = 0;
    replaceCachedReads(new SwrCache(undefined, () => Date.now() + later));
  });
}
