import type { Page } from "@playwright/test";
import { expect } from "../../kit/browser/fixtures";

/** Returns a file as Playwright attaches it. */
export const file = (name: string, buffer: Buffer, mimeType = "image/png") => ({ name, mimeType, buffer });

/** Page object of the inquiry form and the reply form, with and without scripts. */
export class SupportForm {
  constructor(
    readonly page: Page,
    readonly scripts: boolean,
  ) {}

  async fill({ type, ...texts }: { type?: string } & Record<string, string>): Promise<void> {
    if (type) await this.page.getByLabel("お問い合わせの種類").selectOption({ label: type });
    for (const [label, text] of Object.entries(texts)) await this.page.getByLabel(label).fill(text);
  }

  async attach(chosen: ReturnType<typeof file>): Promise<void> {
    await this.page.getByLabel("添付ファイル").setInputFiles(chosen);
    if (this.scripts) await expect(this.page.getByText("添付しました")).toBeVisible();
  }

  /** Clicks the button and confirms, in the dialog or in the confirmation step. */
  async send(button = "送信する", options: { timeout?: number } = {}): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).first().click(options);
    const asks = this.scripts ? this.page.getByRole("dialog") : this.page.getByRole("alert");
    await asks.getByRole("button", { name: button, exact: true }).click(options);
  }
}
