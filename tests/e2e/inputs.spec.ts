/** Inputs of real people, typed into the running site with scripts and without, in Japanese and in English. */
import type { Page } from "@playwright/test";
import { hydrated } from "../kit/browser/hydrated";
import { expect, test } from "../kit/browser/fixtures";
import { pngOf } from "../kit/data/pictures";
import { TRAP_FIELD } from "~/domain/form-setup";

/** The page's own button: an invisible one before it stands for Enter. */
const press = (page: Page, intent: string) =>
  page.locator(`main button[name=intent][value=${intent}]`).click();
const field = (page: Page, name: string) => page.locator(`main [name=${name}]`);

for (const lng of ["ja", "en"]) {
  const [firstName, lastName] = lng === "ja" ? ["マリア・ルイサ", "\ufa19山"] : ["Ka‘ahumanu", "O’Neil Jr."];

  test(`names, addresses, codes and passwords as they are, in ${lng}`, async ({ page, sandbox, scripts }) => {
    const ready = () => (scripts ? hydrated(page) : undefined);
    const local = `taro..${lng}${Date.now()}.`;
    await page.goto(`/sign-up?lng=${lng}`);
    await ready();
    await field(page, "email").fill(`${local}@日本語.jp`);
    await press(page, "send-code");
    await expect(field(page, "authCode")).toBeVisible();
    await ready();
    const [mail] = await sandbox.mail(`${local}@xn--wgv71a119e.jp`);
    const digits = [...(mail?.code ?? "")].map((digit) => String.fromCodePoint(0xff10 + Number(digit)));
    await field(page, "authCode").fill(`${digits.slice(0, 3).join("")}–${digits.slice(3).join("")}\u2060`);
    // With scripts a complete code is checked at once.
    if (!scripts) await press(page, "verify");
    await press(page, "continue");

    const fill = async (password: string) => {
      for (const name of ["password", "passwordConfirm"]) await field(page, name).fill(password);
      await field(page, "agreement").check();
      await press(page, "details");
    };
    await expect(field(page, "password")).toBeVisible();
    await ready();
    await field(page, "firstName").fill(firstName ?? "");
    await field(page, "lastName").fill(lastName ?? "");
    await fill(`1!${"a".repeat(70)}`);
    await expect(page.locator("main")).toContainText("72");
    // Nothing is cut; without scripts a password is never sent back.
    await expect(field(page, "password")).toHaveValue(scripts ? /^.{72}$/ : "");
    await ready();
    await fill("pä\u3000ss-w0rd!".normalize("NFC"));
    await expect(field(page, "password")).toHaveCount(0);

    await page.goto("/sign-in");
    await ready();
    await field(page, "email").fill(`${local}@日本語.jp`);
    await field(page, "password").fill("pä ss-w0rd!".normalize("NFD"));
    await press(page, "sign-in");
    await expect(page).not.toHaveURL(/sign-in/);
    await page.goto("/my-page/profile");
    await expect(field(page, "firstName")).toHaveValue(firstName ?? "");
    await expect(field(page, "lastName")).toHaveValue(lastName ?? "");
  });

  test(`a picture and a filled trap lose nothing, in ${lng}`, async ({ page, scripts }) => {
    const ready = () => (scripts ? hydrated(page) : undefined);
    const other = lng === "ja" ? "en" : "ja";
    const hasPicture = () => expect(page.locator("main form")).toContainText("表示.jfif");
    await page.goto(`/support/inquiry?lng=${lng}`);
    await ready();
    await field(page, "subject").fill("件名 😀");
    await field(page, "message").fill("一\n二");
    const file = { name: "表示.jfif", mimeType: "image/jpeg", buffer: pngOf(1_000) };
    await page.locator("main input[type=file]").setInputFiles(file);
    if (scripts) {
      await hasPicture();
      await page.reload();
      await ready();
      await hasPicture();
    }
    await page.locator("header details:has(button[name=lng]) summary").first().click();
    await page.locator(`header button[name=lng][value=${other}]`).filter({ visible: true }).first().click();
    await expect(page.locator("html")).toHaveAttribute("data-lng", other);
    await ready();
    await hasPicture();
    await expect(field(page, "subject")).toHaveValue("件名 😀");
    await expect(field(page, "message")).toHaveValue("一\n二");
    if (!scripts) return;

    await field(page, "name").fill("علی\u200cرضا");
    await field(page, "email").fill("ｔａｒｏ＠example.jp");
    await field(page, "typeCode").selectOption({ index: 1 });
    await page.evaluate((name) => {
      const trap = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
      if (trap) trap.value = "https://me.example";
    }, TRAP_FIELD);
    const send = async () => {
      await page.locator("form#inquiry button[type=submit]").last().click();
      await expect(page.locator("dialog[open]")).toContainText("表示.jfif");
      await page.locator("dialog[open] button").last().click();
    };
    await send();
    await expect(page.locator("form#inquiry [role=alert]").first()).toBeVisible();
    await hasPicture();
    await expect(field(page, "subject")).toHaveValue("件名 😀");
    await send();
    await expect(page).toHaveURL(/sent=yes/);
  });
}
