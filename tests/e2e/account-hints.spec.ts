/** Each hint and message of the account pages next to its field (accounts-and-store.md sections 5 and 8). */
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";
import { freshEmail, PASSWORD, press, says } from "./account-support";

/** Pairs of password and confirmation that each break one rule. */
const weak = [
  ["Ab1!", "Ab1!", "length"],
  ["abcdefgh!", "abcdefgh!", "digit"],
  ["abcdefgh1", "abcdefgh1", "special"],
  [PASSWORD, "other", "match"],
] as const;

// One language with scripts, another without: each shows all messages once.
for (const [lng, tag] of [
  ["en", "@scripts-only"],
  ["ja", "@no-scripts"],
] as const) {
  const t = texts(lng, "account");
  const errors = texts(lng, "errors");
  const box = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });

  /** Expects the checklist to tick all rules except one. */
  async function lacksOnly(page: Page, rule: (typeof weak)[number][2]) {
    const rules = page.getByRole("listitem");
    await expect(rules.filter({ hasText: t(`rules.${rule}`) })).not.toContainText(t("rules.ok"));
    await expect(rules.filter({ hasText: t("rules.ok") })).toHaveCount(3);
  }

  test.describe(`in ${lng} ${tag}`, () => {
    test.beforeEach(({ speak }) => speak(lng));

    test("sign-up, the address [A162.1 A162.3 A163.1 A163.2 A310.1]", async ({ page, scripts }) => {
      await page.goto("/sign-up");
      const email = page.getByRole("textbox", { name: t("signIn.email") });
      for (const [typed, key] of [
        ["", "missing"],
        ["akari@", "format"],
        ["member@soria.test", "invalid"],
      ] as const) {
        await email.fill(typed);
        // With scripts the hint appears after a pause; an empty field was never typed into.
        if (!scripts || typed === "") await press(page, t("signUp.email.submit"));
        await says(email, t(`emailHint.${key}`));
      }
      await email.fill(freshEmail());
      if (scripts) await says(email, t("emailHint.success"));
      await expect(page.getByRole("alert")).toHaveCount(scripts ? 0 : 1);
    });

    test("sign-up, the code and the details [A166.1 A166.2 A167.1 A168.1 A170.1 A172.1 A172.2 A172.3 A174.1 A174.2 A177.1 A181.1 A182.1 A183.1 A184.1]", async ({
      page,
      sandbox,
      scripts,
      checkA11y,
    }) => {
      const address = freshEmail();
      await page.goto("/sign-up");
      await page.getByRole("textbox", { name: t("signIn.email") }).fill(address);
      await press(page, t("signUp.email.submit"));

      const code = box(page, "code.label");
      await expect.poll(() => sandbox.mail(address)).toHaveLength(1);
      const right = (await sandbox.mail(address))[0]?.code;
      await expect(code).toHaveAccessibleDescription(/(29|30)/);
      await code.fill("12");
      if (scripts) await code.blur();
      else await press(page, t("signUp.code.submit"));
      await says(code, t("code.incomplete"));
      await code.fill("12a456");
      if (!scripts) await press(page, t("signUp.code.submit"));
      await says(code, errors("web.022"));
      await press(page, t("code.resend"));
      await says(code, errors("web.024"));
      await expect(code).toHaveValue("12a456");
      await code.fill(right === "111111" ? "222222" : "111111");
      if (!scripts) await press(page, t("signUp.code.submit"));
      await says(code, errors("web.020"));
      await checkA11y(page);
      // Full-width digits with a space, as a Japanese keyboard can produce.
      const wide = (right ?? "").replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
      await code.fill(`${wide.slice(0, 3)}\u3000${wide.slice(3)}`);
      if (!scripts) await press(page, t("signUp.code.submit"));
      await expect(page.getByText(t("code.success"))).toBeVisible();
      await press(page, t("signUp.code.continue"));

      const password = box(page, "signIn.password");
      const confirm = box(page, "password.confirm");
      const last = box(page, "name.last");
      const first = box(page, "name.first");
      const send = () => press(page, t("signUp.details.submit"));
      if (scripts) {
        await password.focus();
        await confirm.focus();
        await last.focus();
      } else await send();
      await says(password, t("password.missing"));
      await says(confirm, t("password.confirmMissing"));
      if (scripts) await send();
      await says(first, errors("web.026"));
      await says(last, errors("web.027"));
      await says(page.getByLabel(t("agreement.label")), t("agreement.missing"));
      await last.fill("水野1");
      await first.fill("灯★");
      // With scripts the message appears while typing, before the submit.
      if (scripts) {
        await says(last, t("name.numberForbidden"));
        await says(first, t("name.specialCharacterForbidden"));
      }
      await send();
      await says(last, t("name.numberForbidden"));
      await says(first, t("name.specialCharacterForbidden"));
      await expect(first).toHaveValue("灯★");
      for (const [typed, again, rule] of weak) {
        await password.fill(typed);
        await confirm.fill(again);
        if (scripts) {
          // The checklist shows it before the submit.
          await lacksOnly(page, rule);
        }
        await send();
        await says(rule === "match" ? confirm : password, t(`password.${rule}`));
      }
      if (scripts) {
        // After the correction the error disappears, so that it does not contradict the green checklist. A new submit
        // with an error shows it again.
        await confirm.fill(PASSWORD);
        await expect(page.getByRole("listitem").filter({ hasText: t("rules.ok") })).toHaveCount(4);
        await expect(confirm).not.toHaveAttribute("aria-invalid");
        await confirm.fill("other");
        await send();
        await says(confirm, t("password.match"));
        await expect(confirm).toHaveAttribute("aria-invalid", "true");
      }
    });

    test.describe("lost password", () => {
      test.use({ allowed: [/status of 502/] });

      test("find-password [A020.1 A135.1 A162.2 A162.4 A164.1 A164.2 A311.1 A319.1]", async ({
        page,
        member,
        sandbox,
        scripts,
      }) => {
        await page.goto("/find-password");
        const email = page.getByRole("textbox", { name: t("signIn.email") });
        const send = page.getByRole("button", { name: t("find.submit") });
        for (const [typed, key] of [
          ["akari@", "format"],
          ["nobody@soria.test", "invalid"],
          ["", "missing"],
        ] as const) {
          await email.fill(typed);
          if (!scripts) await send.click();
          await says(email, t(`find.${key}`));
          // accounts-and-store.md section 4: enabled only when the e-mail exists in the system.
          if (scripts) await expect(send).toBeDisabled();
        }
        await email.fill(member.email);
        if (scripts) await says(email, t("find.success"));
        await expect(send).toBeEnabled();
        // Section 8: a toast; the form keeps its input.
        await sandbox.faults([{ path: "/api/auth/forgot-password", email: member.email, status: 500 }]);
        await send.click();
        await expect(page.getByText(errors("requestProblem"))).toBeVisible();
        // Without scripts the toast is rendered at the top of the page with role alert.
        if (scripts) await expect(page.getByRole("alert")).toHaveCount(0);
        await expect(email).toHaveValue(member.email);

        if (!scripts) return;

        // Enter while the address is being checked: an invalid address is not submitted, a valid one is submitted
        // once.
        await sandbox.faults([]);
        await email.fill("nobody@soria.test");
        await email.press("Enter");
        await says(email, t("find.invalid"));
        await expect(page).toHaveURL(/\/find-password$/);
        await email.fill(member.email);
        await email.press("Enter");
        await expect(page).toHaveURL(/\/find-password\/email-sent/);
        expect(await sandbox.mail(member.email)).toHaveLength(1);
      });
    });

    test("change-password [A022.1 A172.1 A172.2 A172.3 A177.2 A178.1 A178.2]", async ({
      page,
      member,
      sandbox,
      scripts,
      checkA11y,
    }) => {
      await page.request.post("/find-password", {
        form: { email: member.email },
        headers: { Origin: new URL(process.env["SORIA_E2E_SITE"] ?? "").origin },
      });
      const link = new URL((await sandbox.mail(member.email))[0]?.link ?? "");
      await page.goto(link.pathname + link.search);
      const password = box(page, "change.password");
      const confirm = box(page, "change.confirm");
      const send = page.getByRole("button", { name: t("change.submit") });
      if (scripts) {
        await expect(send).toBeDisabled();
        await password.focus();
        await confirm.focus();
        await confirm.blur();
      } else await send.click();
      await says(password, errors("web.013"));
      await says(confirm, errors("web.014"));
      await checkA11y(page);
      for (const [typed, again, rule] of weak) {
        await password.fill(typed);
        await confirm.fill(again);
        if (scripts) {
          await lacksOnly(page, rule);
          await expect(send).toBeDisabled();
        } else {
          await send.click();
          await says(rule === "match" ? confirm : password, t(`password.${rule}`));
        }
      }
      await password.fill("Lantern-7!");
      await confirm.fill("Lantern-7!");
      await expect(send).toBeEnabled();
      if (scripts) {
        await password.fill("Lantern");
        await expect(send).toBeDisabled();
        await password.fill("Lantern-7!");
      }
      await send.click();
      await expect(page.getByRole("heading", { name: t("changed.title") })).toBeVisible();
    });

    test("sign-in, to the lock and the mail [A118.1 A121.1 A186.1 A186.2]", async ({ page, member }) => {
      await page.goto("/sign-in");
      const email = box(page, "signIn.email");
      const password = box(page, "signIn.password");
      const send = () => press(page, t("signIn.submit"));
      await send();
      await says(email, errors("web.007"));
      await says(password, errors("web.008"));
      await email.fill("akari@");
      await send();
      await says(email, errors("web.017"));
      await email.fill("nobody@soria.test");
      await password.fill(PASSWORD);
      await send();
      await expect(page.getByRole("alert")).toHaveText(errors("web.001plain"));
      await email.fill(member.email);
      for (let tries = 1; tries <= 5; tries++) {
        await password.fill("wrong");
        await send();
        if (tries < 5) await says(password, errors("web.001", { count: tries }));
        // The rejected password is cleared with and without scripts.
        if (tries === 1) await expect(password).toHaveValue("");
      }
      await expect(page.getByRole("alert")).toContainText(errors("web.002"));
      await password.fill(PASSWORD);
      await send();
      await expect(page.getByText(errors("web.011"))).toBeVisible();
      await press(page, t("signIn.sendUnlock"));
      await expect(page.getByText(t("signIn.unlockSent"))).toBeVisible();
    });
  });
}
