import type { Page } from "@playwright/test";

/** One request that was stopped on its way. */
interface Stopped {
  url: string;
  /** Lets it go on. */
  go: () => Promise<unknown>;
  /** Answers it with a 404. */
  refuse: () => Promise<unknown>;
}

/**
 * Stops the requests of a page whose addresses fit a pattern (`*` for any part), and no others: `page.route` hands
 * Playwright every single request of the page. As with it, nothing comes out of the cache meanwhile, unasked.
 *
 * @param handle decides on each of them
 * @returns ends it
 */
export async function intercept(
  page: Page,
  patterns: string[],
  handle: (stopped: Stopped) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  devtools.on("Fetch.requestPaused", ({ requestId, request: { url } }) => {
    void handle({
      url,
      // The page may have been left meanwhile: then the request is no more.
      go: () => devtools.send("Fetch.continueRequest", { requestId }).catch(() => {}),
      refuse: () => devtools.send("Fetch.fulfillRequest", { requestId, responseCode: 404 }).catch(() => {}),
    });
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Fetch.enable", { patterns: patterns.map((urlPattern) => ({ urlPattern })) });
  return () => devtools.detach();
}
