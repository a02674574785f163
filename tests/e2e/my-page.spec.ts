import { readFile } from "node:fs/promises";
import { expect, test } from "../kit/browser/fixtures";

test.describe("orders", () => {
  test("are listed with date, items and amount, and printed [A008.3 A055.1]", async ({
    page,
    sandbox,
    signIn,
    checkHtml,
  }) => {
    await signIn(page, await sandbox.makeMember({ orders: 23 }));
    await page.goto("/my-page/ecommerce-history");
    const list = page.getByRole("region", { name: "注文履歴", exact: true }).last();
    const entries = list.getByRole("listitem").filter({ hasText: /ORDER-/ });
    await expect(entries).toHaveCount(10);
    await expect(page.getByRole("heading", { level: 4, name: /^\d{4}年\d{1,2}月$/ }).first()).toBeVisible();
    await page.getByRole("link", { name: "最後のページ" }).click();
    await expect(entries).toHaveCount(3);
    const number = await entries
      .first()
      .getByText(/^ORDER-/)
      .innerText();
    expect(number).toMatch(/^ORDER-\d{8}-\d{6}-\d+$/);
    await expect(entries.first().locator("img[width='96'][height='72']").first()).toHaveAttribute(
      "src",
      /\/art\/product-/,
    );
    await entries.first().getByRole("link").click();
    await expect(page.getByRole("heading", { level: 2, name: number })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "合計" })).toContainText(/\d+\.\d\d\s(USD|SGD)/);
    await checkHtml(page);

    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("row").filter({ hasText: "合計" })).toBeVisible();
    await expect(page.locator("article")).toHaveCSS("box-shadow", "none");
    for (const part of [
      page.getByRole("banner"),
      page.getByRole("contentinfo"),
      page.getByRole("heading", { level: 1, includeHidden: true }),
      page.getByRole("link", { name: "注文履歴へ戻る" }),
    ]) {
      await expect(part).toBeHidden();
    }
    await page.emulateMedia({ media: null });
    await page.goto("/my-page/ecommerce-history/ORDER-20240101-000000-1");
    const missing = page.getByRole("alert").getByRole("heading", { level: 2 });
    await expect(missing).toContainText("見つかりません");
    await expect(page.getByRole("navigation", { name: "マイページ" })).toBeVisible();
  });

  test.describe("when the order service", () => {
    test.use({ allowed: [/status of 50\d/] });
    test("is down, the tab says so and the rest works", async ({ page, member, sandbox, signIn }) => {
      await signIn(page);
      await sandbox.faults([{ path: "/order-service", member: member.id, mode: "close" }]);
      await page.goto("/my-page/ecommerce-history");
      await expect(page.getByRole("region", { name: "残高" })).toBeVisible();
      await expect(page.getByRole("link", { name: "もう一度読み込む" })).toBeVisible();
      await page.goto("/my-page/profile");
      await expect(page.getByRole("button", { name: "名前を保存する" })).toBeVisible();
    });
  });
});

test("a member makes a calendar address, replaces it and removes it", async ({
  page,
  scripts,
  signIn,
  checkA11y,
  checkHtml,
}) => {
  await signIn(page);
  await page.goto("/dao");
  await page.getByRole("link", { name: "投票の締め切りをカレンダーで受け取る" }).click();
  await expect(page).toHaveURL(/\/my-page\/profile#calendar-address$/);
  await page.getByRole("button", { name: "アドレスを作る" }).click();
  const field = page.getByRole("textbox", { name: "カレンダー用のアドレス" });
  await expect(field).toHaveValue(/\/dao\/votes\.ics\?secret=/);
  const first = await field.inputValue();
  await expect(page.getByRole("button", { name: "アドレスをコピー" })).toHaveCount(scripts ? 1 : 0);
  await checkHtml(page);
  await checkA11y(page);
  // Without the member's cookies, as a calendar program.
  const read = (address: string) => fetch(address.replace(/^https?:\/\/[^/]+/, new URL(page.url()).origin));
  expect((await read(first)).status).toBe(200);
  expect((await read(first)).headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  await page.getByRole("button", { name: "アドレスを作り直す" }).click();
  await expect(field).not.toHaveValue(first);
  expect((await read(first)).status).toBe(410);
  await page.getByRole("button", { name: "アドレスを消す" }).click();
  await expect(field).toHaveCount(0);
  await page.getByText("過去90日間のサインイン").click();
  await expect(page.getByText("サインインした場所は分かりません。")).toBeVisible();
});

test("a new member sees what is empty", async ({ page, signIn, checkA11y }) => {
  await signIn(page);
  await page.goto("/my-page/history");
  await expect(page.getByRole("heading", { name: "履歴がありません" })).toBeVisible();
  // No link to a longer period, which would be empty too.
  await expect(page.getByText("島でSoriaを使うと、ここに残ります。")).toBeVisible();
  await expect(page.getByRole("link", { name: "1か月分を見る" })).toHaveCount(0);
  await checkA11y(page);
  await page.goto("/my-page/ecommerce-history");
  await expect(page.getByRole("heading", { name: "履歴がありません" })).toBeVisible();
});

test("the old addresses with a hash lead to the tabs [A051.2 A051.3]", async ({ page, scripts, signIn }) => {
  await signIn(page);
  for (const [hash, path, tab] of [
    ["profile", "/my-page/profile", "プロフィール"],
    ["history", "/my-page/history", "利用履歴"],
    ["ecommerce-history", "/my-page/ecommerce-history", "注文履歴"],
    ["tools", "/my-page/tools", "道具箱"],
    ["terminate", "/my-page/terminate", "退会"],
  ] as const) {
    await page.goto("/");
    await page.goto(`/my-page#${hash}`);
    if (!scripts) await page.getByRole("link", { name: `「${tab}」を開く` }).click();
    await expect(page).toHaveURL((url) => url.pathname === path && url.hash === "");
  }
});

test("/my-page#history leads to the history after the sign-in in between @scripts-only", async ({
  page,
  member,
}) => {
  await page.goto("/my-page#history");
  await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
  await page.getByLabel("メールアドレス").fill(member.email);
  await page.getByLabel("パスワード", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "サインインする" }).click();
  await expect(page).toHaveURL(/\/my-page\/history$/);
});

test("a member downloads their data and leaves [A008.5 A056.1 A147.1 A147.4]", async ({
  page,
  scripts,
  sandbox,
  signIn,
}) => {
  const member = await sandbox.makeMember({ history: 12, orders: 3, inquiries: [{ subject: "島の名前" }] });
  await signIn(page, member);
  await page.goto("/my-page/terminate");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "データを保存する" }).click(),
  ]);
  const data = JSON.parse(await readFile(await download.path(), "utf8")) as Record<string, unknown>;
  expect(data).toMatchObject({ profile: { email: member.email }, missing: [] });
  expect(data["history"]).toHaveLength(12);
  expect(data["orders"]).toHaveLength(3);
  expect(data["inquiries"]).toMatchObject([{ subject: "島の名前" }]);

  const leave = page.getByRole("button", { name: "退会する" });
  if (scripts) {
    await expect(leave).toBeDisabled();
  } else {
    await leave.click();
    await expect(page.getByText("確認の欄にチェックを入れてください").first()).toBeVisible();
  }
  await page.getByRole("checkbox", { name: "上の内容を確認し" }).check();
  await leave.click();
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await expect(page.getByText("退会のお申し込みを受け付けました")).toBeVisible();
  await page.goto("/my-page");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("what was filled in before the scripts came counts @scripts-only [A147.1]", async ({
  page,
  member,
  signIn,
}) => {
  await signIn(page);
  let come = () => {};
  let scripts = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto("/my-page/profile", { waitUntil: "commit" });
  await page.getByLabel("現在のパスワード").fill(member.password);
  await page.getByLabel("新しいパスワード", { exact: true }).fill("Kumo-2025?");
  await page.getByLabel("新しいパスワード（確認用）").fill("Kumo-2025?");
  come();
  // Rendered only with scripts.
  await expect(page.getByRole("button", { name: "パスワードを表示" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "パスワードを変更する" })).toBeEnabled();

  scripts = new Promise<void>((resolve) => (come = resolve));
  await page.goto("/my-page/terminate", { waitUntil: "commit" });
  const box = page.getByRole("checkbox", { name: "上の内容を確認し" });
  const leave = page.getByRole("button", { name: "退会する" });
  await box.check();
  come();
  await page.waitForFunction(() =>
    Object.keys(document.getElementById("texts") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
  await expect(leave).toBeEnabled();
  await box.uncheck();
  await expect(leave).toBeDisabled();
  await box.check();
  // After a return the checkbox keeps its state.
  await page.goto("/news");
  await page.goBack();
  await expect(box).toBeChecked();
  await expect(leave).toBeEnabled();
});
