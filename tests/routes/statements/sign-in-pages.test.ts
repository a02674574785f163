/** Sign-in, suspension and a wallet member's profile as rendered without scripts (docs/specification/statements.csv). */
import { paths } from "~/domain/paths";
import { describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { PASSWORD } from "../../mocks/sandbox";
import { faults, sandbox } from "../../mocks/server";
import { texts } from "../../kit/data/texts";
import {
  browser,
  columnsOf,
  links,
  mainOf,
  memberOf,
  namedLinks,
  rowsOf,
  signIn,
  signInByWallet,
  tags,
  useSite,
  words,
} from "./site";
import { madeTo, receive } from "./received";
import { callsDuring, hiddenTexts, names } from "./account-support";
import { respond } from "./mocked-data";

useSite();

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
    const declined = namedLinks(mainOf(asked)).find((link) => link.startsWith("Not now: "));
    expect(declined).toBe("Not now: /sign-in");
    const made = await callsDuring(() => browser.open("/sign-in"));
    expect(made).not.toContain("POST /api/auth/forgot-password");
    expect(await (await sandbox()).mails(email ?? "")).toEqual([]);
  });

  it.each([1002, 1111, 1300, 4711])("says the generic message for the code %i [A122.1]", async (result) => {
    await faults({ path: "/api/auth/sign-in", status: 400, body: { result, message: "", data: null } });
    const page = await signIn(browser, "member@soria.test", PASSWORD);
    expect([page.status, page.path]).toEqual([400, "/sign-in"]);
    expect(words(page)).toContain(texts("en", "errors")("web.001plain"));
  });

  it("says that a field is too long before the call [A186.3]", async () => {
    const received = receive();
    const sent = () =>
      madeTo(received, "/api/auth/sign-in").map(({ body }) => body as { email: string; password: string });
    await signIn(browser, `a@${"b.".repeat(126)}c`, `Ab1!${"x".repeat(60)}`);
    await signIn(browser, "member@soria.test", `Ab1!${"x".repeat(61)}`);
    expect(sent()).toEqual([]);
    await signIn(browser, `a@${"b.".repeat(125)}cd`, `Ab1!${"x".repeat(60)}`);
    expect(sent().map(({ email, password }) => [email.length, password.length])).toEqual([[254, 64]]);
  });

  it("takes an account of another type without breaking a page [A079.2]", async () => {
    const { email } = await (await sandbox()).make({});
    const response = await (await sandbox()).signIn(email);
    await faults({
      path: "/api/auth/sign-in",
      status: 200,
      body: { result: 1, message: "", data: { ...response.data, type: "GOOGLE" } },
    });
    expect((await signIn(browser, email ?? "", PASSWORD)).status).toBe(200);
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
    await faults({
      path: "/api/auth/sign-in",
      status: 400,
      body: { result: 1118, message: "", data: suspension },
    });
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

  it("sees the address also without an NFT [A083.1]", async () => {
    const own = await memberOf();
    const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const amounts = { pointAmount: 0, soriaAmount: 0, soriaPlusAmount: 0 };
    const data = { id: own.member.id, type: "WALLET", firstName: "Umi", lastName: "Sora", ...amounts };
    respond("/api/users/me", { ...data, wallet: { address, hasPassToken: true, nfts: [] } });
    expect(words(await own.browser.open("/my-page/profile"))).toContain(address);
  });
});
