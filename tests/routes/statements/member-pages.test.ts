/** A member's header and My page as rendered without scripts, and the sign-in that pages of members ask a guest for. */
import { describe, expect, it } from "vitest";
import { paths } from "~/domain/paths";
import { env } from "#server/config/env.server";
import { getSession } from "#server/session/session.server";
import { sandbox } from "../../mocks/server";
import type { Shown } from "../../kit/visitors/site-browser";
import { texts } from "../../kit/data/texts";
import {
  choicesOf,
  controls,
  browser,
  headerOf,
  links,
  mainOf,
  memberOf,
  menusOf,
  namedLinks,
  signInByWallet,
  tags,
  useSite,
  words,
} from "./site";

useSite();

const balances = { soria: 1234, soriaPlus: 56, point: 78 };

describe("the island of My page", () => {
  it("is the one for a light page, except in the night theme", async () => {
    const { browser } = await memberOf();
    const source = async () =>
      tags(mainOf(await browser.open("/my-page")), "img").find(({ src = "" }) =>
        src.includes("island.svg"),
      )?.["src"];
    expect(await source()).toBe("/my-page/island.svg?paper=");
    await browser.post("/theme", [["theme", "night"]], await browser.open("/my-page"));
    expect(await source()).toBe("/my-page/island.svg");
  });
});

describe("the header of a member", () => {
  it("links to tools, profile, history and terminate, and signs out [A058.1 A058.2 A104.1 P047.2 P047.3]", async () => {
    const { browser } = await memberOf();
    for (const path of ["/", "/introduction", "/store/products"]) {
      const page = await browser.open(path);
      const { profile, wide, narrow } = menusOf(page);
      const own = ["Profile: /my-page/profile", "Toolbox: /my-page/tools"];
      own.push("Currency history: /my-page/history", "Orders: /my-page/ecommerce-history");
      const last = "Close account: /my-page/terminate";
      expect(namedLinks(profile)).toEqual([...own, last]);
      expect(namedLinks(narrow).slice(0, own.length)).toEqual(own);
      expect(namedLinks(narrow)).toContain(last);
      // The profile menu of a wide window, and the panel of a narrow one.
      for (const menu of [profile, narrow])
        expect(tags(menu, "form").map(({ method, action }) => [method, action])).toContainEqual([
          "post",
          "/sign-out",
        ]);
      // What the menus of everybody have for members only.
      for (const menu of [wide, narrow])
        for (const to of ["/store/products", "/store/soria-exchange", "/support/requests"])
          expect(links(menu)).toContain(to);
      expect(links(headerOf(page)).filter((to) => /^\/sign-(?:in|up)/.test(to))).toEqual([]);
    }
    const page = await browser.open("/");
    await browser.post("/sign-out", [], page);
    expect((await browser.open("/my-page")).path).toMatch(/^\/sign-in/);
  });

  it("is that of a wallet member, too, who has no e-mail [A104.1 P047.2]", async () => {
    await signInByWallet(browser, "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
    const page = await browser.open("/");
    expect(links(menusOf(page).profile)).toContain("/my-page/profile");
    expect(links(headerOf(page)).filter((to) => /^\/sign-(?:in|up)/.test(to))).toEqual([]);
  });

  it("leads to FAQ, inquiry and requests, and to the DAO's five pages [P046.3 P049.1 P142.2]", async () => {
    const { browser } = await memberOf();
    const { main, narrow } = menusOf(await browser.open("/introduction"));
    const entries = [
      ...["FAQ: /support/faq", "Contact us: /support/inquiry", "My inquiries: /support/requests"],
      ...["DAO home: /dao", "My suggestions: /dao/suggestions/mine", "How it works: /dao/operating-method"],
      ...["Members: /dao/members", "Governance: /dao/suggestions"],
    ];
    for (const menu of [main, narrow])
      expect(namedLinks(menu).filter((link) => /: \/(?:support|dao)/.test(link))).toEqual(entries);
    const faq = mainOf(await browser.open("/support/faq"));
    const [tabs = ""] = /<nav\b[\s\S]*?<\/nav>/.exec(faq) ?? [];
    expect(namedLinks(tabs)).toContain("My inquiries: /support/requests");
  });
});

describe("My page", () => {
  it("shows Soria, Soria Plus and point [A011.1 A079.1]", async () => {
    const { browser } = await memberOf({ balances });
    const [purse = ""] =
      /<section aria-label="Balances">[\s\S]*?<\/section>/.exec(mainOf(await browser.open("/my-page"))) ?? [];
    expect(words(purse)).toMatch(/^Soria 1,234 Soria Plus 56 Points 78$/);
  });

  it("has an address for each tab, and shows the profile without one [A026.1 A051.1 A053.1 A054.1 A055.1 A056.1]", async () => {
    const { browser } = await memberOf();
    for (const [path, heading] of [
      ["", "Profile"],
      ["/profile", "Profile"],
      ["/history", "Currency history"],
      ["/ecommerce-history", "Orders"],
      ["/terminate", "Close your account"],
      ["/tools", "Toolbox"],
    ]) {
      const page = await browser.open(`/my-page${path}`);
      expect(page.status).toBe(200);
      expect(/<h2\b[^>]*>(.*?)<\/h2>/.exec(mainOf(page))?.[1]?.replaceAll("\u200b", "")).toContain(
        heading ?? "",
      );
      const [tabs = ""] = /<nav\b[^>]*aria-label="My page"[\s\S]*?<\/nav>/.exec(mainOf(page)) ?? [];
      expect(new Set(links(tabs))).toEqual(
        new Set(
          ["tools", "profile", "history", "ecommerce-history", "terminate"].map((tab) => `/my-page/${tab}`),
        ),
      );
      const current = tags(tabs, "a").filter((link) => "aria-current" in link);
      expect(new Set(current.map(({ href }) => href))).toEqual(new Set([`/my-page${path || "/profile"}`]));
    }
  });

  it("offers a link to each old address's tab [A051.3]", async () => {
    const { browser } = await memberOf();
    const page = mainOf(await browser.open("/my-page"));
    for (const tab of ["tools", "profile", "history", "ecommerce-history", "terminate"]) {
      const [target = ""] = new RegExp(`<p[^>]* id="${tab}"[\\s\\S]*?</p>`).exec(page) ?? [];
      expect(links(target)).toEqual([`/my-page/${tab}`]);
    }
  });

  it("shows a poster and that it is coming while no video is configured, else the video [A052.1]", async () => {
    const { browser } = await memberOf();
    const coming = texts("en", "common")("video.coming");
    const none = mainOf(await browser.open("/my-page/tools"));
    const poster = none.split("<li").find((tool) => words(tool).includes(coming)) ?? "";
    expect(tags(poster, "img").map(({ src }) => src)).toEqual(["/art/states/waiting.svg"]);
    env().toolsVideoUrl = "https://videos.test/embed/dQw4w9WgXcQ";
    const page = await browser.open("/my-page/tools?play=1#video");
    delete env().toolsVideoUrl;
    expect(words(page)).not.toContain(coming);
    expect(tags(mainOf(page), "iframe").map(({ src }) => src)).toEqual([
      "https://videos.test/embed/dQw4w9WgXcQ?autoplay=1",
    ]);
  });

  it("shows the e-mail address of an EMAIL member [A199.1]", async () => {
    const { browser, member } = await memberOf();
    const said = words(await browser.open("/my-page/profile"));
    expect(said).toContain(`${texts("en", "my-page")("profile.email")} ${member.email}`);
  });

  it("asks for the old password, the new one and its confirmation, all empty again after the change [A139.1 A179.1]", async () => {
    const { browser, member } = await memberOf();
    const page = await browser.open("/my-page/profile");
    const valuesOf = (shown: Shown) =>
      controls(mainOf(shown)).flatMap(({ type, name, value = "" }) =>
        type === "password" ? [[name, value]] : [],
      );
    const empty = ["oldPassword", "newPassword", "newPasswordConfirm"].map((name) => [name, ""]);
    expect(valuesOf(page)).toEqual(empty);
    const typed = { newPassword: "Kumo-2025?", newPasswordConfirm: "Kumo-2025?" };
    const done = await browser.send(page, "password", {
      ...{ intent: "password", oldPassword: member.password, ...typed },
    });
    expect([done.status, done.path, valuesOf(done)]).toEqual([200, "/my-page/profile", empty]);
    expect((await (await sandbox()).signIn(member.email ?? "", typed.newPassword)).result).toBe(1);
  });

  it("closes only with the box, whose form has one [A147.1 A147.2]", async () => {
    const { browser } = await memberOf();
    const page = await browser.open("/my-page/terminate");
    expect(choicesOf(page, "confirm")).toMatchObject([{ type: "checkbox" }]);
    const refused = await browser.send(page, "terminate", {});
    expect(refused.status).toBe(400);
    expect((await browser.open("/my-page")).path).toBe("/my-page");
  });
});

it("every member page opens for an account without any restriction, with no token in it [A081.1 A111.1]", async () => {
  const { browser, member } = await memberOf({ orders: 1, inquiries: [{ messages: ["q"] }] });
  const request = new Request("http://localhost:3000", { headers: browser.headers() });
  const { tokens } = (await getSession({ request, context: {} })).data;
  const secrets = [tokens?.accessToken, tokens?.refreshToken, tokens?.ecAccessToken];
  const { myPage, store, dao, support } = paths;
  for (const path of [
    ...[myPage.profile, myPage.tools, myPage.history(), myPage.ecommerceHistory(), myPage.terminate],
    ...[store.products(), store.product(5), store.soriaExchange, support.requests()],
    ...[dao.suggestions(), dao.mySuggestions(), dao.suggestion(19), dao.voters(19), dao.members()],
    ...[`/support/requests/${member.inquiries[0]}`, "/", "/store/products/5/checkout", "/my-page/data.json"],
  ]) {
    const page = await browser.open(path);
    expect([page.status, page.path]).toEqual([200, path]);
    for (const secret of secrets) expect(page.html.includes(secret ?? ""), path).toBe(false);
  }
});

it("asks a guest for the sign-in, and leads back to the page that was wanted [A075.1 A075.2 A075.3 P036.1 P036.2 P036.3]", async () => {
  for (const path of [
    "/my-page",
    "/my-page/history?page=2",
    "/dao/suggestions?status=PASSED&page=2",
    "/store",
    "/store/products",
    "/store/products/5",
    "/store/products/5/checkout",
    "/store/products/5/checkout/confirm",
    "/store/products/complete",
    "/store/soria-exchange",
    "/support/requests",
    "/support/requests/INQ-1",
  ])
    expect((await browser.open(path)).path).toBe(`/sign-in?${new URLSearchParams({ redirectTo: path })}`);
  const { email, password } = await (await sandbox()).make({});
  const page = await browser.open("/store/soria-exchange");
  const back = await browser.send(page, "sign-in", { intent: "sign-in", email: email ?? "", password });
  expect(back.path).toBe("/store/soria-exchange");
  for (const path of ["/store", "/store/products", "/store/products/5", "/store/products/5/checkout"])
    expect((await browser.open(path)).status, path).toBe(200);
});
