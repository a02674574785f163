/** The account pages as rendered without scripts (docs/specification/statements.csv). */
import { TRAP_FIELD } from "~/domain/form-setup";
import { paths } from "~/domain/paths";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { getSession } from "#server/session/session.server";
import { sandbox, server } from "../../mocks/server";
import type { Shown, SiteBrowser } from "../../kit/visitors/site-browser";
import { texts } from "../../kit/data/texts";
import {
  columnsOf,
  controls,
  guest,
  links,
  mainOf,
  memberOf,
  rowsOf,
  signIn,
  signInByWallet,
  tags,
  words,
} from "./site";

const PASSWORD = "Soria-2024!";
let browser: SiteBrowser;
let count = 0;
const freshEmail = () => `statements-${Date.now()}-${count++}@soria.test`;
// The first call imports every route of the site.
beforeAll(async () => void (await guest()), 300_000);
beforeEach(async () => {
  browser = await guest();
});

/**
 * Returns the names of the fields that a visitor fills in, in page order. Excludes read-only fields and the honeypot.
 */
const names = (shown: Shown) =>
  controls(mainOf(shown))
    .filter((control) => !("readonly" in control))
    .map(({ name = "" }) => name)
    .filter((name) => name !== TRAP_FIELD);

/** Returns the names of the fields whose text nobody can read over the visitor's shoulder. */
const hiddenTexts = (shown: Shown) =>
  controls(mainOf(shown)).flatMap(({ type, name = "" }) => (type === "password" ? [name] : []));

/** Returns the API calls made during `work`, as "METHOD path". */
async function callsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const made: string[] = [];
  const note = ({ request }: { request: Request }) => {
    made.push(`${request.method} ${new URL(request.url).pathname}`);
  };
  server.events.on("request:start", note);
  await work();
  server.events.removeListener("request:start", note);
  return made;
}

async function codeOf(email: string): Promise<string> {
  return (await (await sandbox()).mails(email))[0]?.code ?? "";
}

/** Goes through the sign-up and returns the page of the given step. */
async function signUpTo(
  step: "code" | "verified" | "details" | "done",
  email = freshEmail(),
): Promise<Shown> {
  let page = await browser.open("/sign-up");
  page = await browser.send(page, "sign-up-email", { intent: "send-code", email });
  if (step === "code") return page;
  page = await browser.send(page, "sign-up-code", { intent: "verify", authCode: await codeOf(email) });
  if (step === "verified") return page;
  page = await browser.send(page, "sign-up-code", { intent: "continue" });
  if (step === "details") return page;
  return browser.send(page, "sign-up-details", {
    ...{ intent: "details", password: PASSWORD, passwordConfirm: PASSWORD, agreement: "on" },
    ...{ firstName: "灯", lastName: "水野" },
  });
}

/** Opens the reset link of a member's mail. */
async function changePassword(email: string): Promise<Shown> {
  const page = await browser.open("/find-password");
  await browser.send(page, "find-password", { intent: "send", email });
  const link = new URL((await (await sandbox()).mails(email))[0]?.link ?? "");
  return browser.open(link.pathname + link.search);
}

describe("sign-in", () => {
  it("shows e-mail and password, the ways on and the switch to the wallet [A018.1 A018.3 A018.4 A018.5]", async () => {
    const page = await browser.open("/sign-in");
    expect(page.status).toBe(200);
    expect(names(page)).toEqual(["email", "password"]);
    expect(hiddenTexts(page)).toEqual(["password"]);
    expect(links(mainOf(page))).toEqual(["/sign-in", "/sign-in?mode=wallet", "/find-password", "/sign-up"]);
    const wallet = await browser.open("/sign-in?mode=wallet");
    expect(names(wallet)).toEqual([]);
    expect(links(mainOf(wallet))).toContain("/sign-in");
  });

  it("is the same screen at /signin, which names /sign-in as its original [A018.2 P030.1]", async () => {
    const [page, alias] = [await browser.open("/sign-in"), await browser.open("/signin")];
    expect(alias.status).toBe(200);
    expect(words(alias)).toBe(words(page));
    const canonical = tags(alias.html, "link").find(({ rel }) => rel === "canonical");
    expect(canonical?.["href"]).toMatch(/\/sign-in(\?|$)/);
  });

  it("sends nothing when the question about the mail is declined [A118.1 A118.5]", async () => {
    const { email } = await (await sandbox()).make({ state: "locked" });
    const asked = await signIn(browser, email ?? "", PASSWORD);
    expect(words(asked)).toContain(texts("en", "errors")("web.011"));
    const declined = links(mainOf(asked)).find((to) => to.startsWith("/sign-in"));
    const made = await callsDuring(() => browser.open(declined ?? ""));
    expect(made).not.toContain("POST /api/auth/forgot-password");
    expect(await (await sandbox()).mails(email ?? "")).toEqual([]);
  });

  it.each([1002, 1111, 1300, 4711])("says the generic message for the code %i [A122.1]", async (result) => {
    await (
      await sandbox()
    ).faults([{ path: "/api/auth/sign-in", status: 400, body: { result, message: "", data: null } }]);
    const page = await signIn(browser, "member@soria.test", PASSWORD);
    expect([page.status, page.path]).toEqual([400, "/sign-in"]);
    expect(words(page)).toContain(texts("en", "errors")("web.001plain"));
  });

  it("says that a field is too long before the call [A186.3]", async () => {
    const sent: { email: string; password: string }[] = [];
    const note = ({ request }: { request: Request }) => {
      if (request.url.endsWith("/auth/sign-in"))
        void request
          .clone()
          .json()
          .then((body: { email: string; password: string }) => sent.push(body));
    };
    server.events.on("request:start", note);
    await signIn(browser, `a@${"b.".repeat(126)}c`, `Ab1!${"x".repeat(60)}`);
    await signIn(browser, "member@soria.test", `Ab1!${"x".repeat(61)}`);
    expect(sent).toEqual([]);
    await signIn(browser, `a@${"b.".repeat(125)}cd`, `Ab1!${"x".repeat(60)}`);
    server.events.removeListener("request:start", note);
    expect(sent.map(({ email, password }) => [email.length, password.length])).toEqual([[254, 64]]);
  });

  it("takes an account of another type without breaking a page [A079.2]", async () => {
    const { email } = await (await sandbox()).make({});
    const response = await (await sandbox()).signIn(email);
    await (
      await sandbox()
    ).faults([
      {
        path: "/api/auth/sign-in",
        status: 200,
        body: { result: 1, message: "", data: { ...response.data, type: "GOOGLE" } },
      },
    ]);
    expect((await signIn(browser, email ?? "", PASSWORD)).status).toBe(200);
    await (await sandbox()).faults([]);
    const { myPage, store, support } = paths;
    for (const path of [
      "/my-page",
      myPage.history(),
      myPage.terminate,
      store.product(5),
      support.inquiry,
      "/",
    ]) {
      const page = await browser.open(path);
      expect([page.status, page.path]).toEqual([200, path]);
    }
  });
});

describe("the suspension notice", () => {
  it("shows since when, until when, for how long and why [A012.1 A096.1 A096.2 A096.3 A096.4 A119.1 A279.2 P031.1 P121.1]", async () => {
    const { email } = await (await sandbox()).make({ state: "suspended" });
    const suspension = {
      created_at: "2026-11-20T03:00:00Z",
      restored_at: "2026-11-23T07:05:00Z",
      duration: { days: 3, hours: 4, minutes: 5 },
      reason: "Sold an account",
    };
    await (
      await sandbox()
    ).faults([
      { path: "/api/auth/sign-in", status: 400, body: { result: 1118, message: "", data: suspension } },
    ]);
    const page = await signIn(browser, email ?? "", PASSWORD);
    expect(page.path).toBe("/access-denied");
    const said = words(page);
    expect(said).toMatch(/From 20 Nov(ember)? 2026,? 12:00/);
    expect(said).toMatch(/Until 23 Nov(ember)? 2026,? 16:05/);
    expect(said).toContain("3 d 4 h 5 min");
    expect(said).toContain("Sold an account");
    for (const lng of languages) {
      const again = await browser.open(`/access-denied?lng=${lng}`);
      expect(words(again), lng).toMatch(/(?<!\d)3\D{1,6}4\D{1,6}5\D/);
    }
  });

  it.each(["/store/products/5", "/support/requests", "/my-page/history"])(
    "is where a suspended sign-in ends that began at %s [P176.1]",
    async (path) => {
      const { email } = await (await sandbox()).make({ state: "suspended" });
      const page = await browser.open(path);
      const fields = { intent: "sign-in", email: email ?? "", password: PASSWORD };
      expect((await browser.send(page, "sign-in", fields)).path).toBe("/access-denied");
    },
  );

  it("keeps a suspended member from every member page [A113.1]", async () => {
    const { email } = await (await sandbox()).make({ state: "suspended" });
    expect((await signIn(browser, email ?? "", PASSWORD)).path).toBe("/access-denied");
    const { myPage, store, dao, support } = paths;
    for (const path of [
      ...[
        "/my-page",
        myPage.profile,
        myPage.tools,
        myPage.history(),
        myPage.ecommerceHistory(),
        myPage.terminate,
      ],
      ...["/store", store.products(), store.product(1), store.checkout(1), store.soriaExchange],
      ...[dao.suggestions(), dao.mySuggestions(), dao.suggestion(19), dao.voters(19), dao.members()],
      support.requests(),
    ])
      expect((await browser.open(path)).path, path).toMatch(/^\/sign-in\?redirectTo=/);
  });

  it("ends the session of a member who is suspended meanwhile, as soon as the API refuses the token [A113.1]", async () => {
    const { browser, member } = await memberOf();
    const api = await sandbox();
    await api.fetch(
      new Request(`http://api.test/__members/${member.id}`, {
        method: "PATCH",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ suspendedUntil: new Date(Date.now() + 3_600_000).toISOString() }),
      }),
    );
    await api.faults([{ path: "/api/users/me/history", status: 401, member: member.id, times: 1 }]);
    // The other pages make no call of their own.
    const { myPage, store } = paths;
    for (const path of [myPage.history(), myPage.tools, store.soriaExchange])
      expect((await browser.open(path)).path, path).toMatch(/^\/sign-in\?redirectTo=/);
  });
});

describe("sign-up", () => {
  it("asks for an e-mail address and nothing else, and leads members to the sign-in [A034.1 A034.2]", async () => {
    const page = await browser.open("/sign-up");
    expect(names(page)).toEqual(["email"]);
    expect(links(mainOf(page))).toEqual(["/sign-in"]);
  });

  it("keeps one address from the first step to the last [A019.1 A035.1 A036.1 A037.1 A082.1 A127.1]", async () => {
    const email = freshEmail();
    const code = await signUpTo("code", email);
    expect([code.path, names(code)]).toEqual(["/sign-up", ["authCode"]]);
    const verified = await browser.send(code, "sign-up-code", {
      intent: "verify",
      authCode: await codeOf(email),
    });
    expect(verified.path).toBe("/sign-up");
    const details = await browser.send(verified, "sign-up-code", { intent: "continue" });
    expect(details.path).toBe("/sign-up");
    expect(names(details).toSorted()).toEqual(
      ["agreement", "firstName", "lastName", "password", "passwordConfirm"].toSorted(),
    );
    expect(hiddenTexts(details)).toEqual(["password", "passwordConfirm"]);
    const agreement = controls(mainOf(details)).find(({ name }) => name === "agreement");
    expect([agreement?.["type"], "checked" in (agreement ?? {})]).toEqual(["checkbox", false]);
    expect(mainOf(details)).toContain(email);
    const done = await browser.send(details, "sign-up-details", {
      ...{ intent: "details", password: PASSWORD, passwordConfirm: PASSWORD, agreement: "on" },
      ...{ firstName: "灯", lastName: "水野" },
    });
    expect(done.path).toBe("/sign-up");
    expect(words(done)).toContain(texts("en", "account")("signUp.done.text"));
    expect((await (await sandbox()).signIn(email)).result).toBe(1);
    expect(links(mainOf(done))).toContain("/sign-in");
  });

  it("makes an account of the type EMAIL, for the API and on the member's pages [A007.1 A007.2]", async () => {
    const email = freshEmail();
    await signUpTo("done", email);
    const { data } = await (await sandbox()).signIn(email);
    expect((data as unknown as { type: string }).type).toBe("EMAIL");
    await signIn(browser, email, PASSWORD);
    const { user } = await getSession({
      request: new Request("http://localhost:3000", { headers: browser.headers() }),
      context: {},
    });
    expect(user?.type).toBe("EMAIL");
    const profile = await browser.open("/my-page/profile");
    expect(names(profile)).toContain("oldPassword");
    // What the page says to a member with an e-mail and a password only.
    expect(words(profile)).toContain(`${texts("en", "my-page")("profile.email")} ${email}`);
    expect(words(profile)).toContain(texts("en", "my-page")("sessions.lead"));
  });

  it("has no details step before the code was verified [A126.1]", async () => {
    const code = await signUpTo("code");
    const on = await browser.post(
      "/sign-up",
      [...Object.entries(browser.hidden(code, "sign-up-code")), ["intent", "continue"]],
      code,
    );
    expect(names(on)).toEqual(["authCode"]);
  });

  it("stops the countdown and locks code and resend once the code is verified [A133.1 A133.2 A133.3 A313.1]", async () => {
    const email = freshEmail();
    const code = await signUpTo("code", email);
    expect(words(code)).toMatch(/\b(29|30) min left/);
    const [open] = controls(mainOf(code));
    expect(open).not.toHaveProperty("readonly");
    const verified = await browser.send(code, "sign-up-code", {
      intent: "verify",
      authCode: await codeOf(email),
    });
    expect(words(verified)).not.toMatch(/min left|s left/);
    expect(words(verified)).toContain(texts("en", "account")("code.success"));
    const field = controls(mainOf(verified)).find(({ name }) => name === "authCode");
    expect(field === undefined || "readonly" in field || "disabled" in field).toBe(true);
    const resend = tags(mainOf(verified), "button").find(({ value }) => value === "resend");
    expect(resend === undefined || "disabled" in resend).toBe(true);
  });

  it("mails a code of exactly six digits [A336.1]", async () => {
    for (let n = 0; n < 5; n += 1) {
      browser = await guest();
      const email = freshEmail();
      await signUpTo("code", email);
      expect(await codeOf(email)).toMatch(/^\d{6}$/);
    }
  });
});

describe("lost password", () => {
  it("shows one e-mail input and the button that sends [A020.1]", async () => {
    const page = await browser.open("/find-password");
    expect(names(page)).toEqual(["email"]);
    expect(tags(mainOf(page), "button").map(({ value }) => value)).toEqual(["send"]);
  });

  it("shows that the mail was sent, and the way home [A021.1 A021.2]", async () => {
    const page = await browser.open("/find-password/email-sent");
    const t = texts("en", "account");
    expect(words(page)).toContain(t("sent.title"));
    expect(words(page)).toContain(t("sent.text"));
    expect(links(mainOf(page))).toEqual(["/"]);
  });

  it("asks the API for no mail to an unknown address [A135.2 A311.1]", async () => {
    const page = await browser.open("/find-password");
    const made = await callsDuring(async () => {
      const response = await browser.send(page, "find-password", {
        intent: "send",
        email: "nobody@soria.test",
      });
      expect(words(response)).toContain(texts("en", "account")("find.invalid"));
    });
    expect(made).toEqual(["POST /api/auth/check-email"]);
  });

  it("mails a link to /wpdnif with its token [A024.1]", async () => {
    const { email } = await (await sandbox()).make({});
    const page = await browser.open("/find-password");
    await browser.send(page, "find-password", { intent: "send", email: email ?? "" });
    const link = new URL((await (await sandbox()).mails(email ?? ""))[0]?.link ?? "");
    expect(link.pathname).toBe("/wpdnif");
    expect(link.searchParams.get("token")).toMatch(/^[^.]+\.[^.]+\.[^.]+$/);
  });

  it("shows two password fields, four checks and the button [A022.1 A022.2]", async () => {
    const { email } = await (await sandbox()).make({});
    const page = await changePassword(email ?? "");
    expect(page.path).toBe("/change-password");
    expect(names(page)).toEqual(["password", "passwordConfirm"]);
    expect(hiddenTexts(page)).toEqual(["password", "passwordConfirm"]);
    const t = texts("en", "account");
    for (const rule of ["length", "digit", "special", "match"])
      expect(words(page)).toContain(t(`rules.${rule}`));
    expect(mainOf(page).match(/<li\b/g)).toHaveLength(4);
    expect(words(page)).toContain(t("change.submit"));
  });

  it.each(languages)(
    "says in %s that the password was changed, and leads to the sign-in [A023.1 A046.1 A047.2]",
    async (lng) => {
      browser = await guest(lng);
      const { email } = await (await sandbox()).make({});
      const page = await changePassword(email ?? "");
      const fields = { password: "Lantern-7!", passwordConfirm: "Lantern-7!" };
      const done = await browser.send(page, "change-password", fields);
      expect([done.status, done.path]).toEqual([200, "/change-password/complete"]);
      expect(words(done)).toContain(texts(lng, "account")("changed.title"));
      expect(links(mainOf(done))).toContain("/sign-in");
    },
  );
});

describe("an address that needs an earlier step or a valid id", () => {
  it.each([
    ["/sign-up?step=1", "A038.1"],
    ["/sign-up?step=2", "A038.2"],
    ["/wpdnif", "A041.1 P038.1"],
    ["/wpdnif?token=abc", "A042.3"],
    ["/wpdnif?token=a.e30.c", "A042.3"],
    ["/wpdnif?token=a.bm8.c", "A042.3"],
    ["/wpdnif?token=a.%25%25.c", "A042.3"],
    ["/change-password", "A045.1"],
    ["/change-password/complete", "A023.2 A047.1"],
    ["/access-denied", "A049.1 P089.1"],
    ["/news/abc", "P073.5 P173.1"],
    ["/news/-1", "P073.6 P173.1"],
    ["/news/7a", "P073.5 P173.1"],
    ["/game/news", "P073.7"],
    ["/store/products/abc", "A066.1 P173.1"],
    ["/store/products/5a", "A066.1 P173.1"],
    ["/store/products/complete", "A323.1"],
    ["/store/products/1/checkout/confirm", "A323.1"],
    ["/support/requests/no.id", "A323.1"],
    ["/support/inquiries/no.id", "A323.1"],
    ["/dao/suggestions/abc", "A323.1"],
    ["/dao/suggestions/abc/voters", "A323.1"],
    ["/dao/suggestions/19/debates/abc", "A323.1"],
    ["/dao/report?target=MEMBER&id=1", "A323.1"],
  ])("%s leads home with Invalid Access [A323.1 %s]", async (path) => {
    if (/^\/(?:store|support|dao)/.test(path)) ({ browser } = await memberOf());
    const page = await browser.open(path);
    expect(page.path).toBe("/");
    expect(words(page)).toContain(texts("en", "errors")("invalidAccess"));
  });
});

it("the complete page is closed with a link alone and after a change that the API refused [A023.2]", async () => {
  const email = (await (await sandbox()).make({})).email ?? "";
  await browser.send(await browser.open("/find-password"), "find-password", { intent: "send", email });
  const link = new URL((await (await sandbox()).mails(email))[0]?.link ?? "");
  const page = await browser.open(link.pathname + link.search);
  const complete = async () => (await browser.open("/change-password/complete")).path;
  expect(await complete()).toBe("/");
  const typed = { password: "Lantern-7!", passwordConfirm: "Lantern-7!" };
  server.use(
    http.patch(
      "http://api.test/api/auth/reset-password",
      () => HttpResponse.json({ result: 1, message: "SUCCESS", data: { result: 0 } }),
      { once: true },
    ),
  );
  expect((await browser.send(page, "change-password", typed)).path).toBe("/change-password");
  expect(await complete()).toBe("/");
  expect((await browser.send(page, "change-password", typed)).path).toBe("/change-password/complete");
  expect(await complete()).toBe("/change-password/complete");
});

describe("a wallet member", () => {
  it("sees the address and the NFTs with type, token id, reward and its status [A083.1 A083.2 A083.3 A200.1]", async () => {
    // The sandbox's development key with a pass token and four NFTs (docs/decisions/0011).
    await signInByWallet(browser, "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
    const page = await browser.open("/my-page/profile");
    expect(words(page)).toMatch(/0x70997970C51812dc3A010C7d01b50e0d17dc79C8/i);
    expect(columnsOf(mainOf(page))).toEqual(["Type", "TOKEN ID", "Soria Plus reward", "Reward status"]);
    const rows = rowsOf(mainOf(page));
    expect(rows).toEqual([
      ["ENTRY", "1024", "50", "Received"],
      ["VOTING", "377", "120", "Received"],
      ["SUGGESTION", "58", "300", "Not yet received"],
      ["BUSINESS", "9", "900", "Not yet received"],
    ]);
  });
});
