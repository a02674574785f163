/** The public pages as rendered without scripts: addresses, frame, longest values, messages of failed calls. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSearch } from "~/domain/search-text";
import { email, password } from "~/domain/account-fields";
import type { FormField } from "~/domain/form-fields";
import { describe, expect, it, vi } from "vitest";
import { inquiryFields } from "~/routes/support/inquiry/form";
import { languages } from "~/i18n/languages";
import { projectRoot } from "#server/cli/children";
import { calls } from "#server/wire/calls";
import { faults } from "../../mocks/server";
import { texts } from "../../kit/data/texts";
import {
  browser,
  controls,
  footerOf,
  guest,
  headerOf,
  headOf,
  links,
  mainOf,
  memberOf,
  menusOf,
  namedLinks,
  tags,
  toastsOf,
  useSite,
  words,
} from "./site";
import { post, respond } from "./mocked-data";

useSite();

describe("a public address shows its page to everybody", () => {
  it("/introduction has a picture for each of its three blocks, and the file is there [P062.1]", async () => {
    const page = mainOf(await browser.open("/introduction"));
    for (const block of ["conference", "make", "rewards"]) {
      const alt = texts("en", "introduction")(`${block}.picture`);
      const { src = "none" } = tags(page, "img").find((img) => img["alt"] === alt) ?? {};
      expect(existsSync(join(projectRoot, "public", src)), src).toBe(true);
    }
  });

  it.each([
    ["/", "In the evening sky, another life.", "P020.1"],
    ["/introduction", "What is Soria?", "P021.1"],
    ["/news", "News", "P022.1"],
    ["/download", "Go to the islands: download", "P024.1"],
    ["/support/faq", "Frequently asked questions", "P026.1"],
    ["/support/inquiry", "Contact us", "P027.1"],
    ["/support/inquiries", "My inquiries", "P028.1 P144.1"],
    ["/sign-in", "Sign in", "P032.1"],
    ["/find-password", "Reset your password", "P032.1"],
    ["/find-password/email-sent", "We have sent the e-mail", "P032.1"],
    ["/sign-up", "Sign up", "P032.1"],
    ["/privacy-policy", "Privacy policy", "P033.1"],
    ["/terms-of-use", "Terms of use", "P034.1"],
  ])("%s: %s [P007.1 %s]", async (path, heading) => {
    const page = await browser.open(path);
    expect([page.status, page.path, headOf(page)]).toEqual([200, path, heading]);
    // A member has an account already.
    if (path === "/sign-in" || path === "/sign-up") return;
    const { browser: own } = await memberOf();
    const same = await own.open(path);
    expect([same.status, same.path]).toEqual([200, path]);
    expect(headOf(same)).toBe(headOf(page));
  });

  it("/news/{id} and /game/news/{id} show the same post [P023.1 P023.2]", async () => {
    respond("/api/news/7", post);
    const [page, other] = [await browser.open("/news/7"), await browser.open("/game/news/7")];
    const { browser: own } = await memberOf();
    const same = await own.open("/news/7");
    expect([page.status, other.status, same.status]).toEqual([200, 200, 200]);
    expect(words(other)).toBe(words(page));
    expect(words(same)).toBe(words(page));
    expect(words(page)).toContain("A post");
  });
});

describe("the frame of every page", () => {
  it("links to news and its types, introduction, download, support, the DAO, sign-in and sign-up [P046.1 P046.2 P047.1 P049.1]", async () => {
    for (const path of ["/", "/news", "/support/faq", "/terms-of-use"]) {
      const { main, wide, narrow } = menusOf(await browser.open(path));
      const entries = [
        ...["All news: /news", "Announcements: /news?type=ANNOUNCEMENT"],
        ...["Updates: /news?type=UPDATE", "Events: /news?type=EVENT"],
        ...["About: /introduction", "Download: /download"],
        ...["FAQ: /support/faq", "Contact us: /support/inquiry"],
        ...["DAO home: /dao", "My suggestions: /dao/suggestions/mine", "How it works: /dao/operating-method"],
        ...["Members: /dao/members", "Governance: /dao/suggestions"],
      ];
      expect(namedLinks(main), path).toEqual(entries);
      expect(namedLinks(narrow).slice(0, entries.length), path).toEqual(entries);
      for (const menu of [wide, narrow])
        for (const link of [/^Sign in: \/sign-in(\?|$)/, /^Sign up: \/sign-up$/])
          expect(namedLinks(menu), path).toContainEqual(expect.stringMatching(link));
    }
  });

  it("has no inquiry history and no profile menu for a guest [P046.4 P141.1]", async () => {
    const page = await browser.open("/support/faq");
    expect(links(headerOf(page)).filter((to) => /requests|my-page/.test(to))).toEqual([]);
    expect(links(page.html).filter((to) => to.includes("requests"))).toEqual([]);
  });

  it("has Connect to the download for guests and members, and four languages by name [A009.1 P050.1 P050.2]", async () => {
    const menus = [browser, (await memberOf()).browser].map(async (one) => menusOf(await one.open("/")));
    for (const menu of (await Promise.all(menus)).flatMap(({ wide, narrow }) => [wide, narrow])) {
      expect(namedLinks(menu)).toContain(`${texts("en", "common")("nav.connect")}: /download`);
      const buttons = menu.match(/<button\b[^>]* name="lng"[\s\S]*?<\/button>/g) ?? [];
      expect(
        Object.fromEntries(buttons.map((button) => [tags(button, "button")[0]?.["value"], words(button)])),
      ).toEqual({ ja: "日本語", en: "English", ko: "한국어", zh: "中文" });
    }
  });

  it("has a footer with terms, privacy, support and the notice of 2024 [P010.2 P048.1]", async () => {
    const footer = footerOf(await browser.open("/news"));
    for (const link of [
      "Terms of use: /terms-of-use",
      "Privacy policy: /privacy-policy",
      "Support: /support",
    ])
      expect(namedLinks(footer)).toContain(link);
    for (const lng of languages)
      expect(words(footerOf(await (await guest(lng)).open("/news"))), lng).toContain("© 2024");
  });

  it("is in Japanese without a choice, and in the language that was chosen, for a year [A009.2 A009.3 P130.1 P130.2]", async () => {
    const { SiteBrowser } = await import("../../kit/visitors/site-browser");
    const { openSite } = await import("../../kit/visitors/whole-site");
    const site = await openSite(["site", "resources"]);
    const fresh = new SiteBrowser(site, false);
    fresh.cookies.clear();
    // Whatever the browser prefers: another language is offered only.
    for (const preferred of ["ja", "en", "zh-CN"]) {
      const headers = { "Accept-Language": preferred };
      const page = await site(new Request("http://localhost:3000/introduction", { headers }));
      const html = await page.text();
      expect(tags(html, "html")[0]?.["lang"], preferred).toBe("ja");
      expect(html).toContain(texts("ja", "introduction")("title"));
    }
    const chosen = await fresh.ask(
      new Request("http://localhost:3000/language", {
        method: "POST",
        headers: fresh.headers(),
        body: new URLSearchParams({ lng: "ko", redirectTo: "/introduction" }),
      }),
    );
    const [cookie = ""] = chosen.headers.getSetCookie();
    const [, maxAge = "0"] = /Max-Age=(\d+)/i.exec(cookie) ?? [];
    expect(Number(maxAge)).toBeGreaterThanOrEqual(30 * 86_400);
    expect(tags((await fresh.open("/introduction")).html, "html")[0]?.["lang"]).toBe("ko");
  });

  it.each(languages)(
    "an unknown address in %s is 404 with the number and the text [P040.1 P040.2 P040.3]",
    async (lng) => {
      const page = await (await guest(lng)).open("/nowhere/at-all");
      expect(page.status).toBe(404);
      expect(words(page)).toContain("404");
      const title = texts(lng, "errors")("notFound.title");
      expect(words(page)).toContain(`${title} ${texts(lng, "errors")("notFound.text")}`);
      expect(page.html).toContain(`<title>${title} | `);
    },
  );
});

describe("the longest values of a field", () => {
  it("are the same in every form [A160.1 A175.1 A181.3 A194.1]", async () => {
    const { browser: own } = await memberOf();
    const { members, guests } = {
      members: ["/my-page/profile", "/support/inquiry"],
      guests: ["/sign-in", "/sign-up", "/find-password", "/support/inquiry", "/news"],
    };
    const seen = new Set<string>();
    for (const [visitor, paths] of [
      [browser, guests],
      [own, members],
    ] as const) {
      for (const path of paths) {
        for (const { name = "", maxlength } of controls(mainOf(await visitor.open(path)))) {
          seen.add(name);
          expect(maxlength, `${path} ${name}`).toBeUndefined();
        }
      }
    }
    for (const name of ["email", "password", "oldPassword", "newPassword", "newPasswordConfirm", "keyword"])
      expect(seen).toContain(name);
    const messageOf = (field: FormField, text: string) => {
      const reading = field.read(text);
      return "problem" in reading ? reading.problem : "";
    };
    const [address, secret] = [email({ label: "a" }), password({ label: "b", missing: "x" })];
    // The browser's hint, the form's check and the call count alike.
    expect([address.max, secret.max]).toEqual([254, 64]);
    for (const { note, max } of [inquiryFields.subject, inquiryFields.message])
      expect(note).toBe(`support:inquiry.upTo?count=${max}`);
    const isSent = (length: number) =>
      calls.checkEmail.json.safeParse({ email: "x".repeat(length) }).success &&
      calls.news.query.shape.keyword.safeParse("x".repeat(Math.min(length, 100))).success;
    expect([isSent(254), isSent(255)]).toEqual([true, false]);
    expect(calls.news.query.shape.keyword.safeParse("x".repeat(101)).success).toBe(false);
    expect(messageOf(secret, "p".repeat(65))).toBe("common:form.tooLong?most=64&count=65");
    expect(messageOf(address, `a@${"b.".repeat(126)}`)).not.toContain("tooLong");
    expect(messageOf(address, `a@${"b.".repeat(126)}c`)).toBe("common:form.tooLong?most=254&count=255");
    expect(readSearch(new URLSearchParams({ keyword: "x".repeat(101) }))).toHaveLength(100);
  });
});

describe("the catalogue's message on a public page", () => {
  it.each([
    [401, "http.401", "P171.1"],
    [403, "http.403", "A204.1 P171.3"],
    [404, "http.404", "A326.1 P171.4"],
    [500, "http.unexpected", "A327.1 P171.5"],
    [418, "http.unexpected", "A327.2"],
  ])("HTTP %i is %s [%s]", async (status, key) => {
    await faults({ path: "/api/support/faq", status, body: "x" });
    const page = await browser.open("/support/faq");
    expect(words(page)).toContain(texts("en", "errors")(key));
  });

  it("an expired session is told over the next page, once [A247.1 P171.1]", async () => {
    const { browser } = await memberOf();
    await faults({ path: "/api/auth/refresh", status: 401 });
    vi.useFakeTimers({ now: Date.now() + 2 * 86_400_000, toFake: ["Date"] });
    await browser.open("/news");
    expect(toastsOf(await browser.open("/news"))).toBe(texts("en", "errors")("http.401"));
    expect(toastsOf(await browser.open("/news"))).toBe("");
  });

  it.each(["/support/faq", "/news", "/news/7"])(
    "no response for %s is not responsive [A328.1 P171.6]",
    async (path) => {
      await faults({ path: `/api${path}`, mode: "close" });
      const page = await browser.open(path);
      expect(page.status).toBe(503);
      expect(words(page)).toContain(texts("en", "errors")("http.noResponse"));
    },
  );
});
