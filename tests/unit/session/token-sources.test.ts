/** Where calls of the order service and of background work get their tokens. */
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { orderTokens, TokensOfRecord } from "#server/session/token-sources.server";
import { refreshCalls } from "#server/session/refresher.server";
import { ownerOf, recordCipher } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { Browser, configureRefresh, fakeCalls, member, signedIn, token } from "./support";

const fresh = token(900, "fresh ec");
const restored = () => member({ accessToken: token(900, "new"), ecAccessToken: token(900, "new ec") });

const ecOf = async (browser: Browser) => (await browser.visit()).data.tokens?.ecAccessToken;

describe("an order service call of a page", () => {
  const use = (behaviour: Parameters<typeof fakeCalls>[0] = {}) => {
    const fake = fakeCalls(behaviour);
    configureRefresh(fake.calls);
    return fake.counts;
  };
  afterAll(() => configureRefresh());

  it("has the member's own token, which is never renewed after a refusal", async () => {
    const counts = use();
    const tokens = await orderTokens(await (await signedIn({ ecAccessToken: fresh })).visit());
    expect(await tokens?.accessToken()).toBe(fresh);
    expect(await tokens?.renew(fresh)).toBeUndefined();
    expect(counts).toEqual({ refreshAccess: 0, restoreSession: 0 });
  });

  it.each([4, -60])(
    "has a new one, from the session's restoring alone, when the token ends in %d s [A105.2]",
    async (seconds) => {
      const response = restored();
      const counts = use({ restoreSession: async () => response });
      const browser = await signedIn({ ecAccessToken: token(seconds, "ec") });
      const tokens = await orderTokens(await browser.visit());
      expect(await tokens?.accessToken()).toBe(response.ecAccessToken);
      expect(await ecOf(browser)).toBe(response.ecAccessToken);
      expect(counts).toEqual({ refreshAccess: 0, restoreSession: 1 });
    },
  );

  it.each<[string, Parameters<typeof member>[0], number]>([
    ["none", {}, 0],
    ["no JWT", { ecAccessToken: "opaque" }, 0],
    ["expired, and the restored session has none", { ecAccessToken: token(-60, "ec") }, 1],
  ])("is not made without a valid token: %s", async (_, change, restores) => {
    const counts = use({ restoreSession: async () => member() });
    const browser = await signedIn(change);
    expect(await orderTokens(await browser.visit())).toBeUndefined();
    expect(await ecOf(browser)).toBe("");
    expect(counts.restoreSession).toBe(restores);
  });

  it("keeps a token that another request has stored meanwhile", async () => {
    const browser = await signedIn({ ecAccessToken: "opaque" });
    const [page, other] = await Promise.all([browser.visit(), browser.visit()]);
    await other.update((draft) => void (draft.tokens && (draft.tokens.ecAccessToken = fresh)));
    expect(await orderTokens(page)).toBeUndefined();
    expect(await ecOf(browser)).toBe(fresh);
  });

  it("is not made when the restored session's token has expired, too", async () => {
    use({ restoreSession: async () => member({ ecAccessToken: token(-30, "new ec") }) });
    const browser = await signedIn({ ecAccessToken: token(-60, "ec") });
    expect(await orderTokens(await browser.visit())).toBeUndefined();
  });

  it("is not made when the member has ended the session from another device meanwhile", async () => {
    const [browser, other] = [await signedIn({ ecAccessToken: "opaque" }), await signedIn({})];
    const page = await browser.visit();
    await (await other.visit()).endOthers("password");
    expect(await orderTokens(page)).toBeUndefined();
    expect(page.isSignedIn).toBe(false);
  });

  it("is not made for a guest", async () => {
    expect(await orderTokens(await new Browser().visit())).toBeUndefined();
  });
});

describe("background work for a member", () => {
  const renewed = token(900, "renewed");
  beforeEach(() => {
    vi.spyOn(refreshCalls, "refreshAccess").mockResolvedValue(renewed);
    vi.spyOn(refreshCalls, "restoreSession").mockImplementation(async () => restored());
  });
  const of = async (browser: Browser) => TokensOfRecord.of((await browser.visit()).key ?? "");

  it("has the tokens of the session, and none once it has ended, or of a guest", async () => {
    const browser = await signedIn({});
    const session = await browser.visit();
    const key = session.key ?? "";
    expect(await (await of(browser))?.accessToken()).toBe(session.data.tokens?.accessToken);
    await session.signOut();
    expect(await TokensOfRecord.of(key)).toBeUndefined();
    const guest = await new Browser().visit();
    await guest.update((draft) => void (draft.walletMessage = "text"));
    expect(await TokensOfRecord.of(guest.key ?? "")).toBeUndefined();
    expect(await TokensOfRecord.of("unknown")).toBeUndefined();
  });

  it.each<[string, (key: string) => Uint8Array, RegExp]>([
    ["that no secret opens", () => new Uint8Array([1, 2, 3]), /could not be decrypted/],
    ["that is none", (key) => recordCipher().seal([1], key), /not what its form promises/],
    ["of a newer release", (key) => recordCipher().seal({ form: 2, data: {} }, key), /needs a newer release/],
  ])("has none of a record %s, and the log says so", async (_, payloadOf, line) => {
    const key = (await (await signedIn({})).visit()).key ?? "";
    const stored = await sessionStore().get(key);
    if (!stored) throw new Error("no record");
    await sessionStore().replace(key, stored.version, { ...stored, payload: payloadOf(key) });
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    expect(await TokensOfRecord.of(key)).toBeUndefined();
    expect(warn.mock.calls).toEqual([[expect.stringMatching(line)]]);
  });

  it("has those of a member's three sessions that were used last, the newest first", async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    const id = 900_000 + Math.floor(Math.random() * 90_000);
    const labels = ["first", "second", "third", "fourth"];
    for (const label of labels) {
      await signedIn({ id, accessToken: token(900, label) });
      vi.advanceTimersByTime(60_000);
    }
    const ended = await (await signedIn({ id })).visit();
    await ended.signOut();
    const opened = await TokensOfRecord.ofMember(ownerOf(id));
    const tokens = await Promise.all(opened.map((each) => each.accessToken()));
    const labelOf = (jwt = "") => Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString();
    expect(tokens.map((jwt) => labels.find((label) => labelOf(jwt).includes(label)))).toEqual([
      ...["fourth", "third", "second"],
    ]);
  });

  it("renews an access token that ends within 30 s, and one that the API refused", async () => {
    const tokens = await of(await signedIn({ accessToken: token(29) }));
    expect(await tokens?.accessToken()).toBe(renewed);
    expect(await tokens?.accessToken()).toBe(renewed);
    expect(refreshCalls.refreshAccess).toHaveBeenCalledTimes(1);
    const browser = await signedIn({});
    const { accessToken = "" } = (await browser.visit()).data.tokens ?? {};
    expect(await (await of(browser))?.renew(accessToken)).toBe(renewed);
  });

  it("has the order service's token, renewed when it ends within 30 s", async () => {
    const own = await (await of(await signedIn({ ecAccessToken: fresh })))?.forOrders();
    expect(await own?.accessToken()).toBe(fresh);
    expect(await own?.renew(fresh)).toBeUndefined();
    expect(refreshCalls.restoreSession).not.toHaveBeenCalled();
    const browser = await signedIn({ ecAccessToken: token(29, "ec") });
    const next = await (await of(browser))?.forOrders();
    expect(await next?.accessToken()).toBe(await ecOf(browser));
    expect(refreshCalls.restoreSession).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["without one", "", {}],
    ["with one that is over", token(-60, "ec"), {}],
    ["with one that is over, like the new one,", token(-60, "ec"), { ecAccessToken: token(-30, "new ec") }],
  ])("has none %s that the restored session does not replace", async (_, ecAccessToken, change) => {
    vi.mocked(refreshCalls.restoreSession).mockImplementation(async () => member(change));
    expect(await (await of(await signedIn({ ecAccessToken })))?.forOrders()).toBeUndefined();
  });

  it("has no token when the member signs out meanwhile", async () => {
    const browser = await signedIn({ ecAccessToken: token(29, "ec") });
    const [tokens, orders] = [await of(browser), await of(browser)];
    const session = await browser.visit();
    const { accessToken = "" } = session.data.tokens ?? {};
    await session.signOut();
    expect(await orders?.forOrders()).toBeUndefined();
    expect(await tokens?.renew(accessToken)).toBeUndefined();
    expect([await tokens?.accessToken(), await tokens?.forOrders()]).toEqual([undefined, undefined]);
  });

  it("fails with 504, and keeps the session, when another process's renewal does not end", async () => {
    const browser = await signedIn({ accessToken: token(-1) });
    const tokens = await of(browser);
    const store = sessionStore();
    vi.spyOn(store, "withLock").mockImplementation(async (_, work) => {
      vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2_501);
      return work();
    });
    await expect(tokens?.accessToken()).rejects.toMatchObject({
      status: 504,
      message: "GET auth/refresh/access-token: a refresh elsewhere did not end",
    });
    vi.restoreAllMocks();
    expect((await browser.visit()).isSignedIn).toBe(true);
  });

  it("is over when the API refuses the refresh token", async () => {
    vi.mocked(refreshCalls.refreshAccess).mockRejectedValue(new Error("refused"));
    vi.mocked(refreshCalls.restoreSession).mockRejectedValue(new Error("refused"));
    vi.spyOn(refreshCalls, "isRejection").mockReturnValue(true);
    const tokens = await of(await signedIn({ accessToken: token(-1), ecAccessToken: fresh }));
    expect(await tokens?.accessToken()).toBeUndefined();
    expect(await tokens?.accessToken()).toBeUndefined();
    expect(await tokens?.forOrders()).toBeUndefined();
  });
});
