/**
 * Screen reader output of the eleven main journeys in Japanese and English, as text snapshots (tests/e2e/speech).
 * Changes are reviewed there; `npm run test:e2e -- speech --update-snapshots=changed` writes them.
 */
import type { Page } from "@playwright/test";
import type { SandboxClient } from "../kit/visitors/sandbox-client";
import { expect, type Member, test } from "../kit/browser/fixtures";
import { Speech } from "../kit/browser/speech";
import { texts } from "../kit/data/texts";

interface Stage {
  page: Page;
  sandbox: SandboxClient;
  member: Member;
  speech: Speech;
  lng: string;
  signIn: (page: Page, member: Member) => Promise<void>;
  /** Returns a text of the interface: `t("account:signIn.title")`. */
  t: (key: string, params?: Record<string, string | number>) => string;
}

const NEXT_PASSWORD = "Lantern-7!";
const main = (page: Page) => page.getByRole("main");
const box = ({ page, t }: Stage, key: string) => main(page).getByLabel(t(key), { exact: true });
const press = async ({ page, t }: Stage, key: string) =>
  main(page)
    .getByRole("button", { name: t(key), exact: true })
    .first()
    .click();

async function typesSignIn(stage: Stage, email: string, password: string): Promise<void> {
  await box(stage, "account:signIn.email").fill(email);
  await box(stage, "account:signIn.password").fill(password);
  await press(stage, "account:signIn.submit");
}

const journeys: Record<string, (stage: Stage) => Promise<void>> = {
  async "sign-up"(stage) {
    const { page, sandbox, speech, t } = stage;
    const email = `speech-${Date.now()}-${process.pid}@soria.test`;
    await page.goto("/sign-up");
    await speech.reads("the first page");
    await press(stage, "account:signUp.email.submit");
    await expect(box(stage, "account:signIn.email")).toHaveAccessibleDescription(/./);
    await speech.hears("no address");
    await box(stage, "account:signIn.email").fill(email);
    await expect(page.getByText(t("account:emailHint.success"))).toBeVisible();
    await speech.hears("a free address");
    await press(stage, "account:signUp.email.submit");
    await expect(page.getByRole("heading", { name: t("account:signUp.code.title") })).toBeVisible();
    await speech.reads("the code");
    const [mail] = await sandbox.mail(email);
    await box(stage, "account:code.label").fill(mail?.code ?? "");
    await expect(page.getByText(t("account:code.success"))).toBeVisible();
    await speech.hears("the right code");
    await press(stage, "account:signUp.code.continue");
    await expect(page.getByRole("heading", { name: t("account:signUp.details.title") })).toBeVisible();
    await speech.reads("the details");
    await press(stage, "account:signUp.details.submit");
    await expect(page.getByRole("alert").getByRole("link")).toHaveCount(5);
    await speech.reads("nothing filled in");
    await box(stage, "account:signIn.password").fill(NEXT_PASSWORD);
    await box(stage, "account:password.confirm").fill(NEXT_PASSWORD);
    await box(stage, "account:name.last").fill("水野");
    await box(stage, "account:name.first").fill("灯");
    await main(page).getByLabel(t("account:agreement.label")).check();
    await press(stage, "account:signUp.details.submit");
    await expect(page.getByRole("link", { name: t("account:signUp.done.signIn") })).toBeVisible();
    await speech.reads("done");
  },

  async "sign-in"(stage) {
    const { page, member, speech } = stage;
    await page.goto("/my-page/history");
    await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
    await speech.reads("asked to sign in");
    await typesSignIn(stage, member.email, "Wrong-2024!");
    await expect(page.getByRole("alert")).toContainText("1/5");
    await speech.hears("a wrong password");
    await typesSignIn(stage, member.email, member.password);
    await expect(page).toHaveURL(/\/my-page\/history/);
    await expect(main(page)).toBeFocused();
    await speech.hears("signed in, back where it was");
  },

  async recovery(stage) {
    const { page, member, sandbox, speech } = stage;
    await page.goto("/find-password");
    await speech.reads("the first page");
    await box(stage, "account:signIn.email").fill(member.email);
    await press(stage, "account:find.submit");
    await expect(page).toHaveURL("/find-password/email-sent");
    await speech.reads("the mail is sent");
    const [mail] = await sandbox.mail(member.email);
    const link = new URL(mail?.link ?? "");
    await page.goto(link.pathname + link.search);
    await speech.reads("the link of the mail");
    await box(stage, "account:change.password").fill(NEXT_PASSWORD);
    await box(stage, "account:change.confirm").fill(NEXT_PASSWORD);
    await press(stage, "account:change.submit");
    await expect(page).toHaveURL("/change-password/complete");
    await speech.reads("changed");
  },

  async history(stage) {
    const { page, member, signIn, speech, t } = stage;
    await signIn(page, member);
    await page.goto("/my-page/history");
    await expect(page.getByRole("table").first()).toBeVisible();
    await speech.reads("the first page");
    const sizes = page.getByRole("navigation", { name: t("my-page:history.size") });
    await sizes.getByRole("link", { name: t("my-page:history.perPage_other", { count: 20 }) }).click();
    await expect(page).toHaveURL(/size=20/);
    const told = main(page).getByRole("status").filter({ hasText: /\d/ });
    await expect(told).toHaveCount(1);
    await speech.hears("twenty a page");
  },

  async profile(stage) {
    const { page, member, signIn, speech, t } = stage;
    await signIn(page, member);
    await page.goto("/my-page/profile");
    await speech.reads("the first page");
    await box(stage, "account:name.last").fill("佐々木");
    await press(stage, "my-page:profile.save");
    await expect(page.getByText(t("my-page:profile.saved"))).toBeVisible();
    await speech.hears("the name is saved");
    await box(stage, "my-page:password.old").fill("Wrong-2024!");
    await box(stage, "my-page:password.new").fill(NEXT_PASSWORD);
    await box(stage, "my-page:password.confirm").fill(NEXT_PASSWORD);
    await press(stage, "my-page:password.save");
    await expect(page.getByRole("alert").first()).toBeVisible();
    await speech.hears("a wrong password of today");
  },

  async inquiry(stage) {
    const { page, speech, t } = stage;
    await page.goto("/support/inquiry");
    await speech.reads("the first page");
    await press(stage, "support:inquiry.submit");
    await expect(page.getByRole("alert").getByRole("link").first()).toBeVisible();
    await speech.reads("nothing filled in");
    await main(page).getByLabel(t("support:inquiry.type")).selectOption({ index: 1 });
    await expect(main(page).getByRole("link", { name: t("support:answers.more") })).toBeVisible();
    await main(page).getByLabel(t("support:inquiry.name")).fill("水野 灯");
    await main(page).getByLabel(t("support:inquiry.email")).fill("guest@example.com");
    await main(page)
      .getByLabel(new RegExp(`^${t("support:inquiry.subject")}`))
      .fill("灯台");
    await main(page)
      .getByLabel(new RegExp(`^${t("support:inquiry.message")}`))
      .fill("昨日から");
    await press(stage, "support:inquiry.submit");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await speech.reads("asked once more");
    await dialog.getByRole("button", { name: t("support:inquiry.submit"), exact: true }).click();
    await expect(page.getByText(/INQ-[0-9A-Z]{10}/)).toBeVisible();
    await expect(page.getByRole("heading", { name: t("support:inquiry.doneTitle") })).toBeFocused();
    await speech.reads("sent");
  },

  async purchase(stage) {
    const { page, member, signIn, speech, t } = stage;
    await signIn(page, member);
    await page.goto("/store/products/1");
    await speech.reads("the item");
    await main(page)
      .getByRole("checkbox", { name: t("store:item.confirm") })
      .check();
    await speech.hears("confirmed");
    await press(stage, "store:item.buy");
    await expect(page).toHaveURL(/\/store\/products\/complete/);
    await expect(page.getByText(t("store:done.lead.thing"))).toBeVisible();
    await speech.reads("bought");
  },

  async news(stage) {
    const { page, speech, t } = stage;
    await page.goto("/news");
    await speech.reads("the list");
    await page.getByRole("link", { name: t("common:pager.next") }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(
      main(page)
        .getByRole("status")
        .filter({ hasText: t("common:pager.page", { page: 2 }) }),
    ).toHaveCount(1);
    await speech.hears("the next page");
    await main(page).getByRole("table").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/news\/\d+/);
    await expect(main(page)).toBeFocused();
    await speech.hears("a post");
  },

  async language(stage) {
    const { page, speech, lng } = stage;
    await page.goto("/download");
    await speech.reads("in the first language");
    const [own, other] = lng === "ja" ? ["日本語", "English"] : ["English", "日本語"];
    const banner = page.getByRole("banner");
    await banner.locator("summary", { hasText: own }).first().press("Enter");
    await speech.hears("the menu is open");
    await banner.getByRole("button", { name: other }).first().click();
    await expect(page.locator("html")).toHaveAttribute("lang", lng === "ja" ? /^en/ : /^ja/);
    await speech.reads("in the other");
  },

  async vote(stage) {
    const { page, member, signIn, speech } = stage;
    await signIn(page, member);
    for (const [what, id] of [
      ["waiting", 14],
      ["open", 18],
      ["passed", 7],
      ["failed", 3],
    ] as const) {
      await page.goto(`/dao/suggestions/${id}`);
      await speech.reads(what);
    }
  },

  async like(stage) {
    const { page, member, signIn, speech, t } = stage;
    await signIn(page, member);
    await page.goto("/dao/suggestions/18/debates/13");
    await speech.reads("the debate");
    await page
      .getByRole("button", { name: new RegExp(`^${t("dao:debate.like")}`) })
      .first()
      .click();
    await expect(
      page.getByRole("button", { name: new RegExp(t("dao:debate.likedAlready")) }).first(),
    ).toBeVisible();
    await expect(page.getByText(t("dao:debate.liked")).first()).toBeVisible();
    await speech.hears("liked");
  },
};

for (const [name, walk] of Object.entries(journeys)) {
  for (const lng of ["ja", "en"] as const) {
    test(`${name} in ${lng} has the reviewed speech of a screen reader @scripts-only`, async ({
      page,
      sandbox,
      speak,
      signIn,
    }) => {
      const member = await sandbox.makeMember({
        firstName: "灯",
        lastName: "水野",
        history: 25,
        balances: { soria: 5_000 },
      });
      const speech = await Speech.of(page, [
        [member.email, "member@soria.test"],
        [/speech-[\d-]+@soria\.test/g, "new@soria.test"],
        // The island and the history differ for each member.
        [/^image, .*(小さな島|small island).*$/gm, "image, the member's island"],
        [/(^row, \d.*\| .*$\n?)+/gm, "row, …\n"],
      ]);
      await speak(lng);
      const t = (key: string, params?: Record<string, string | number>) => {
        const [namespace = "", rest = ""] = key.split(":");
        return texts(lng, namespace)(rest, params);
      };
      await walk({ page, sandbox, member, speech, lng, signIn, t });
      expect(speech.text()).toMatchSnapshot(["speech", `${name}.${lng}.txt`]);
    });
  }
}
