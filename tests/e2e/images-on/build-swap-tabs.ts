/** A tab on every kind of page, and what its visitor does there after a deploy (build-swap.spec.ts). */
import type { Page } from "@playwright/test";
import { expect } from "../../kit/browser/fixtures";
import type { Member } from "../../kit/visitors/sandbox-client";
import { texts } from "../../kit/data/texts";

const common = texts("ja", "common");

const account = texts("ja", "account");

const dao = texts("ja", "dao");

const my = texts("ja", "my-page");

const store = texts("ja", "store");

const support = texts("ja", "support");

/** The visitor of a tab. Tabs of one visitor share their cookies. */
export type Visitor = "guest" | "newcomer" | "returning" | "member";

/** A page that is open during the deploy. */
export interface Tab {
  who: Visitor;
  path: string;
  /** Runs before the deploy. */
  types?: (page: Page, people: People) => Promise<unknown>;
  /** Runs after the deploy. */
  goes: (page: Page) => Promise<unknown>;
  arrives: (page: Page) => Promise<unknown>;
}

/** The visitors of the tabs. */
export interface People {
  member: Member;
  returning: Member;
  guest: Member;
  newcomer: string;
}

const main = (page: Page) => page.getByRole("main");

const press = (name: string | RegExp) => (page: Page) =>
  main(page).getByRole("button", { name, exact: true }).first().click();

const follow = (name: string | RegExp) => (page: Page) =>
  main(page).getByRole("link", { name, exact: true }).first().click();

const footer = (key: string) => (page: Page) =>
  page
    .getByRole("contentinfo")
    .getByRole("link", { name: common(key) })
    .click();

const at = (address: RegExp) => async (page: Page) => {
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
};

const sees = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();

const fill = (label: string, text: string) => (page: Page) =>
  main(page).getByLabel(label, { exact: true }).fill(text);

const all =
  (...steps: ((page: Page, people: People) => Promise<unknown>)[]) =>
  async (page: Page, people?: People) => {
    for (const step of steps) await step(page, people as People);
  };

const LANTERNS = "空の灯籠（三つ組）";

/** All tabs. */
export const tabs: Tab[] = [
  { who: "guest", path: "/", goes: footer("nav.terms"), arrives: at(/\/terms-of-use$/) },
  { who: "guest", path: "/introduction", goes: footer("nav.download"), arrives: at(/\/download$/) },
  {
    who: "guest",
    path: "/news",
    goes: (page) => main(page).getByRole("table").getByRole("link").first().click(),
    arrives: at(/\/news\/\d+$/),
  },
  { who: "guest", path: "/news/3", goes: follow(texts("ja", "news")("detail.back")), arrives: at(/\/news$/) },
  { who: "guest", path: "/download", goes: footer("nav.privacy"), arrives: at(/\/privacy-policy$/) },
  { who: "guest", path: "/support/faq", goes: footer("nav.introduction"), arrives: at(/\/introduction$/) },
  { who: "guest", path: "/terms-of-use", goes: footer("nav.privacy"), arrives: at(/\/privacy-policy$/) },
  { who: "guest", path: "/dao", goes: footer("nav.news"), arrives: at(/\/news$/) },
  { who: "guest", path: "/nowhere", goes: footer("nav.terms"), arrives: at(/\/terms-of-use$/) },
  {
    who: "guest",
    path: "/find-password",
    types: async (page, { guest }) => {
      await fill(account("signIn.email"), guest.email)(page);
      await sees(account("find.success"))(page);
    },
    goes: press(account("find.submit")),
    arrives: at(/\/find-password\/email-sent/),
  },
  {
    who: "newcomer",
    path: "/sign-up",
    types: (page, { newcomer }) => fill(account("signIn.email"), newcomer)(page),
    goes: press(account("signUp.email.submit")),
    arrives: sees(account("signUp.code.title")),
  },
  {
    who: "returning",
    path: "/sign-in?redirectTo=%2Fmy-page%2Fhistory",
    types: async (page, { returning: { email, password } }) => {
      await fill(account("signIn.email"), email)(page);
      await fill(account("signIn.password"), password)(page);
    },
    goes: press(account("signIn.submit")),
    arrives: at(/\/my-page\/history/),
  },
  {
    who: "member",
    path: "/my-page/profile",
    types: all(fill("姓", "佐々木"), fill("名", "あかり")),
    goes: press(my("profile.save")),
    arrives: all(sees(my("profile.saved")), (page) => expect(page.getByLabel("姓")).toHaveValue("佐々木")),
  },
  {
    who: "member",
    path: "/my-page/history",
    goes: follow(common("nav.tools")),
    arrives: at(/\/my-page\/tools$/),
  },
  {
    who: "member",
    path: "/my-page/ecommerce-history",
    goes: (page) =>
      main(page)
        .getByRole("listitem")
        .filter({ hasText: /ORDER-/ })
        .getByRole("link")
        .first()
        .click(),
    arrives: at(/\/ecommerce-history\/ORDER-/),
  },
  {
    who: "member",
    path: "/store/products",
    goes: follow(store("list.buyNamed", { name: LANTERNS })),
    arrives: at(/\/store\/products\/\d+$/),
  },
  {
    who: "member",
    path: "/store/products",
    types: async (page) => {
      await follow(store("list.buyNamed", { name: LANTERNS }))(page);
      await main(page).getByLabel(store("item.quantity"), { exact: true }).fill("2");
      await page.getByRole("radio", { name: store("item.balance") }).check();
      await page.getByRole("checkbox", { name: store("item.confirm") }).check();
    },
    goes: press(store("item.buy")),
    arrives: sees(store("done.title.thing", { name: `${LANTERNS} × 2` })),
  },
  {
    who: "member",
    path: "/store/products/3/checkout",
    types: async (page) => {
      const address = {
        customerPhone: "090 1234 5678",
        shippingPhone: "+65 8123 4567",
        postalCode: "1000001",
        address: "千代田1-1",
        detailedAddress: "3F",
      };
      for (const [name, value] of Object.entries(address)) await fill(store(`checkout.${name}`), value)(page);
      await page.getByRole("radio", { name: store("checkout.methodCard") }).check();
      await page.getByRole("checkbox", { name: store("checkout.thirdParty") }).check();
      await page.getByRole("checkbox", { name: store("checkout.process") }).check();
    },
    goes: press(store("checkout.submit")),
    arrives: all(at(/\/checkout\/confirm/), sees("100-0001"), sees("千代田1-1")),
  },
  {
    who: "member",
    path: "/store/soria-exchange",
    types: fill(store("exchange.amount"), "150"),
    goes: press(store("exchange.preview")),
    arrives: sees("850.00"),
  },
  {
    who: "member",
    path: "/dao/suggestions",
    goes: (page) => main(page).locator("a[href*='/dao/suggestions/1']").first().click(),
    arrives: at(/\/dao\/suggestions\/\d+$/),
  },
  {
    who: "member",
    path: "/dao/suggestions/18/debates/13",
    goes: (page) => page.getByRole("button", { name: new RegExp(`^${dao("debate.like")}`) }).click(),
    arrives: sees(dao("debate.liked")),
  },
  {
    who: "member",
    path: "/dao/report?target=COMMENT&id=1",
    types: async (page) => {
      await page.getByRole("radio", { name: dao("report.reasons.SPAM") }).check();
      await page.getByLabel(dao("report.detail")).fill("同じ文が何度も出ています。");
    },
    goes: async (page) => {
      await press(dao("report.submit"))(page);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: dao("report.submit") })
        .click();
    },
    arrives: sees(dao("report.done")),
  },
  {
    who: "member",
    path: "/support/inquiry",
    types: async (page) => {
      await page.getByLabel(support("inquiry.type")).selectOption({ index: 1 });
      await page.getByLabel(/^件名/).fill("入れません");
      await page.getByLabel(/^お問い合わせ内容/).fill("昨日から\nサインインできません。");
    },
    goes: async (page) => {
      await press(support("inquiry.submit"))(page);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: support("inquiry.submit") })
        .click();
    },
    arrives: all(at(/\/support\/requests/), sees("入れません")),
  },
];
