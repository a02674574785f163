import type { Page } from "@playwright/test";

/** Pauses the animations of the next page transitions as they start, and marks <html data-passage="paused">. */
export function pauseTransitions(page: Page): Promise<void> {
  return page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const passage = start(update);
      void passage.ready.then(() => {
        for (const animation of document.getAnimations()) animation.pause();
        document.documentElement.dataset["passage"] = "paused";
      });
      return passage;
    };
  });
}
