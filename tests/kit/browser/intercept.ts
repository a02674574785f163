import type { Page } from "@playwright/test";

/** A paused request. */
interface Stopped {
  url: string;
  /** Continues the request. */
  go: () => Promise<unknown>;
  /** Answers the request with a 404. */
  refuse: () => Promise<unknown>;
}

/**
 * Pauses the requests of a page whose URL matches a pattern (`*` matches any part). Unlike `page.route`, other
 * requests do not pass through Playwright. Like it, this disables the browser's cache.
 *
 * @param handle decides about each request
 * @returns a function that stops the interception
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
      // The request is gone if the page has navigated away.
      go: () => devtools.send("Fetch.continueRequest", { requestId }).catch(() => {}),
      refuse: () => devtools.send("Fetch.fulfillRequest", { requestId, responseCode: 404 }).catch(() => {}),
    });
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Fetch.enable", { patterns: patterns.map((urlPattern) => ({ urlPattern })) });
  return () => devtools.detach();
}
