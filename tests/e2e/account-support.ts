import type { Locator, Page } from "@playwright/test";
import { expect } from "../kit/browser/fixtures";

/** A password that the site takes. */
export const PASSWORD = "Soria-2024!";

let count = 0;

/** Returns an address that nobody has used. */
export const freshEmail = () => `hints-${Date.now()}-${process.pid}-${count++}@soria.test`;

/** Expects the message in the field's accessible description. */
export async function says(field: Locator, text: string) {
  await expect(field).toHaveAccessibleDescription(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
}

/** Presses a button. */
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
