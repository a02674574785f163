import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { htmlVectors } from "../unit/api/html-vectors";
import { errors, SUGGESTION, t } from "./dao-support";

const DEBATE = `${SUGGESTION}/debates/1`;
const likeButton = (page: Page) =>
  page.getByRole("button", { name: new RegExp(`^(${t("debate.like")}|${t("debate.likedAlready")})`) });

async function likesOf(button: Locator): Promise<number> {
  return Number((await button.innerText()).replace(/\D/g, ""));
}

const message = (page: Page, text: string) =>
  page.getByRole("region", { name: "お知らせ" }).or(page.getByRole("main")).getByText(text).first();

test("a like counts once, says so from then on, and holds on a stale page [P009.2]", async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/dao/suggestions/18/debates/13");
  const button = likeButton(page);
  await expect(button).toHaveAttribute("aria-pressed", "false");
  const before = await likesOf(button);
  const stale = await context.newPage();
  await stale.goto(page.url());

  await button.dblclick();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(button).toContainText(String(before + 1));
  await expect(message(page, t("debate.liked"))).toBeVisible();

  // Stale page, loaded before the like: pressing again must not add a second one.
  await likeButton(stale).click();
  await expect(likeButton(stale)).toHaveAttribute("aria-pressed", "true");
  await expect(likeButton(stale)).toContainText(String(before + 1));

  // The API cannot remove a like: the button shows the state and does nothing.
  await expect(button).toHaveAccessibleName(new RegExp(t("debate.likedAlready")));
  await button.click({ force: true });
  await page.reload();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(button).toContainText(String(before + 1));
});

test.describe("an API that refuses likes", () => {
  // The browser logs this for the failed response to the button's script.
  test.use({ allowed: [/status of 502/] });

  // Without scripts nothing changes before the response; tests/routes/dao-likes-and-reports.test.ts covers that.
  test("a like that fails changes nothing, and says why @scripts-only", async ({
    page,
    signIn,
    sandbox,
    member,
  }) => {
    await signIn(page);
    await page.goto(DEBATE);
    const button = likeButton(page);
    const before = await likesOf(button);
    await sandbox.faults([
      { path: "/api/dao", method: "POST", member: member.id, status: 400, body: "no", delayMs: 300 },
    ]);
    await button.click();
    await expect(message(page, errors("http.unexpected"))).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await expect(button).toContainText(String(before));
  });
});

test("without scripts a like comes back to the debate's anchor @no-scripts", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(DEBATE);
  await likeButton(page).click();
  await expect(page).toHaveURL(/\/debates\/1#debate-1$/);
});

test("a comment is reported, twice [P009.2]", async ({ page, signIn, scripts }) => {
  await signIn(page);
  await page.goto(`${DEBATE}?page=2`);
  for (let time = 1; time <= 2; time++) {
    const comment = page.getByRole("article", { name: /./ }).getByRole("link", { name: /通報する$/ });
    await comment.last().click();
    await page.getByRole("radio", { name: t("report.reasons.SPAM") }).check();
    await page.getByLabel(t("report.detail")).fill("同じ文が何度も出ています。");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("report.submit") })
      .click();
    const sure = scripts ? page.getByRole("dialog") : page.getByRole("alert");
    await expect(sure.getByRole("heading", { name: t("report.confirm") })).toBeVisible();
    await sure.getByRole("button", { name: t("report.submit") }).click();
    await expect(page).toHaveURL(/\/debates\/1\?page=2#comment-\d+$/);
    await expect(message(page, t("report.done"))).toBeVisible();
  }
});

test("a report without a reason says so at the field, and keeps what was typed", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/dao/report?target=SUGGESTION&id=19&back=/dao/suggestions/19");
  await page.getByLabel(t("report.detail")).fill("くわしい話");
  await page
    .getByRole("main")
    .getByRole("button", { name: t("report.submit") })
    .click();
  // With scripts, too, the confirmation is not shown for invalid input.
  await expect(page.getByRole("alert").getByRole("link", { name: t("report.reasonMissing") })).toBeVisible();
  await expect(page.getByLabel(t("report.detail"))).toHaveValue("くわしい話");
});

test("what an administrator removed keeps its place and its replies [P009.1 P106.7 P175.5]", async ({
  page,
  signIn,
  sandbox,
  member,
}) => {
  const items = [
    { id: 1, account_name: "上の人", content: "上のコメント" },
    { id: 2, account_name: "消された人", content: "", deleted_by: "ADMINISTRATOR" },
    { id: 3, parent_id: 2, account_name: "答えた人", content: "残った返信" },
  ];
  await sandbox.faults([
    {
      path: "/api/dao/suggestions/19/debates/1/comments",
      member: member.id,
      status: 200,
      body: { result: 1, message: "", data: { items } },
    },
  ]);
  await signIn(page);
  await page.goto(DEBATE);
  const comments = page.getByRole("region", { name: t("debate.comments") }).getByRole("listitem");
  await expect(comments).toHaveText([/上のコメント/, errors("web.077"), /残った返信/]);
  await page.goto("/dao/suggestions/18");
  await expect(page.getByRole("link", { name: errors("web.078") })).toBeVisible();
});

test("debates and comments are rows as wide as their column, and replies as wide as what is left of it", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [path, name] of [
      [SUGGESTION, t("debates.title")],
      [DEBATE, t("debate.comments")],
      [`${DEBATE}?page=2`, t("debate.comments")],
    ] as const) {
      await page.goto(path);
      const column = page.getByRole("region", { name: new RegExp(`^${name}`) });
      const rows = await column.getByRole("listitem").evaluateAll((items) => {
        const list = items[0]?.parentElement?.getBoundingClientRect();
        return items
          .filter((item) => item.closest("nav") === null)
          .map((item) => {
            const [face, entry] = [...item.children].map((part) => part.getBoundingClientRect());
            return {
              isAtEnd: entry?.right === list?.right,
              isBesideFace: (entry?.left ?? 0) - (face?.right ?? 0) <= 16,
              face: face?.width,
            };
          });
      });
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(row, path).toEqual({ isAtEnd: true, isBesideFace: true, face: 40 });
    }
  }
});

test("markup in content is harmless, long names do not break the layout", async ({
  page,
  signIn,
  sandbox,
  member,
}) => {
  const long = "a_very_long_name_without_any_place_to_break_".repeat(6);
  const content = htmlVectors.join("\n");
  const data = { id: 19, title: long, content, account_name: long, status: "IN_PROGRESS", type: "ETC" };
  const items = [{ ...data, id: 1, like_count: 1_234_567_890 }];
  const only = { member: member.id, status: 200 };
  const respond = (path: string, body: unknown) => ({
    ...only,
    path: `/api/dao/suggestions${path}`,
    exact: true,
    body: { result: 1, message: "", data: body },
  });
  await sandbox.faults([
    respond("", { items: [data] }),
    respond("/19", data),
    respond("/19/debates", { items }),
    respond("/19/debates/1/comments", { items: [{ id: 1, account_name: long, content: content + long }] }),
  ]);
  await signIn(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/dao/suggestions", SUGGESTION, DEBATE]) {
      await page.goto(path);
      await expect(page.getByRole("main").getByText(long.slice(0, 40)).first()).toBeVisible();
      const main = await page.getByRole("main").boundingBox();
      const wide = await page
        .locator("main *")
        .evaluateAll((all) =>
          Math.max(
            ...all
              .filter((e) => !e.closest(".head, .task-head, .sr, [hidden], svg"))
              .map((e) => e.getBoundingClientRect().right),
          ),
        );
      expect(wide, `${path} at ${width}`).toBeLessThanOrEqual(Math.ceil(main?.width ?? width) + 1);
      // The element with the text has neither a role nor a name.
      // oxlint-disable-next-line soria/no-css-class-locator
      const strange = page.locator("main .prose :is(script, style, iframe, svg, form, object)");
      await expect(strange).toHaveCount(0);
    }
  }
});
