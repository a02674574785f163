/** Records written by another release, as they occur during a rolling restart (docs/decisions/0032-two-releases.md). */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { failureOf } from "#server/errors/settled-part.server";
import { runOnceByKey, storedResult, USED_LINK } from "#server/forms/form-token.server";
import { applySessionCookie, getSession, requireMember } from "#server/session/session.server";
import { recordCipher } from "#server/store/encryption.server";
import type { StoredRecord } from "#server/store/store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";
import { type Browser, guestWithMessage, signedIn, token, withFakeRefresh } from "./support";

withFakeRefresh();

interface Written {
  form: number;
  oldest?: number;
  data: Record<string, unknown>;
}

const keyOfBrowser = async (browser: Browser) => (await browser.visit()).key ?? "";

async function read(key: string): Promise<Written> {
  const stored = await sessionStore().get(key);
  return recordCipher().open(stored?.payload ?? new Uint8Array(), key) as Written;
}

/** Rewrites a session record as another release would. @returns its key, and the stored record */
async function rewrite(
  browser: Browser,
  change: (record: Written) => unknown,
): Promise<{ key: string; stored: StoredRecord | undefined }> {
  const key = await keyOfBrowser(browser);
  const before = await sessionStore().get(key);
  if (!before) throw new Error("The browser has no session");
  const payload = recordCipher().seal(change(await read(key)), key);
  await sessionStore().replace(key, before.version, { ...before, payload });
  return { key, stored: await sessionStore().get(key) };
}

describe("a session record of an older release", () => {
  it("without a form is read, and gets an end", async () => {
    const browser = await signedIn();
    await rewrite(browser, ({ data }) => ({ ...data, signedIn: undefined }));
    const session = await browser.visit();
    expect(session.isSignedIn).toBe(true);
    expect(session.data.signedIn?.at).toBeGreaterThan(Date.now() - 5_000);
  });
});

describe("a session record of a newer release", () => {
  const newer = ({ data }: Written) => ({
    form: 2,
    oldest: 1,
    data: {
      ...data,
      later: "x",
      tokens: { ...(data["tokens"] as object), later: 1 },
      kept: [{ form: "names", who: "", values: { firstName: "灯" }, at: Date.now(), later: [1, { a: 2 }] }],
      // A message of a kind that this release does not know.
      flash: [{ id: "1", kind: "banner", key: "a:b" }],
    },
  });

  it("that this one may use is a member's, with what this one knows", async () => {
    const browser = await signedIn();
    await rewrite(browser, newer);
    const session = await requireMember(browser.request("/my-page"));
    expect(session.user?.id).toBe(7);
    expect(session.data.kept).toMatchObject([{ values: { firstName: "灯" } }]);
    expect(await session.takeFlash()).toEqual([]);
    expect(session.setCookies).toEqual([]);
  });

  it("keeps its form and all that this one does not know when this one writes it", async () => {
    const browser = await signedIn();
    const { key } = await rewrite(browser, newer);
    const before = await read(key);
    await (await browser.visit()).setUser({ pointAmount: 99 });
    const { user, ...rest } = before.data;
    expect(await read(key)).toEqual({
      ...before,
      data: { ...rest, user: { ...(user as object), pointAmount: 99 } },
    });
  });

  it("keeps them under a new id, too", async () => {
    const browser = await signedIn();
    await rewrite(browser, newer);
    const session = await browser.visit();
    await session.endOthers("password");
    expect(await read(session.key ?? "")).toMatchObject({ form: 2, oldest: 1, data: { later: "x" } });
  });

  it("keeps none of it when its member ends it from another device", async () => {
    const [browser, other] = [await signedIn(), await signedIn()];
    const { key } = await rewrite(browser, newer);
    await (await other.visit()).endOthers("password");
    const { form, data } = await read(key);
    expect([form, Object.keys(data).sort()]).toEqual([1, ["ended", "flash", "kept"]]);
    expect(data["flash"]).toMatchObject([{ key: "account:ended.password" }]);
  });

  it("loses a field of unknown contents when this one writes that field, and no other", async () => {
    const browser = await signedIn();
    const { key } = await rewrite(browser, newer);
    await (await browser.visit()).flash({ kind: "info", key: "c:d" });
    const { data } = await read(key);
    expect(data).toMatchObject({ later: "x", flash: [{ kind: "info", key: "c:d" }] });
  });

  it("is its own release's again after its tokens were renewed here", async () => {
    const browser = await signedIn({ accessToken: token(-1, "access", -900) });
    const { key } = await rewrite(browser, newer);
    expect((await requireMember(browser.request("/my-page"))).isSignedIn).toBe(true);
    expect(await read(key)).toMatchObject({ form: 2, oldest: 1, data: { later: "x", tokens: { later: 1 } } });
  });

  const unusable: [string, (record: Written) => unknown][] = [
    ["that says so", ({ data }) => ({ form: 2, data })],
    ["whose oldest form is newer than this one", ({ data }) => ({ form: 3, oldest: 2, data })],
    ["whose member is of another kind", ({ data }) => ({ form: 2, oldest: 1, data: { ...data, user: {} } })],
    ["whose data are something else", () => ({ form: 2, oldest: 1, data: "elsewhere" })],
  ];

  describe.each(unusable)("that this one cannot use (%s)", (_, change) => {
    it("makes its visitor a guest here, and record and cookie stay", async () => {
      const browser = await signedIn();
      const { key, stored } = await rewrite(browser, change);
      const args = browser.request();
      const headers = new Headers();
      const session = await getSession(args);
      await applySessionCookie(headers, args.context);
      expect([session.isSignedIn, session.user, await session.takeFlash()]).toEqual([false, undefined, []]);
      expect([...session.setCookies, ...headers.getSetCookie()]).toEqual([]);
      expect(await sessionStore().get(key)).toEqual(stored);
    });

    it("answers 503 where a member is needed", async () => {
      const browser = await signedIn();
      await rewrite(browser, change);
      const error = await requireMember(browser.request("/my-page")).catch((reason: unknown) => reason);
      expect(failureOf(error)?.status).toBe(503);
    });
  });

  it("that this one cannot use keeps the cookie when the guest is told something", async () => {
    const browser = await signedIn();
    const { key, stored } = await rewrite(browser, ({ data }) => ({ form: 2, data }));
    const session = await browser.visit();
    await session.flash({ kind: "info", key: "a:b" });
    browser.keep(session);
    expect([...browser.cookies.keys()].sort()).toEqual(["soria", "soria-guest"]);
    expect((await browser.visit()).data.flash).toMatchObject([{ key: "a:b" }]);
    expect(await sessionStore().get(key)).toEqual(stored);
  });

  it("that this one cannot use is not replaced by a guest's work: the work waits", async () => {
    const browser = await signedIn();
    const { key, stored } = await rewrite(browser, ({ data }) => ({ form: 2, data }));
    const session = await browser.visit();
    const error = await session
      .update((draft) => (draft.walletMessage = "text"))
      .catch((reason: unknown) => reason);
    expect(isStoreUnavailable(error)).toBe(true);
    expect(session.setCookies).toEqual([]);
    expect(await sessionStore().get(key)).toEqual(stored);
  });

  it.each(["signs in anew", "signs out"])(
    "that this one cannot use ends when its visitor %s",
    async (how) => {
      const browser = await signedIn();
      const { key } = await rewrite(browser, ({ data }) => ({ form: 2, data }));
      if (how === "signs out") {
        const session = await browser.visit();
        await session.signOut();
        browser.keep(session);
        expect([...browser.cookies.keys()]).toEqual([]);
      } else expect((await browser.signIn()).isSignedIn).toBe(true);
      expect(await sessionStore().get(key)).toBeUndefined();
    },
  );
});

describe("a session record that is damaged", () => {
  it.each([
    [
      "is not what its form promises",
      ({ data }: Written) => ({ form: 1, data: { ...data, user: { id: {} } } }),
    ],
    ["is no session at all", () => [1, 2]],
  ])("ends with the message, once, when it %s", async (_, change) => {
    const browser = await signedIn();
    await rewrite(browser, change);
    const session = await browser.visit();
    expect(session.isSignedIn).toBe(false);
    expect(await session.takeFlash()).toMatchObject([{ kind: "error", key: "errors:http.401" }]);
    browser.keep(session);
    expect([...browser.cookies.keys()]).toEqual(["soria-guest"]);
    expect((await browser.signIn()).isSignedIn).toBe(true);
  });

  it("keeps its member when only a field beside it is damaged", async () => {
    const browser = await signedIn();
    await rewrite(browser, ({ data, ...record }) => ({ ...record, data: { ...data, flash: "?" } }));
    expect((await browser.visit()).isSignedIn).toBe(true);
  });
});

describe("a guest's cookie", () => {
  const noteOf = (browser: Browser) =>
    recordCipher().open(
      Buffer.from(browser.cookies.get("soria-guest") ?? "", "base64url"),
      "guest cookie",
    ) as Written & Record<string, unknown>;
  const putNote = (browser: Browser, note: object) =>
    browser.cookies.set(
      "soria-guest",
      Buffer.from(recordCipher().seal(note, "guest cookie")).toString("base64url"),
    );
  it("of an older release, which has no form, is read", async () => {
    const browser = await guestWithMessage();
    const { form: _, ...older } = noteOf(browser);
    putNote(browser, older);
    expect((await browser.visit()).data.flash).toMatchObject([{ key: "a:b" }]);
  });

  it("of a newer release keeps what this one does not know", async () => {
    const browser = await guestWithMessage();
    const { data, ...note } = noteOf(browser);
    putNote(browser, { ...note, form: 2, oldest: 1, data: { ...data, later: 1, reset: "elsewhere" } });
    const session = await browser.visit();
    await session.flash({ kind: "info", key: "c:d" });
    browser.keep(session);
    expect(noteOf(browser)).toMatchObject({ form: 2, oldest: 1, data: { later: 1, reset: "elsewhere" } });
    expect((await browser.visit()).data.flash).toMatchObject([{ key: "a:b" }, { key: "c:d" }]);
  });

  it("of a newer release that this one cannot use is as good as none, and stays", async () => {
    const browser = await guestWithMessage();
    putNote(browser, { ...noteOf(browser), form: 2 });
    const session = await browser.visit();
    expect(session.data).toEqual({});
    expect(session.setCookies).toEqual([]);
  });
});

describe("the result of a form that was sent", () => {
  const put = async (what: string, formToken: string, value: unknown) => {
    await runOnceByKey(what, formToken, 0, () => Promise.resolve("first"));
    const key = `sent:${createHash("sha256").update(`${what} ${formToken}`).digest("base64url")}`;
    const stored = await sessionStore().get(key);
    if (!stored) throw new Error("The result was not kept");
    await sessionStore().replace(key, stored.version, {
      ...stored,
      payload: recordCipher().seal(value, key),
    });
  };

  it("of a newer release is read where it is still there", async () => {
    await put("inquiry", "a".repeat(22), { form: 2, result: "second", more: 1 });
    expect(await storedResult("inquiry", "a".repeat(22))).toBe("second");
  });

  it("that cannot be read does not have the work done again", async () => {
    await put(USED_LINK, "b".repeat(22), { form: 2, outcome: ["elsewhere"] });
    let done = 0;
    const error = await runOnceByKey(USED_LINK, "b".repeat(22), 0, () =>
      Promise.resolve(String((done += 1))),
    ).catch((reason: unknown) => reason);
    expect([isStoreUnavailable(error), done]).toEqual([true, 0]);
  });
});
