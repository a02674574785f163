import type { Page } from "@playwright/test";
import { expect, type Member, test, withPictures } from "../../kit/browser/fixtures";
import { picture, pngOf } from "../../kit/data/pictures";
import { texts } from "../../kit/data/texts";
import { file, SupportForm } from "./support-form";

test.use(withPictures);

const errors = texts("ja", "errors");

const MB5 = 5 * 1024 * 1024;

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
