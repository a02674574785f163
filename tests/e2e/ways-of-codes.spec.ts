/**
 * A code of the catalogue whose message has a way on: the message stands on the screen of the refused call, and its
 * link or form leads to a page that answers 200 and is about it. Japanese on a desktop and Korean on a phone in turn.
 */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import type { Member, SandboxClient } from "../kit/visitors/sandbox-client";
import { texts } from "../kit/data/texts";

const NEW = "Nightfall-2!";
const SUSPENSION = {
  created_at: "2026-11-01T00:00:00Z",
  restored_at: "2030-01-01T00:00:00Z",
  duration: { days: 3, hours: 4, minutes: 5 },
  reason: "REASON",
};

type Say = (key: string) => string;
interface World {
  page: Page;
  scripts: boolean;
  say: Say;
  sandbox: SandboxClient;
  member: Member;
  main: Locator;
}

/** The screen of a call: how its form is opened, filled in and sent. */
interface Screen {
  method: string;
  path: string;
  /** Signed in when the screen is opened. */
  isMember?: true;
  send: (world: World) => Promise<void>;
}

const screens = {
  signIn: {
    ...{ method: "POST", path: "/api/auth/sign-in" },
    async send({ page, main, say, member }) {
      await page.goto("/sign-in");
      await main.getByRole("textbox", { name: say("account:signIn.email") }).fill(member.email);
      await main.getByLabel(say("account:signIn.password"), { exact: true }).fill(member.password);
      await main.getByRole("button", { name: say("account:signIn.submit"), exact: true }).click();
    },
  },
  requestCode: {
    ...{ method: "POST", path: "/api/auth/request-code" },
    async send({ page, main, say, member }) {
      await page.goto("/sign-up");
      await main.getByRole("textbox", { name: say("account:signIn.email") }).fill(`new-${member.email}`);
      await main.getByRole("button", { name: say("account:signUp.email.submit") }).click();
    },
  },
  names: {
    ...{ method: "PATCH", path: "/api/users/me", isMember: true },
    async send({ page, main, say }) {
      await page.goto("/my-page/profile");
      await main.getByRole("textbox", { name: say("account:name.last"), exact: true }).fill("雲居");
      await main.getByRole("button", { name: say("my-page:profile.save") }).click();
    },
  },
  password: {
    ...{ method: "PATCH", path: "/api/users/me/password", isMember: true },
    async send({ page, main, say, member }) {
      await page.goto("/my-page/profile");
      await main.getByLabel(say("my-page:password.old"), { exact: true }).fill(member.password);
      await main.getByLabel(say("my-page:password.new"), { exact: true }).fill(NEW);
      await main.getByLabel(say("my-page:password.confirm"), { exact: true }).fill(NEW);
      await main.getByRole("button", { name: say("my-page:password.save") }).click();
    },
  },
  history: {
    ...{ method: "GET", path: "/api/users/me/history", isMember: true },
    send: async ({ page }) => void (await page.goto("/my-page/history")),
  },
  reply: {
    ...{ method: "POST", path: "/api/support/inquiries/", isMember: true },
    async send({ page, scripts, main, say, member }) {
      await page.goto(`/support/requests/${member.inquiries[0]}`);
      await main.getByLabel(say("support:reply.content")).fill("灯りの件");
      await main.getByRole("button", { name: say("support:reply.submit") }).click();
      const question = page.getByRole(scripts ? "dialog" : "alert");
      await question.getByRole("button", { name: say("support:reply.submit") }).click();
    },
  },
  buy: {
    ...{ method: "POST", path: "/api/store/products/purchase", isMember: true },
    async send({ page, main, say }) {
      const response = await page.request.get("/store/products?_data=routes%2Fstore%2Fproducts%2Froute");
      const { items } = (await response.json()) as { items: { id: number; type: string }[] };
      await page.goto(`/store/products/${items.find(({ type }) => type === "SORIA")?.id}`);
      await main.getByRole("checkbox", { name: say("store:item.confirm") }).check();
      await main.getByRole("button", { name: say("store:item.buy"), exact: true }).click();
    },
  },
} satisfies Record<string, Screen>;

interface Way {
  screen: keyof typeof screens;
  codes: number[];
  data?: unknown;
  /** Start of the message, and the link or button beside it. */
  message: string;
  link: string;
  /** Where it leads, and what that page says. */
  to: RegExp;
  about: string;
}

const contact = { link: "common:way.support", to: /\/support\/inquiry$/, about: "support:inquiry.title" };
const reset = { link: "common:way.reset", to: /\/find-password$/, about: "account:find.title" };
const purchases = {
  link: "store:purchases.title",
  to: /\/my-page\/ecommerce-history$/,
  about: "store:purchases.title",
};

const ways: Way[] = [
  { screen: "signIn", codes: [1119], message: "errors:code.pending", ...contact },
  { screen: "signIn", codes: [1202], message: "errors:code.passwordExpired", ...reset },
  { screen: "signIn", codes: [1201], message: "errors:web.002", ...reset },
  {
    ...{ screen: "signIn", codes: [1117], message: "errors:web.011", link: "account:signIn.sendUnlock" },
    ...{ to: /\/sign-in$/, about: "account:signIn.unlockSent" },
  },
  {
    ...{ screen: "signIn", codes: [1118, 1005], data: SUSPENSION, message: "account:accessDenied.title" },
    ...{ ...contact, link: "account:accessDenied.contact" },
  },
  {
    ...{ screen: "requestCode", codes: [1001], message: "errors:invalidAccessForNow" },
    ...{ link: "account:code.requestedHave", to: /\/sign-up\b/, about: "account:signUp.code.title" },
  },
  { screen: "requestCode", codes: [1118], message: "errors:code.suspended", ...contact },
  { screen: "names", codes: [1118], message: "errors:code.suspended", ...contact },
  { screen: "names", codes: [1119], message: "errors:code.pending", ...contact },
  { screen: "password", codes: [1201], message: "errors:web.002", ...reset },
  { screen: "password", codes: [1202], message: "errors:code.passwordExpired", ...reset },
  { screen: "history", codes: [1118], message: "errors:code.suspended", ...contact },
  {
    ...{
      screen: "reply",
      codes: [1511],
      message: "support:thread.closedText",
      link: "support:thread.continue",
    },
    ...{ to: /\/support\/inquiry\?/, about: "support:inquiry.title" },
  },
  { screen: "buy", codes: [10_002, 10_007], message: "errors:area.payment", ...purchases },
];

test.use({ allowed: [/status of (4|5)\d\d/] });

for (const [index, way] of ways.entries()) {
  const { method, path, isMember, send }: Screen = screens[way.screen];
  const [lng, width] = index % 2 === 0 ? (["ja", 1280] as const) : (["ko", 390] as const);
  for (const code of way.codes)
    test(`${code} at ${method} ${path} has a way on that leads there (${lng}, ${width} px)`, async ({
      page,
      scripts,
      sandbox,
      speak,
      signIn,
    }) => {
      const say: Say = (key) => {
        const [namespace = "", name = ""] = key.split(":");
        return texts(lng, namespace)(name, { until: "" }).replaceAll("\u00a0", " ");
      };
      await page.setViewportSize({ width, height: 800 });
      await speak(lng);
      const member = await sandbox.makeMember({
        inquiries: [{ subject: "件名" }],
        balances: { soria: 900_000 },
      });
      if (isMember) await signIn(page, member);
      const email = way.screen === "requestCode" ? `new-${member.email}` : member.email;
      const whose = isMember ? { member: member.id } : { email };
      const body = { result: code, message: "refused", data: way.data ?? null };
      await sandbox.faults([{ method, path, ...whose, status: 400, body }]);
      const main = page.getByRole("main");
      await send({ page, scripts, say, sandbox, member, main });

      await expect(page.locator("body")).toContainText(say(way.message));
      const name = say(way.link);
      const link = main
        .or(page.getByRole("alert"))
        .getByRole("link", { name, exact: true })
        .or(main.getByRole("button", { name, exact: true }))
        .first();
      const arrival = page.waitForResponse(
        (response) =>
          response.request().method() === "GET" &&
          way.to.test(
            new URL(response.url()).pathname + new URL(response.url()).search.replace(/[?&]_data=.*/, ""),
          ),
      );
      await link.click();
      expect((await arrival).status()).toBe(200);
      await expect(page).toHaveURL(way.to);
      await expect(page.locator("body")).toContainText(say(way.about));
    });
}
