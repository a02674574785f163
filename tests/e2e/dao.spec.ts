import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";
import { errors, SUGGESTION, t } from "./dao-support";

const common = texts("ja", "common");
const myPage = texts("ja", "my-page");

const publicScreens = ["/dao", "/dao/operating-method"];

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
