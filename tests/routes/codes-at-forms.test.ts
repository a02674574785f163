/**
 * What the visitor reads at each form and page when the API refuses its call with a code of the catalogue. The table of
 * every call and code is tests/unit/errors/codes-at-calls.test.ts.
 */
import { describe, expect, it } from "vitest";
import { SwrCache } from "#server/api/swr-cache.server";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { faults } from "../mocks/server";
import { type Shown, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { texts } from "../kit/data/texts";
import { guest, links, memberOf } from "./statements/site";
import { cases, type FormCase } from "./form-cases";
import { enter, made, site, withForms, type World } from "./form-site";

const GENERAL = "errors:http.unexpected";
const LINK = "errors:code.linkInvalid";
const GONE = "errors:area.auth";
const SUSPENDED = "errors:code.suspended";
const PENDING = "errors:code.pending";
const TAKEN = "account:emailHint.invalid";
const REFUSED = "account:password.refused";

/** Result codes of members' forms that mean the same everywhere. */
const ofMembers = {
  1000: GONE,
  1118: SUSPENDED,
  1119: PENDING,
  1013: "errors:http.401",
  1100: GONE,
  1103: GONE,
  1113: "errors:http.403",
  99000: "errors:area.version",
};
/** Codes about something else than the form: its visitor reads none of their meanings. */
const others = [
  0, 1006, 1010, 1015, 1300, 1400, 1600, 6000, 7000, 8005, 9000, 9003, 10_002, 11_000, 12_000, 13_000, 4711,
];
const none = (codes: number[] = others) => Object.fromEntries(codes.map((code) => [code, GENERAL]));

/** The message of each code, by form. */
const table: Record<string, Record<number, string>> = {
  "sign-in": {
    0: "errors:web.001plain",
    1000: "errors:web.001plain",
    1017: GENERAL,
    1119: PENDING,
    1201: "errors:web.002",
    1202: "errors:code.passwordExpired",
    1204: "errors:code.mailFailed",
    4711: "errors:web.001plain",
    99001: "errors:area.version",
  },
  "find-password": {
    0: "errors:requestProblem",
    1001: "errors:invalidAccessForNow",
    1012: "errors:requestProblem",
    1015: "account:find.invalid",
    1111: "account:find.invalid",
    8005: "errors:requestProblem",
  },
  "change-password": {
    ...none([0, 1001, 1002, 1202, 1300, 8005]),
    1000: LINK,
    1006: LINK,
    1008: "errors:code.linkExpired",
    1010: LINK,
    1016: "errors:code.linkExpired",
    1115: REFUSED,
    1118: SUSPENDED,
    1203: REFUSED,
  },
  "sign-up-email": {
    ...none([0, 1000, 1002, 1003, 1006, 1010, 1200, 8005, 10_002]),
    1009: TAKEN,
    1012: "errors:code.mailFailed",
    1014: "errors:code.mailFailed",
    1112: TAKEN,
    1114: "errors:web.017",
    1118: SUSPENDED,
  },
  "sign-up-code": { 1006: "errors:web.020", 1008: "errors:web.023" },
  "sign-up-details": {
    ...none([0, 1000, 1013, 1300, 8005]),
    1001: "errors:web.016",
    1002: "errors:code.nameTaken",
    1003: "errors:code.specialCharacter",
    1004: "errors:code.abuseCharacter",
    1008: "errors:web.023",
    1009: "errors:web.016",
    1011: "errors:code.userUpdate",
    1114: "errors:web.017",
    1115: REFUSED,
    1116: "errors:code.nameInvalid",
    1119: PENDING,
    1203: REFUSED,
  },
  inquiry: {
    ...none([0, 1000, 1006, 1010, 1015, 1200, 1300, 1501, 1510, 8005, 10_002]),
    1004: "errors:code.abuseCharacter",
    1114: "errors:web.017",
    1118: SUSPENDED,
    1512: "errors:web.052",
    1513: "errors:web.053",
    // The API refuses a field without naming it; the form has checked the type before.
    1514: GENERAL,
  },
  reply: {
    ...Object.fromEntries([...others, 1004, 1118].map((code) => [code, "errors:contactAdmin"])),
    1511: "support:thread.closedText",
    1512: "errors:web.052",
    1513: "errors:web.053",
  },
  names: {
    ...none(),
    ...none([1001, 1114, 1200, 1202, 1501]),
    ...ofMembers,
    1002: "errors:code.nameTaken",
    1003: "errors:code.specialCharacter",
    1004: "errors:code.abuseCharacter",
    1011: "errors:code.userUpdate",
    1116: "errors:code.nameInvalid",
  },
  password: {
    ...none([0, 1001, 1002, 1006, 1010, 1300, 8005]),
    ...ofMembers,
    1003: REFUSED,
    1011: "errors:area.password",
    1115: "errors:code.oldPassword",
    1200: "errors:code.oldPassword",
    1201: "errors:web.002",
    1202: "errors:code.passwordExpired",
    1203: "errors:code.oldPassword",
  },
  terminate: { ...none(), ...none([1001, 1003, 1011]), ...ofMembers, 1120: "errors:web.100" },
  report: { ...none(), ...ofMembers, 1004: "errors:code.abuseCharacter", 1501: "errors:area.community" },
  like: { ...none(), ...ofMembers, 1500: "errors:area.community" },
};

withForms();

/** Returns the start of a message in English, before its first parameter. */
function english(key: string): string {
  const [namespace = "", path = ""] = key.split(":");
  const [start = ""] = texts("en", namespace)(path, { until: "{{" }).split("{{", 1);
  return wordsOf(start).trim();
}

/** A visitor may press a form a few times only, so that another one opens it after this many. */
const PRESSES = 4;

async function refuse(call: string, result: number): Promise<void> {
  const [method = "", path = ""] = call.split("/…")[0]?.split(" ") ?? [];
  const body = { result, message: "refused", data: null };
  await faults({ method, path, status: 400, body });
}

async function visit(form: FormCase): Promise<{ world: World; page: Shown }> {
  const browser = new SiteBrowser(site, false, "en");
  const member = form.who === "member" ? await made() : undefined;
  if (member) await enter(browser, member);
  const world = { browser, member };
  return { world, page: await form.open(world) };
}

const forms = cases.filter(({ name }) => name in table);

describe("a code of the catalogue", () => {
  it.each(forms)(
    "at $name ($who) is read as what it means there [A257.2 A257.4 A257.5 A257.6 A257.7 A257.8 A257.9 A258.1 A259.1 A260.1 A262.1 A264.1 A265.1 A266.1 A268.1 A270.1 A271.1 A273.1 A275.1 A292.1 A300.1 A305.1 A307.2]",
    async (form) => {
      let at = await visit(form);
      let presses = 0;
      for (const [code, key] of Object.entries(table[form.name] ?? {})) {
        if (presses === PRESSES) [at, presses] = [await visit(form), 0];
        await refuse(form.call ?? "", Number(code));
        const shown = await at.world.browser.send(at.page, form.name, form.typed(at.world));
        await faults();
        expect(wordsOf(shown.html), `${form.name} ${code}`).toContain(english(key));
        const isStill =
          shown.path === at.page.path && (form.name === "like" || shown.html.includes(`id="${form.name}"`));
        presses = isStill ? presses + 1 : PRESSES;
      }
    },
  );

  it.each(forms.filter(({ name }) => ["sign-up-details", "names"].includes(name)))(
    "about a name is told at the field of $name, 1003 as a special character [A257.3 A257.4]",
    async (form) => {
      const { world, page } = await visit(form);
      for (const code of [1002, 1003, 1004, 1116]) {
        await refuse(form.call ?? "", code);
        const { html } = await world.browser.send(page, form.name, form.typed(world));
        const [tag = ""] = /<input\b[^>]*\bname="firstName"[^>]*>/.exec(html) ?? [];
        expect(tag, String(code)).toContain('aria-invalid="true"');
        const [, ids = ""] = /aria-describedby="([^"]*)"/.exec(tag) ?? [];
        const described = ids.split(" ").map((id) => html.split(`id="${id}"`)[1]?.split("</p>")[0] ?? "");
        expect(wordsOf(described.join(" "))).toContain(english(table[form.name]?.[code] ?? ""));
      }
    },
  );

  it("from 1300 to 1304, about characters, is the general message at a form and on a page [A261.1]", async () => {
    const form = forms.find(({ name }) => name === "names") as FormCase;
    for (let code = 1300; code <= 1304; code += 1) {
      const { world, page } = await visit(form);
      await refuse(form.call ?? "", code);
      const shown = await world.browser.send(page, form.name, form.typed(world));
      expect(wordsOf(shown.html), String(code)).toContain(english(GENERAL));
      await refuse("GET /api/users/me/history", code);
      const history = await world.browser.open("/my-page/history");
      expect(wordsOf(history.html), String(code)).toContain(english(GENERAL));
    }
  });

  it("1202 at the sign-in has a text of its own, which no other code of passwords has [A260.2]", async () => {
    const form = forms.find(({ name }) => name === "sign-in") as FormCase;
    for (const code of [1200, 1201, 1202, 1203, 1204]) {
      const { world, page } = await visit(form);
      await refuse(form.call ?? "", code);
      const words = wordsOf((await world.browser.send(page, form.name, form.typed(world))).html);
      expect(words.includes("This password has expired."), String(code)).toBe(code === 1202);
    }
  });

  it("from 10000 to 10007 at a purchase is the rejected payment, but for a wrong quantity and an unknown outcome [A152.1 A269.1 A269.2]", async () => {
    const form = cases.find(({ name }) => name === "buy") as FormCase;
    const rejected = english("errors:area.payment");
    for (let code = 10_000; code <= 10_007; code += 1) {
      const { world, page } = await visit(form);
      await refuse(form.call ?? "", code);
      const shown = await world.browser.send(page, form.name, form.typed(world));
      await faults();
      const words = wordsOf(shown.html);
      expect(words.includes(rejected), String(code)).toBe(code !== 10_001 && code !== 10_005);
      if (code === 10_001) expect(words).toContain(english("store:errors.quantityTooLarge"));
      if (code === 10_005) expect(words).toContain(english("store:complete.status.balanceUnknown.title"));
    }
  });

  it.each([
    ["sign-in", 1119, "/support/inquiry"],
    ["sign-in", 1202, "/find-password"],
    ["sign-in", 1201, "/find-password"],
    ["change-password", 1010, "/find-password"],
    ["change-password", 1016, "/find-password"],
  ])("at %s: %i has its way on beside the text", async (name, code, to) => {
    const form = forms.find((each) => each.name === name) as FormCase;
    const { world, page } = await visit(form);
    await refuse(form.call ?? "", code);
    const shown = await world.browser.send(page, form.name, form.typed(world));
    const [alert = ""] = /<div class="alert"[\s\S]*?<\/form>/.exec(shown.html) ?? [];
    const [, below = ""] = shown.html.split('class="form-links"');
    expect(links(name === "sign-in" ? (alert.split("<label")[0] ?? "") : below)).toContain(to);
  });

  const pages: [path: string, call: string, who: FormCase["who"]][] = [
    ["/news", "GET /api/news", "guest"],
    ["/support/faq", "GET /api/support/faq", "guest"],
    ["/my-page/profile", "GET /api/users/me", "member"],
    ["/my-page/history", "GET /api/users/me/history", "member"],
    ["/store/products", "GET /api/store/products", "member"],
    ["/support/requests", "GET /api/support/inquiries", "member"],
    ["/dao/suggestions", "GET /api/dao/suggestions", "member"],
    ["/dao/members", "GET /api/dao/members", "member"],
  ];
  it.each(pages)("at %s, which only reads, says nothing about input", async (path, call, who) => {
    const browser = who === "guest" ? await guest() : (await memberOf()).browser;
    for (const code of [1001, 1003, 1006, 1011, 1114, 1200, 1202, 1300, 8005, 10_002, 4711]) {
      replaceCachedReads(new SwrCache());
      await refuse(call, code);
      const words = wordsOf((await browser.open(path)).html);
      expect(words, `${path} ${code}`).toContain(english(GENERAL));
    }
    if (who === "guest") return;
    await refuse(call, 1118);
    expect(wordsOf((await browser.open(path)).html)).toContain(english(SUSPENDED));
  });
});

describe("an API that answers", () => {
  it.each(forms.filter(({ name }) => name !== "like"))(
    "is never called unresponsive at $name ($who)",
    async (form) => {
      const [method = "", path = ""] = form.call?.split("/…")[0]?.split(" ") ?? [];
      for (const status of [401, 403, 404]) {
        const { world, page } = await visit(form);
        await faults({ method, path, status });
        const shown = await world.browser.send(page, form.name, form.typed(world));
        await faults();
        const words = wordsOf(shown.html);
        expect(words, `${form.name} ${status}`).not.toContain(english("errors:http.noResponse"));
      }
    },
  );
});
