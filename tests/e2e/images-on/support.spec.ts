import type { Page } from "@playwright/test";
import { expect, type Member, test, withPictures } from "../../kit/browser/fixtures";
import { hydrated } from "../../kit/browser/hydrated";
import { picture, pngOf } from "../../kit/data/pictures";
import { texts } from "../../kit/data/texts";

test.use(withPictures);

const common = texts("ja", "common");
const errors = texts("ja", "errors");

const MB5 = 5 * 1024 * 1024;
const file = (name: string, buffer: Buffer, mimeType = "image/png") => ({ name, mimeType, buffer });

/** Page object of the inquiry form and the reply form, with and without scripts. */
class SupportForm {
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

/** Returns the newest inquiry from the API. */
async function newest(page: Page, member: Member, api: string) {
  const signedIn = await page.request.post(`${api}/api/auth/sign-in`, {
    data: { email: member.email, password: member.password, language: "JA", platform: "WEB" },
  });
  const { data } = (await signedIn.json()) as { data: { accessToken: string } };
  const headers = { Authorization: `Bearer ${data.accessToken}` };
  const read = async <T>(path: string) =>
    (
      (await (await page.request.get(`${api}/api/support/inquiries${path}`, { headers })).json()) as {
        data: T;
      }
    ).data;
  const list = await read<{ content: { publicId: string }[] }>("?page=1&size=10");
  const detail = await read<{
    typeCode: string;
    subject: string;
    customerName: string;
    customerEmail: string;
    messages: { content: string; attachments: { fileUrl: string; fileName: string }[] }[];
  }>(`/${list.content[0]?.publicId}`);
  return { detail, count: list.content.length };
}

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

test.describe("inquiry", () => {
  test("of a guest with a picture ends with the reference [P007.2 P129.1]", async ({
    page,
    scripts,
    checkA11y,
    checkHtml,
  }) => {
    const form = new SupportForm(page, scripts);
    await page.goto("/support/inquiry");
    await expect(page.getByLabel("お問い合わせの種類").locator("option")).toHaveCount(3);
    await form.fill({
      type: "サインインできない",
      お名前: "水野 灯",
      メールアドレス: "guest@example.com",
      件名: "入れません",
      お問い合わせ内容: "昨日から\nサインインできません。",
    });
    await form.attach(file("夕焼け.png", picture.png));
    await form.send();
    await expect(page.getByRole("heading", { name: "お問い合わせを受け付けました" })).toBeVisible();
    await expect(page.getByText(/^INQ-[0-9A-Z]{10}$/)).toBeVisible();
    await expect(page.getByText("guest@example.com")).toBeVisible();
    await checkA11y(page);
    await checkHtml(page);
  });

  test("of a member arrives whole, the file byte for byte [P082.3 P129.4]", async ({
    page,
    scripts,
    member,
    signIn,
    sandbox,
  }) => {
    await signIn(page);
    const form = new SupportForm(page, scripts);
    await page.goto("/support/inquiry?typeCode=BUG_ERROR");
    await expect(page.getByLabel("お名前")).toHaveValue("水野 灯");
    await expect(page.getByLabel("メールアドレス")).toHaveValue(member.email);
    await expect(page.getByRole("heading", { name: "先にこちらをご覧ください" })).toBeVisible();
    const bytes = pngOf(MB5);
    await form.fill({ 件名: "渡し船", お問い合わせ内容: "白くなります。" });
    await form.attach(file("船.png", bytes));
    await form.send();
    await expect(page).toHaveURL("/support/requests");
    await expect(page.getByText("お問い合わせを受け付けました。")).toBeVisible();
    const { detail, count } = await newest(page, member, sandbox.origin);
    expect(count).toBe(1);
    expect(detail).toMatchObject({ typeCode: "BUG_ERROR", subject: "渡し船", customerEmail: member.email });
    expect(detail.messages[0]?.content).toBe("白くなります。");
    const [attachment] = detail.messages[0]?.attachments ?? [];
    const sent = await (await page.request.get(attachment?.fileUrl ?? "")).body();
    expect(sent.equals(bytes)).toBe(true);
  });

  test("says what is wrong with each field, and keeps the picture [P135.1 P135.2 P135.3 P135.4 P135.5]", async ({
    page,
    scripts,
    checkA11y,
    checkHtml,
  }) => {
    const form = new SupportForm(page, scripts);
    await page.goto("/support/inquiry");
    await form.attach(file("a.png", picture.png));
    await page.getByRole("button", { name: "送信する", exact: true }).first().click();
    const summary = page.getByRole("alert").filter({ hasText: "入力内容" });
    for (const [field, message] of [
      ["お問い合わせの種類", "お問い合わせの種類を選んでください。"],
      ["お名前", "お名前を入力してください。"],
      ["メールアドレス", "メールアドレスを入力してください。"],
      ["件名", "件名を入力してください。"],
      ["お問い合わせ内容", "お問い合わせ内容を入力してください。"],
    ] as const) {
      await expect(summary.first().getByRole("link", { name: message })).toBeVisible();
      const control = page.getByRole("main").getByLabel(field);
      await expect(control).toHaveAccessibleDescription(new RegExp(message));
      await expect(control).toHaveAttribute("aria-invalid", "true");
    }
    await expect(page.getByText("添付しました")).toBeVisible();
    await checkA11y(page);
    await checkHtml(page);
    await form.fill({ 件名: "消えない件名" });
    await page.getByRole("button", { name: "添付を取り消す" }).click();
    await expect(page.getByText("添付しました")).toHaveCount(0);
    await expect(page.getByLabel("件名")).toHaveValue("消えない件名");
  });

  for (const [what, chosen, message] of [
    ["a byte too many", file("a.png", pngOf(MB5 + 1)), "添付ファイルは5 MBまでです。"],
    ["an SVG", file("a.svg", Buffer.from("<svg/>"), "image/svg+xml"), "画像だけです"],
    ["HTML named .png", file("a.png", Buffer.from("<!doctype html><p>")), "画像だけです"],
    ["a.png.exe", file("a.png.exe", picture.png), "画像だけです"],
    ["an empty file", file("a.png", Buffer.alloc(0)), "ファイルが空です"],
  ] as const) {
    test(`refuses ${what} [P135.10 P135.8 P135.9]`, async ({ page, scripts }) => {
      await page.goto("/support/inquiry");
      const field = page.getByLabel("添付ファイル");
      await field.setInputFiles(chosen);
      if (!scripts) await page.getByRole("button", { name: "送信する", exact: true }).first().click();
      await expect(field).toHaveAccessibleDescription(new RegExp(message));
      await expect(page.getByText(message).first()).toBeVisible();
    });
  }

  test("offers answers as the type is chosen @scripts-only", async ({ page, signIn }) => {
    await signIn(page);
    await page.goto("/support/inquiry");
    const answers = page.getByRole("main").getByRole("group");
    await expect(answers).toHaveCount(0);
    await page.getByLabel("お問い合わせ内容").fill("まだここに");
    await page.getByLabel("お問い合わせの種類").selectOption("EVENT");
    await expect(answers).not.toHaveCount(0);
    await expect(page.getByLabel("お問い合わせ内容")).toHaveValue("まだここに");
  });

  test("takes a picture that is dropped, and lets one fall beside the form @scripts-only", async ({
    page,
  }) => {
    await page.goto("/support/inquiry");
    const drop = (target: string) =>
      page.locator(target).evaluate(
        (element, bytes) => {
          const dataTransfer = new DataTransfer();
          for (const name of ["one.png", "two.png"]) {
            dataTransfer.items.add(new File([Uint8Array.from(bytes)], name, { type: "image/png" }));
          }
          const init = { bubbles: true, cancelable: true, dataTransfer };
          // If the default is not prevented, the browser opens the file instead of the page.
          return ["dragover", "drop"].map((type) => !element.dispatchEvent(new DragEvent(type, init)));
        },
        [...picture.png],
      );
    expect(await drop("footer")).toEqual([true, true]);
    await expect(page.getByText("添付しました")).toHaveCount(0);
    expect(await drop("textarea")).toEqual([true, true]);
    await expect(page.getByText("one.png", { exact: true })).toBeVisible();

    // Announced to screen readers, and the focus moves when its button is removed.
    await expect(page.locator("[aria-live=polite]").getByText("添付しました")).toBeVisible();
    const detached = page.waitForRequest((request) => request.postData()?.includes("detach") ?? false);
    await page.getByRole("button", { name: "添付を取り消す" }).press("Enter");
    await expect(page.getByLabel("添付ファイル")).toBeFocused();
    expect((await (await detached).response())?.status()).toBe(200);
  });

  test.describe("whose upload breaks off", () => {
    test.use({ allowed: [/ERR_CONNECTION_RESET/] });
    test("is announced to screen readers, and keeps its text @scripts-only", async ({ page }) => {
      await page.goto("/support/inquiry");
      await page.getByLabel("お問い合わせ内容").fill("消えないで");
      await page.route("**/support/inquiry/attachment", (route) => route.abort("connectionreset"), {
        times: 1,
      });
      const field = page.getByLabel("添付ファイル");
      await field.setInputFiles(file("a.png", picture.png));
      await expect(
        page.locator("[aria-live=polite]").getByText("アップロードできませんでした"),
      ).toBeVisible();
      await expect(page.getByLabel("お問い合わせ内容")).toHaveValue("消えないで");
      await field.setInputFiles(file("a.png", picture.png));
      await expect(page.getByText("添付しました")).toBeVisible();
    });
  });

  test("keeps its text when the connection is lost @scripts-only", async ({ browser, baseURL }) => {
    // A separate context: the connection error on the console is expected.
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    const page = await context.newPage();
    await page.goto("/support/inquiry");
    const form = new SupportForm(page, true);
    await form.fill({
      type: "会員以外のお問い合わせ",
      お名前: "灯",
      メールアドレス: "guest@example.com",
      件名: "件名",
      お問い合わせ内容: "消えないで",
    });
    await form.attach(file("a.png", picture.png));
    await context.setOffline(true);
    await form.send();
    await expect(page.getByRole("alert").filter({ hasText: errors("findingOut") })).toBeVisible();
    await expect(page.getByLabel("お問い合わせ内容")).toHaveValue("消えないで");
    await expect(page.getByText("添付しました")).toBeVisible();
    await context.setOffline(false);
    await expect(async () => {
      // A press while the page asks whether the form arrived opens no dialog.
      await form.send("送信する", { timeout: 3_000 });
      await expect(page.getByText(/^INQ-/)).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await context.close();
  });

  test("that is sent again is not replaced by the question whether it arrived @scripts-only", async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    const page = await context.newPage();
    await page.goto("/support/inquiry");
    const form = new SupportForm(page, true);
    const texts = { お名前: "灯", メールアドレス: "guest@example.com", 件名: "件名" };
    await form.fill({ type: "会員以外のお問い合わせ", ...texts, お問い合わせ内容: "二度目" });
    await form.attach(file("a.png", picture.png));
    await context.setOffline(true);
    await form.send();
    await expect(page.getByRole("alert").filter({ hasText: errors("findingOut") })).toBeVisible();

    const hold = async (what: string | RegExp, method: string) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const seen: string[] = [];
      await page.route(what, async (route) => {
        if (route.request().method() !== method) return route.fallback();
        seen.push(route.request().url());
        await released;
        await route.continue().catch(() => undefined);
      });
      return { release, seen };
    };
    const probe = await hold("**/favicon.svg", "HEAD");
    const posts = await hold(/\/support\/inquiry/, "POST");
    await context.setOffline(false);
    await expect.poll(() => probe.seen.length).toBeGreaterThan(0);
    await form.send();
    await expect.poll(() => posts.seen.length).toBe(1);
    const reached = page.waitForResponse("**/favicon.svg");
    probe.release();
    await reached;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(posts.seen, "only the press").toHaveLength(1);
    posts.release();
    await expect(page.getByText(/^INQ-/)).toBeVisible();
    await context.close();
  });
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
