import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { hydrated } from "../../kit/browser/hydrated";
import { picture } from "../../kit/data/pictures";
import { texts } from "../../kit/data/texts";
import { file, SupportForm } from "./support-form";

test.use(withPictures);

const common = texts("ja", "common");

test.describe("FAQ", () => {
  test("is filtered, paged, and opened by an address [P025.1 P081.1 P081.2 P081.4 P081.5]", async ({
    page,
    checkA11y,
    checkHtml,
  }) => {
    await page.goto("/support");
    await expect(page).toHaveURL("/support/faq");
    await checkA11y(page);
    await checkHtml(page);
    const filters = page.getByRole("navigation", { name: "質問の種類" });
    await expect(filters.getByRole("link", { name: /インストール/ })).toHaveCount(0);
    const link = filters.getByRole("link", { name: /^イベント/ });
    const count = Number((await link.textContent())?.replace(/\D/g, ""));
    await link.click();
    await expect(page).toHaveURL("/support/faq?type=EVENT");
    const items = page.getByRole("main").getByRole("group");
    await expect(items).toHaveCount(count);

    await filters.getByRole("link", { name: /^すべて/ }).click();
    const all = Number(
      (await filters.getByRole("link", { name: /^すべて/ }).textContent())?.replace(/\D/g, ""),
    );
    const pager = page.getByRole("navigation", { name: "ページ" });
    let seen = 0;
    for (let number = 1; number <= Math.ceil(all / 10); number += 1) {
      if (number > 1) {
        await pager.getByRole("link", { name: common("pager.page", { page: number }), exact: true }).click();
      }
      await expect(pager.locator("[aria-current=page]")).toHaveText(String(number));
      await expect(items).toHaveCount(Math.min(10, all - seen));
      seen += await items.count();
    }
    expect(seen).toBe(all);

    await page.goto("/support/faq?page=2");
    const id = (await items.nth(3).getAttribute("id"))?.replace("faq-", "");
    await page.goto(`/support/faq?open=${id}#faq-${id}`);
    await expect(page.locator(`#faq-${id}`)).toHaveAttribute("open", "");
    // The content of collapsed items is hidden.
    await expect(items.getByRole("link", { name: "解決しないときは問い合わせる" })).toHaveCount(1);
    await checkA11y(page);
    await page.locator(`#faq-${id}`).getByRole("link", { name: "解決しないときは問い合わせる" }).click();
    await expect(page).toHaveURL(/\/support\/inquiry\?typeCode=/);
    await expect(page.getByLabel("お問い合わせの種類")).not.toHaveValue("");
  });
});

test("a fragment survives a change of language, and of the theme with scripts", async ({ page, scripts }) => {
  for (const [path, open] of [
    ["/support/faq?page=2#faq-12", "/support/faq?page=2#faq-12"],
    ["/terms-of-use?lng=ko#account", "/terms-of-use#account"],
  ] as const) {
    await page.goto(path);
    const menu = page
      .getByRole("banner")
      .getByRole("group")
      .filter({ hasText: /日本語|한국어/ })
      .first();
    await menu.locator("summary").click();
    await menu.getByRole("button", { name: "English" }).click();
    await expect(page).toHaveURL(open);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    if (!scripts) continue;
    // Before hydration the form does not know the fragment.
    await hydrated(page);
    const themes = page
      .getByRole("banner")
      .getByRole("group")
      .filter({ hasText: texts("en", "common")("theme.label") })
      .first();
    await themes.locator("summary").click();
    await themes.getByRole("button", { name: texts("en", "common")("theme.night") }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "night");
    await expect(page).toHaveURL(open);
    await page.context().clearCookies({ name: "theme" });
    await page.context().clearCookies({ name: "lng" });
  }
});

test.describe("conversation", () => {
  const open = {
    status: "IN_PROGRESS" as const,
    subject: "渡し船",
    messages: ["質問です。", "お答えします。"],
  };

  test("goes on over a third message [P008.2 P083.1 P084.1 P129.6 P129.7]", async ({
    page,
    scripts,
    sandbox,
    signIn,
    checkA11y,
    checkHtml,
  }) => {
    const closed = { status: "CLOSED" as const, subject: "終わった話" };
    const member = await sandbox.makeMember({ inquiries: [open, closed] });
    await signIn(page, member);
    await page.goto("/support/requests");
    const rows = page.getByRole("table", { name: "お問い合わせ履歴" }).locator("tbody").getByRole("row");
    await expect(rows.filter({ hasText: "渡し船" })).toContainText("回答待ち");
    await expect(rows.filter({ hasText: "終わった話" })).toContainText("回答済み");
    await checkA11y(page);
    await checkHtml(page);
    await page.getByRole("link", { name: "渡し船" }).click();
    const messages = page.getByRole("region", { name: "やりとり" }).getByRole("article");
    await expect(messages).toHaveCount(2);
    await checkA11y(page);
    await checkHtml(page);

    const form = new SupportForm(page, scripts);
    await page.getByRole("button", { name: "返信を送る" }).first().click();
    await expect(page.getByRole("link", { name: "返信内容を入力してください。" })).toBeVisible();
    const { calls } = await sandbox.calls(member.id);
    expect(calls.filter(({ method }) => method === "POST").map(({ path }) => path)).not.toContainEqual(
      expect.stringContaining("/support/inquiries/"),
    );
    await form.fill({ 返信内容: "三つ目です。\n改行も。" });
    await form.attach(file("a.jpg", picture.jpg, "image/jpeg"));
    await form.send("返信を送る");
    await expect(messages).toHaveCount(3);
    await expect(messages.nth(2)).toContainText("三つ目です。");
    await expect(messages.nth(2).getByRole("link", { name: /picture-/ })).toHaveAttribute(
      "href",
      new RegExp(`^${sandbox.origin}/files/`),
    );
    await expect(page.getByLabel("返信内容")).toHaveValue("");
  });

  test("scrolls its question and its errors into view in a long thread", async ({
    page,
    scripts,
    sandbox,
    signIn,
  }) => {
    const messages = ["質問です。\n".repeat(40), "お答えします。\n".repeat(40)];
    const member = await sandbox.makeMember({ inquiries: [{ ...open, messages }] });
    await signIn(page, member);
    await page.goto(`/support/requests/${member.inquiries[0]}`);
    const send = page.getByRole("button", { name: "返信を送る" }).first();
    await send.click();
    await expect(page.getByRole("alert").filter({ hasText: "返信内容" })).toBeInViewport();
    await page.getByLabel("返信内容").fill("三つ目です。");
    await send.click();
    const asks = scripts ? page.getByRole("dialog") : page.getByRole("alert");
    await expect(asks.getByRole("heading", { name: "この返信を送りますか？" })).toBeInViewport();
  });

  test("that is closed takes no reply [P084.3 P084.4 P084.5]", async ({
    page,
    sandbox,
    signIn,
    checkA11y,
    checkHtml,
  }) => {
    const member = await sandbox.makeMember({ inquiries: [{ ...open, status: "CLOSED" }] });
    await signIn(page, member);
    await page.goto(`/support/inquiries/${member.inquiries[0]}`);
    await expect(page.getByText("このお問い合わせは終了しました")).toBeVisible();
    await expect(page.getByLabel("返信内容")).toBeDisabled();
    await expect(page.getByRole("button", { name: "返信を送る" })).toBeDisabled();
    await checkA11y(page);
    await checkHtml(page);
    await page.getByRole("link", { name: "引用して問い合わせる" }).click();
    await expect(page).toHaveURL(/\/support\/inquiry/);
  });

  test.describe("when the reply fails", () => {
    test.use({ allowed: [/status of 50\d/] });
    test("keeps the text and says whom to ask [P174.3]", async ({ page, scripts, sandbox, signIn }) => {
      const member = await sandbox.makeMember({ inquiries: [open] });
      await signIn(page, member);
      await page.goto(`/support/requests/${member.inquiries[0]}`);
      await sandbox.faults([
        { path: "/api/support/inquiries/", method: "POST", status: 500, member: member.id },
      ]);
      const form = new SupportForm(page, scripts);
      await form.fill({ 返信内容: "消えないで" });
      await form.send("返信を送る");
      await expect(page.getByRole("alert").filter({ hasText: "管理者" })).toBeVisible();
      await expect(page.getByLabel("返信内容")).toHaveValue("消えないで");
    });
  });

  test("keeps what was written when another tab has signed out", async ({
    page,
    context,
    scripts,
    sandbox,
    signIn,
  }) => {
    const member = await sandbox.makeMember({ inquiries: [open] });
    await signIn(page, member);
    const address = `/support/requests/${member.inquiries[0]}`;
    await page.goto(address);
    const form = new SupportForm(page, scripts);
    await form.fill({ 返信内容: "消えないで" });
    await context.clearCookies({ name: "soria" });
    if (scripts) await form.send("返信を送る");
    else await page.getByRole("button", { name: "返信を送る" }).first().click();
    await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
    await page.getByLabel("メールアドレス").fill(member.email);
    await page.getByLabel("パスワード", { exact: true }).fill(member.password);
    await page.getByRole("button", { name: "サインインする" }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByText(common("form.kept"))).toBeVisible();
    await expect(page.getByLabel("返信内容")).toHaveValue("消えないで");
    await form.send("返信を送る");
    await expect(page.getByText(common("form.kept"))).toHaveCount(0);
    await expect(page.getByRole("region", { name: "やりとり" })).toContainText("消えないで");
  });

  test("of somebody else is not found; signed out there is an invitation [P083.2 P085.1]", async ({
    page,
    sandbox,
    signIn,
    checkA11y,
    checkHtml,
  }) => {
    const other = await sandbox.makeMember({ inquiries: [open] });
    const address = `/support/inquiries/${other.inquiries[0]}`;
    await page.goto(address);
    await checkA11y(page);
    await checkHtml(page);
    await expect(page.getByRole("main").getByRole("link", { name: "サインイン" })).toHaveAttribute(
      "href",
      `/sign-in?redirectTo=${encodeURIComponent(address)}`,
    );
    await signIn(page);
    expect((await page.goto(address))?.status()).toBe(404);
    await page.goto("/support/requests");
    await expect(page.getByRole("heading", { name: "お問い合わせはありません" })).toBeVisible();
    await checkA11y(page);
  });
});
