import type { Page } from "@playwright/test";

/**
 * In the browser: returns true if React has hydrated the page, or the page is not the site's. Before hydration a page
 * works as without scripts, which other tests cover.
 */
export function isHydrated(): boolean {
  // Pages that are only read load their scripts at the first sign of intent.
  document.dispatchEvent(new Event("pointermove"));
  // The last element that React renders.
  const last = document.getElementById("texts");
  return !last || Object.keys(last).some((key) => key.startsWith("__reactFiber"));
}

/**
 * Waits until the page is hydrated. If it navigates meanwhile, waits for the next page.
 *
 * Does not use `waitForFunction`, which makes Playwright inject 330 kB into every page. The test's timeout limits the
 * wait.
 */
export async function hydrated(page: Page): Promise<void> {
  const wait = `new Promise((resolve) => {
    const look = () => ((${isHydrated})() ? resolve() : requestAnimationFrame(look));
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

/** Delays the entry script of the next pages. @returns a function that releases it and waits for hydration */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/entry\.client.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await hydrated(page);
  };
}
