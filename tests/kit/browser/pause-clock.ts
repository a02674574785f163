import type { Page } from "@playwright/test";

/**
 * Stops the page's clock (`page.clock.install` came before) a minute ahead: a busy machine may have passed a closer time
 * before the clock stops, which is an error.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}
