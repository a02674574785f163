import type { Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { paths } from "~/domain/paths";
import { texts } from "../kit/data/texts";
import { expect, test } from "../kit/browser/fixtures";

test.describe("profile", () => {
  test("saves the names, and nothing when they are unchanged [A008.1 A051.1 A182.1 A183.1 A184.1 A321.1]", async ({
    page,
    member,
    sandbox,
    signIn,
  }) => {
    await signIn(page);
    await page.goto("/my-page");
    await expect(page.getByRole("definition").filter({ hasText: member.email })).toBeVisible();
    const save = page.getByRole("button", { name: "名前を保存する" });
    await save.click();
    await expect(page.getByText("名前は変わっていないため")).toBeVisible();
    expect((await sandbox.calls(member.id)).counts).not.toHaveProperty("PATCH /api/users/me");

    for (const [name, error] of [
      ["", "入力してください"],
      ["灯1", "数字"],
      ["灯!", "記号"],
    ] as const) {
      await page.getByLabel("名", { exact: true }).fill(name);
      await save.click();
      await expect(page.getByLabel("名", { exact: true })).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("名", { exact: true })).toHaveAccessibleDescription(new RegExp(error));
      await expect(page.getByLabel("名", { exact: true })).toHaveValue(name);
    }
    await page.getByLabel("姓", { exact: true }).fill("佐々木");
    await page.getByLabel("名", { exact: true }).fill(" あかり ");
    await save.click();
    await expect(page.getByText("会員情報を保存しました")).toBeVisible();
    await expect(page.getByLabel("名", { exact: true })).toHaveValue("あかり");
    await expect(page.getByText("佐々木 あかりさん")).toBeVisible();
  });

  for (const [lng, labels] of [
    ["ja", ["姓", "名"]],
    ["en", ["First name", "Last name"]],
  ] as const) {
    test(`says whose name is wrong, in the order of the page, in ${lng}`, async ({ page, speak, signIn }) => {
      await speak(lng);
      await signIn(page);
      await page.goto("/my-page");
      for (const label of labels) await page.getByLabel(label, { exact: true }).fill("1");
      await page.getByRole("button", { name: texts(lng, "my-page")("profile.save") }).click();
      const links = page.getByRole("alert").getByRole("link");
      await expect(links).toHaveText(labels.map((label) => new RegExp(`^${label}[：:]`)));
      await links.last().click();
      await expect(page.getByLabel(labels[1], { exact: true })).toBeFocused();
    });
  }

  test("changes the password, keeps this session and ends the others [A139.1 A155.1 A179.1 A179.2 A320.1 A320.2]", async ({
    page,
    member,
    browser,
    scripts,
    signIn,
  }) => {
    const other = await browser.newContext({ javaScriptEnabled: scripts });
    const elsewhere = await other.newPage();
    await signIn(page);
    const origin = new URL((await page.request.get("/my-page/profile")).url()).origin;
    const response = await elsewhere.request.post(`${origin}/sign-in`, {
      form: { email: member.email, password: member.password },
      headers: { Origin: origin },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(303);

    await page.goto("/my-page/profile");
    const old = page.getByLabel("現在のパスワード");
    const next = page.getByLabel("新しいパスワード", { exact: true });
    const again = page.getByLabel("新しいパスワード（確認用）");
    const change = page.getByRole("button", { name: "パスワードを変更する" });
    const attempt = async (values: [string, string, string]) => {
      await old.fill(values[0]);
      await next.fill(values[1]);
      await again.fill(values[2]);
      if (scripts) await expect(change).toBeEnabled();
      await change.click();
    };
    if (scripts) {
      await expect(change).toBeDisabled();
      await next.fill("Kumo-2025?");
      await again.fill("Kumo-2025!");
      await expect(change).toBeDisabled();
    } else {
      await attempt([member.password, "short", "short"]);
      await expect(next).toHaveAttribute("aria-invalid", "true");
      await expect(old).toHaveValue("");
    }
    await attempt(["Wrong-2024!", "Kumo-2025?", "Kumo-2025?"]);
    await expect(old).toHaveAttribute("aria-invalid", "true");
    // Said twice: by the toast and at the field.
    await expect(page.getByText("現在のパスワードが一致しません").filter({ visible: true })).toHaveCount(2);
    if (scripts) await expect(old).toBeFocused();

    await attempt([member.password, "Kumo-2025?", "Kumo-2025?"]);
    await expect(page.getByText("パスワードを変更しました")).toBeVisible();
    // The previous error is gone.
    await expect(page.getByText("現在のパスワードが一致しません")).toHaveCount(0);
    for (const field of [old, next, again]) await expect(field).toHaveValue("");

    const rules = page.getByRole("listitem").filter({ hasText: texts("ja", "account")("rules.ok") });
    const missing = page.getByText(texts("ja", "errors")("web.014"));
    const isEmptied = async () => {
      for (const field of [old, next, again]) await expect(field).toHaveValue("");
      if (scripts) await expect(change).toBeDisabled();
      await expect(rules).toHaveCount(0);
    };
    await isEmptied();
    if (scripts) {
      // The pause after which a field that was left empty says so.
      await page.clock.install();
      for (const [before, after] of [
        ["Kumo-2025?", "Kumo-2026?"],
        ["Kumo-2026?", "Kumo-2027?"],
      ] as const) {
        await old.fill(before);
        await next.fill(after);
        await again.fill(after);
        await expect(rules).toHaveCount(4);
        await again.press("Enter");
        await expect(old).toHaveValue("");
        await isEmptied();
        // Leaving the field that the success has emptied is no reason for a complaint.
        await again.blur();
        await page.clock.runFor(1_000);
        await expect(missing).toHaveCount(0);
      }
      await again.focus();
      await again.blur();
      await page.clock.runFor(1_000);
      await expect(missing).toHaveCount(1);
    }

    await page.goto("/my-page/terminate");
    await expect(page).toHaveURL(/terminate/);
    await elsewhere.goto(`${origin}/my-page/profile`);
    await expect(elsewhere).toHaveURL(/\/sign-in\?redirectTo=/);
    await other.close();
  });
});

/** Signs in with a wallet by the two POST requests of the wallet panel. */
async function signInByWallet(page: Page, origin: string, key: `0x${string}`): Promise<string> {
  const account = privateKeyToAccount(key);
  const headers = { Origin: origin };
  const asked = await page.request.post(paths.walletMessage, {
    form: { address: account.address, chainId: "1" },
    headers,
  });
  const { message } = (await asked.json()) as { message: string };
  const signature = await account.signMessage({ message });
  const response = await page.request.post("/sign-in", {
    form: { intent: "wallet", signature },
    headers,
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
  return account.address;
}

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

for (const kind of ["e-mail", "wallet"] as const) {
  test(`where a member is signed in (${kind}): seen, one ended, then all others`, async ({
    page,
    browser,
    scripts,
    baseURL,
    sandbox,
    signIn,
  }) => {
    const origin = baseURL ?? "";
    const key = generatePrivateKey();
    const order = kind === "wallet" ? { type: "WALLET", address: privateKeyToAccount(key).address } : {};
    const who = await sandbox.makeMember(order as Parameters<typeof sandbox.makeMember>[0]);
    const enter = (at: Page) => (kind === "wallet" ? signInByWallet(at, origin, key) : signIn(at, who));
    const elsewhere = async (userAgent?: string) => {
      const options = { baseURL: origin, javaScriptEnabled: scripts, locale: "ja-JP" };
      const context = await browser.newContext({ ...options, ...(userAgent && { userAgent }) });
      const other = await context.newPage();
      await enter(other);
      return other;
    };
    await enter(page);
    const [second, third] = [await elsewhere(FIREFOX), await elsewhere()];
    await page.goto("/my-page/profile");
    const rows = page.getByRole("listitem").filter({ hasText: "最後の利用" });
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText("この端末");
    await expect(rows.first().getByRole("button")).toHaveCount(0);

    await page.getByRole("button", { name: /^サインアウト：Firefox/ }).click();
    await expect(page.getByText("その端末からサインアウトしました。")).toBeVisible();
    await expect(rows).toHaveCount(2);
    await second.goto("/my-page/profile");
    await expect(second).toHaveURL(/\/sign-in\?/);
    await expect(second.getByText("ほかの端末からの操作により").first()).toBeVisible();

    await page.getByRole("button", { name: "ほかの端末をすべてサインアウト" }).click();
    await expect(page.getByText("ほかの端末ではサインインしていません。")).toBeVisible();
    await expect(rows).toHaveCount(1);
    await third.goto("/my-page/profile");
    await expect(third).toHaveURL(/\/sign-in\?/);
    await page.goto("/my-page/profile");
    await expect(rows).toHaveCount(1);
    for (const other of [second, third]) await other.context().close();
  });
}

test.describe("a wallet member", () => {
  test("sees the address and the NFTs, has no password, and a form over the full width [A083.1 A083.2 A083.3 A200.1 A200.2]", async ({
    page,
    scripts,
    baseURL,
    checkA11y,
    checkHtml,
  }) => {
    // The development key known to the sandbox, with a pass token and four NFTs (docs/decisions/0011).
    const key = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
    const address = await signInByWallet(page, baseURL ?? "", key);
    await page.goto("/my-page/profile");
    await expect(page.locator("code")).toContainText(address, { ignoreCase: true });
    await expect(page.getByRole("button", { name: "アドレスをコピー" })).toHaveCount(scripts ? 1 : 0);
    const rows = page.getByRole("table", { name: "保有しているNFT" }).locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: "受け取り済み" }).first()).toBeVisible();
    await expect(rows.filter({ hasText: "まだ受け取っていません" }).first()).toBeVisible();
    await expect(page.getByLabel("現在のパスワード")).toHaveCount(0);
    const save = page.getByRole("button", { name: "名前を保存する" });
    await expect(save).toBeVisible();
    const [panel, tab] = await save.evaluate((button) =>
      [".panel", "section"].map((part) => button.closest(part)?.getBoundingClientRect().width),
    );
    expect(panel).toBe(tab);
    await checkHtml(page);
    await checkA11y(page);
  });

  test("without an NFT reads that there is none", async ({ page, sandbox, baseURL }) => {
    const key = generatePrivateKey();
    await sandbox.makeMember({ type: "WALLET", address: privateKeyToAccount(key).address });
    await signInByWallet(page, baseURL ?? "", key);
    await page.goto("/my-page/profile");
    await expect(page.getByText("保有しているNFTはありません")).toBeVisible();
  });
});
