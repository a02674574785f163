import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";
import { htmlVectors } from "../unit/api/html-vectors";

const t = texts("ja", "dao");
const common = texts("ja", "common");
const errors = texts("ja", "errors");
const myPage = texts("ja", "my-page");

/** From the sandbox's content: the suggestion with the most debates, and its debate with the most comments. */
const SUGGESTION = "/dao/suggestions/19";
const DEBATE = `${SUGGESTION}/debates/1`;

const publicScreens = ["/dao", "/dao/operating-method"];
const likeButton = (page: Page) =>
  page.getByRole("button", { name: new RegExp(`^(${t("debate.like")}|${t("debate.likedAlready")})`) });

async function likesOf(button: Locator): Promise<number> {
  return Number((await button.innerText()).replace(/\D/g, ""));
}

const message = (page: Page, text: string) =>
  page.getByRole("region", { name: "お知らせ" }).or(page.getByRole("main")).getByText(text).first();

test.describe("a visitor who is not signed in", () => {
  for (const path of publicScreens) {
    test(`reads ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByText("投票できるのは").or(page.getByText(t("home.signInTitle")))).toBeVisible();
    });
  }

  test("is asked to sign in for the rest, and comes back", async ({ page, member }) => {
    await page.goto("/dao/suggestions?status=PASSED&sort=POPULAR");
    await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
    await page.getByLabel("メールアドレス", { exact: true }).fill(member.email);
    await page.getByLabel("パスワード", { exact: true }).fill(member.password);
    await page.getByRole("main").getByRole("button", { name: "サインイン" }).first().click();
    await expect(page).toHaveURL(/\/dao\/suggestions\?status=PASSED&sort=POPULAR$/);
  });
});

test("the list is filtered, sorted and paged by address; a shared link shows the same [P009.1 P106.1]", async ({
  page,
  context,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto("/dao/suggestions");
  // Open votes at the top, all other suggestions below.
  await expect(page.getByRole("region", { name: t("list.open") }).getByRole("listitem")).toHaveCount(5);
  await expect(page.getByText(t("list.count_other", { count: 14 }))).toBeVisible();
  const filter = page.getByRole("search", { name: t("list.filter") });
  await page.getByText(t("list.refine")).click();
  await filter.getByLabel(t("list.status")).selectOption("PASSED");
  await filter.getByLabel(t("list.sort")).selectOption("POPULAR");
  await filter.getByRole("button", { name: t("list.submit") }).click();
  await expect(page).toHaveURL(/status=PASSED/);
  await expect(page.getByText(t("list.count_other", { count: 4 }))).toBeVisible();
  // The results are in view, not only the filters.
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(titles.first()).toBeInViewport();
  await expect(titles).toHaveCount(4);
  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(shared.getByRole("main").getByRole("heading", { level: 3 })).toHaveText(
    await titles.allInnerTexts(),
  );

  await page.getByRole("link", { name: t("list.remove", { label: t("status.PASSED") }) }).click();
  await expect(page.getByText(t("list.count_other", { count: 19 }))).toBeVisible();
  await expect(filter.getByLabel(t("list.status"))).toHaveValue("");
  await expect(filter.getByLabel(t("list.sort"))).toHaveValue("POPULAR");
  await page.getByRole("link", { name: common("pager.page", { page: 2 }), exact: true }).click();
  await expect(page).toHaveURL(/sort=POPULAR&page=2#list$/);
  await expect(titles).toHaveCount(9);
});

test("empty lists say so in the catalogue's words [P175.3 P175.4 P175.7 P175.8 P175.9 P175.10]", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/dao/suggestions/mine");
  await expect(page.getByRole("heading", { name: errors("web.055") })).toBeVisible();
  // An empty filter result has a different message than an empty list.
  await page.goto("/dao/suggestions/mine?status=PASSED");
  await expect(page.getByRole("heading", { name: errors("web.095") })).toBeVisible();
  await page.getByRole("link", { name: t("list.clear") }).click();
  await expect(page.getByRole("heading", { name: errors("web.055") })).toBeVisible();
  await page.goto("/dao/suggestions?type=ETC&status=PASSED");
  await expect(page.getByRole("heading", { name: errors("web.095") })).toBeVisible();
  await page.goto("/dao/suggestions/0/voters");
  await expect(page.getByRole("heading", { name: errors("web.073") })).toBeVisible();
  await page.goto("/dao/suggestions/13");
  await expect(page.getByRole("heading", { name: errors("web.075") })).toBeVisible();
  await expect(page.getByText(errors("web.072"))).toBeVisible();
  await page.goto("/dao/suggestions/7");
  await expect(page.getByText(errors("web.076"))).toBeVisible();
  // A vote that has not started has no voters.
  await page.goto("/dao/suggestions/13/voters");
  await expect(page.getByRole("heading", { name: errors("web.073") })).toBeVisible();
});

test("a vote's bar is as long as the words beside it say, on phones and wide windows", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  for (const [width, path] of [
    [390, "/dao/suggestions"],
    [1440, "/dao"],
    [1440, SUGGESTION],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    // The drawing has neither a role nor a name.
    // oxlint-disable-next-line soria/no-css-class-locator
    const bars = await page.locator("main .vote").evaluateAll((votes) =>
      votes.map((vote) => {
        const [agree = 0, against = 0] = [...vote.querySelectorAll(".split i")].map(
          (piece) => piece.getBoundingClientRect().width,
        );
        const said = [...vote.querySelectorAll("dd b")].map((share) =>
          Number.parseInt(share.textContent ?? "", 10),
        );
        // Half of the 3 px gap belongs to each piece.
        return { said, drawn: ((agree + 1.5) / (agree + against + 3)) * 100 };
      }),
    );
    expect(bars.length).toBeGreaterThan(0);
    for (const { said, drawn } of bars) {
      expect((said[0] ?? 0) + (said[1] ?? 0)).toBe(100);
      expect(Math.abs(drawn - (said[0] ?? 0))).toBeLessThan(1);
    }
  }
});

test("what can be done now is one button in ember, and leads where votes are cast", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto("/dao/suggestions/18");
  const now = page.getByRole("region", { name: t("now.title") });
  await expect(now.getByText(t("now.open"))).toBeVisible();
  const vote = now.getByRole("link", { name: t("now.vote") });
  await expect(vote).toBeInViewport();
  await expect(vote).toHaveAttribute("href", "/download");
  // A decided suggestion has no vote button.
  await page.goto("/dao/suggestions/7");
  await now.getByRole("link", { name: t("now.readReason") }).click();
  await expect(page).toHaveURL(/#reason$/);
  await expect(page.getByRole("region", { name: t("suggestion.reason") })).toBeInViewport();
});

test("a member's home says what waits for a vote, with a calendar entry", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/dao");
  const mine = page.getByRole("region", { name: t("glance.title") });
  await expect(mine.getByText(t("glance.votesEmpty"))).toBeVisible();
  await expect(mine.getByText(t("glance.mineEmpty"))).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    mine
      .getByRole("link", { name: t("vote.calendar") })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^soria-voting-\d+\.ics$/);
});

test("a vote brings a lantern to the member's island, on the next page alone", async ({
  page,
  signIn,
  sandbox,
  member,
}) => {
  await signIn(page);
  await page.goto("/dao");
  await page.goto("/my-page");
  const news = page.getByText(myPage("island.arrived", { parts: myPage("island.part.vote") }));
  await expect(news).toHaveCount(0);
  // A vote that the member casts in the app.
  await sandbox.faults([
    {
      path: "/api/dao/suggestions/19",
      exact: true,
      member: member.id,
      status: 200,
      body: { result: 1, message: "", data: { id: 19, my_vote: "AGREE" } },
    },
  ]);
  await page.goto(SUGGESTION);
  await page.goto("/my-page");
  await expect(news).toBeVisible();
  const island = page.getByRole("img", { name: myPage("island.size.new") });
  await expect(island).toHaveAttribute("src", /new=vote-1/);
  await page.goto("/my-page");
  await expect(news).toHaveCount(0);
});

test("no vote in progress is WEB-056 [P175.10]", async ({ page, signIn, sandbox, member }) => {
  await sandbox.faults([
    {
      path: "/api/dao/suggestions",
      exact: true,
      member: member.id,
      status: 200,
      body: { result: 1, message: "", data: null },
    },
  ]);
  await signIn(page);
  await page.goto("/dao");
  await expect(page.getByRole("heading", { name: errors("web.056") })).toBeVisible();
});

test("a failing call takes only its part of the page away", async ({ page, signIn, sandbox, member }) => {
  await sandbox.faults([
    {
      path: "/api/dao/suggestions/19/debates",
      exact: true,
      member: member.id,
      status: 200,
      body: { result: 1, message: "", data: { items: [{ id: "one" }] } },
    },
  ]);
  await signIn(page);
  await page.goto(SUGGESTION);
  await expect(page.getByText(errors("http.unexpected"))).toBeVisible();
  await expect(page.getByRole("heading", { name: t("vote.title") })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("suggestion.timeline") })).toBeVisible();
});

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

test("the end of a vote goes into the calendar", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(SUGGESTION);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: t("vote.calendar") }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("soria-voting-19.ics");
});

test("the voters are 123 pages of 10, marked as sample data, the same on every visit [P009.1 P106.5]", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${SUGGESTION}/voters?page=123`);
  await expect(page.getByText(t("voters.sample"))).toBeVisible();
  const rows = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3 }) });
  await expect(rows).toHaveCount(10);
  const first = await rows.allInnerTexts();
  await page.reload();
  expect(await rows.allInnerTexts()).toEqual(first);
});

for (const lng of ["en", "ko", "zh"] as const) {
  // Without scripts the pages are the same, and that project covers them in Japanese.
  test.describe(`in ${lng} @scripts-only`, () => {
    test.beforeEach(({ speak }) => speak(lng));

    test("a vote says when it ends", async ({ page, signIn }) => {
      const own = texts(lng, "dao");
      await signIn(page);
      await page.goto(SUGGESTION);
      await expect(page.getByRole("heading", { name: own("vote.title") })).toBeVisible();
      await expect(page.getByRole("link", { name: own("vote.calendar") })).toBeVisible();
      await expect(page.getByText("JST").first()).toBeVisible();
    });
  });
}
