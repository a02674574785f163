/** Moves of a tab that a walk waits for (tests/e2e/tab-walk.ts). */
import type { Dialog, Locator, Page } from "@playwright/test";
import { expect } from "../kit/browser/fixtures";
import { hydrated } from "../kit/browser/hydrated";

export const isOutcome = (tab: Page) => /\/store\/products\/complete/.test(tab.url());

/** Repeats what a navigation of the page's own has interrupted: an outcome that changed loads its page again. */
export async function despiteNavigation<Result>(tab: Page, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/context was destroyed|ERR_ABORTED|frame was detached/.test(String(error))) throw error;
      await hydrated(tab);
    }
  }
}

/** Leaves the page, whatever it asks, and waits for the next one. */
export async function leave(tab: Page, go: () => Promise<unknown>): Promise<void> {
  const accept = (dialog: Dialog) => void dialog.accept();
  tab.on("dialog", accept);
  await despiteNavigation(tab, go);
  tab.off("dialog", accept);
  if (tab.url().startsWith("http")) await hydrated(tab);
}

/** Waits until a press led to a purchase's page, a message, or one of the given elements. */
export async function answered(where: string, tab: Page, others: Locator[] = []): Promise<void> {
  const shown = [tab.getByRole("main").getByRole("alert").first(), ...others];
  const isThere = async () =>
    isOutcome(tab) || (await Promise.all(shown.map((each) => each.isVisible()))).includes(true);
  await expect.poll(isThere, { message: `${where}nothing is said on ${tab.url()}` }).toBe(true);
}
