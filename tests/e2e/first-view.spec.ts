/**
 * The thing that a page is for begins in the first view, on a small notebook and on a phone. The run prints where.
 * Screens with a form or a list name its first field or row; pages that are read, their first sentence.
 */
import type { Locator } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";

type Work = (main: Locator) => Locator;

const field: Work = (main) => main.getByRole("textbox");
const row: Work = (main) => main.getByRole("row").nth(1);
const itemHeading: Work = (main) => main.getByRole("listitem").getByRole("heading");
const sentence: Work = (main) => main.getByRole("paragraph");
const question: Work = (main) => main.locator("summary").filter({ visible: true });

/** A least part of it that has to be seen, in px: one line of text or half a field. */
const SEEN_PX = 24;

const guest: Record<string, Work> = {
  "/news": (main) => main.getByRole("region").getByRole("link"),
  "/news/3": (main) => main.getByRole("article").getByRole("paragraph"),
  "/news?keyword=nothing-like-it": (main) => main.getByRole("heading", { level: 2 }),
  "/download": (main) => main.getByRole("heading", { level: 2 }),
  "/support/faq": question,
  "/support/inquiry": (main) => main.getByRole("combobox"),
  "/terms-of-use": sentence,
  "/dao": itemHeading,
  "/sign-in": field,
  "/sign-up": field,
  "/find-password": field,
};

const member: Record<string, Work> = {
  "/my-page/profile": field,
  "/my-page/history": row,
  "/my-page/ecommerce-history": (main) => main.getByRole("region").getByRole("link"),
  "/my-page/terminate": (main) => main.getByRole("heading").nth(1),
  "/store/products": itemHeading,
  "/store/products/1": field,
  "/store/soria-exchange": field,
  "/dao": (main) => main.getByRole("listitem").getByRole("link"),
  "/dao/suggestions": itemHeading,
  "/dao/suggestions/19": (main) => main.getByText("家ばかり"),
  "/dao/suggestions/19/voters": (main) => main.getByRole("definition"),
  "/dao/members": itemHeading,
  "/support/inquiry": (main) => main.getByRole("combobox"),
  "/support/requests": row,
};

for (const [who, screens] of [
  ["guest", guest],
  ["member", member],
] as const)
  test(`what a page is for begins in its first view, for a ${who} @no-scripts`, async ({
    page,
    sandbox,
    signIn,
  }) => {
    if (who === "member")
      await signIn(page, await sandbox.makeMember({ history: 30, orders: 12, inquiries: [{}] }));
    const starts: string[] = [];
    for (const [path, work] of Object.entries(screens))
      for (const [width, height] of [
        [1366, 650],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        const box = await work(page.getByRole("main"))
          .first()
          .boundingBox({ timeout: 20_000 })
          .catch(() => null);
        starts.push(`${path} ${width}×${height}: ${Math.round(box?.y ?? NaN)}`);
        expect.soft(box, `${path} shows it`).not.toBeNull();
        expect.soft(box?.y, `${path} at ${width} × ${height}`).toBeLessThanOrEqual(height - SEEN_PX);
      }
    console.log(starts.join("\n"));
  });
