import type { Page } from "@playwright/test";

/**
 * In the browser: whether React has taken the page over, if it is one of the site's. Until then a page works as it
 * does without scripts, which other tests look at.
 */
export function isTakenOver(): boolean {
  // The last element that React holds.
  const last = document.getElementById("texts");
  return !last || Object.keys(last).some((key) => key.startsWith("__reactFiber"));
}

/**
 * Waits until it is. A page that goes elsewhere meanwhile is waited for there.
 *
 * Not by `waitForFunction`, for which Playwright has every page take in 330 kB of its own; the test's end is this wait's, too.
 */
export async function takenOver(page: Page): Promise<void> {
  const wait = `new Promise((resolve) => {
    const look = () => ((${isTakenOver})() ? resolve() : requestAnimationFrame(look));
    look();
  })`;
  for (;;) {
    try {
      return await page.evaluate(wait);
    } catch (error) {
      if (!/Execution context was destroyed|Cannot find context/.test(String(error))) throw error;
    }
  }
}
