/** What a session may hold, how it is stored, and what is left of it after a sign-in, an expiry or an end. */
import { describe, expect, it } from "vitest";
import {
  endedData,
  expiredData,
  holdsOnly,
  type StoredFlash,
  type SessionData,
  sessionData,
  signedInData,
  tokensOf,
  userOf,
  withMessage,
} from "#server/session/session-data";
import { fromRecord, ownForm, toRecord } from "#server/session/session-records";
import { member, token } from "./support";

const NOW = Date.UTC(2026, 0, 15);

const message: StoredFlash = { id: "m1", kind: "info", key: "a:b" };
const draft = { form: "names", who: "hash", values: { firstName: "灯" }, at: NOW };
const file = {
  id: "f",
  name: "a.png",
  size: 3,
  type: "image/png" as const,
  extension: "png" as const,
  at: NOW,
};
const user = userOf(member());
const tokens = tokensOf(member({ ecAccessToken: "ec" }));
const signedIn = { at: NOW, lastUsed: NOW, browser: "Firefox", system: "Linux", country: "JP" };
const suspension = {
  ...{ created_at: "2026-01-01T00:00:00Z", restored_at: "2026-01-05T00:00:00Z", reason: "spam", toldAt: NOW },
  duration: { days: 3, hours: 4, minutes: 5 },
};

/** A session with every field. */
const whole: Required<SessionData> = {
  ...{ tokens: { ...tokens, clockAhead: 90_000 }, user, signedIn, ended: true, suspension },
  flash: [{ ...message, params: { count: 2, name: "Kite" }, link: { to: "/store", key: "store:title" } }],
  signUp: {
    ...{ stage: "details", email: "a@example.com", codeRequestedAt: NOW, firstName: "灯", lastName: "水野" },
    earlierCodes: { "b@example.com": NOW },
  },
  devices: ["Firefox, Linux JP"],
  recovery: { email: "a@example.com", sentAt: NOW },
  ...{ reset: { token: "t", email: "a@example.com" }, resetDone: true, walletMessage: "Sign in" },
  ...{ hasPurchases: true, island: ["house 1"], orderCount: { count: 2, at: NOW }, votes: [3] },
  ...{ kept: [draft], attachments: [file] },
  sentInquiry: { publicId: "I-1", email: "a@example.com" },
};

/** Stores the data and reads it back, as another request would. */
const readBack = (data: unknown, form = 1) => fromRecord({ form, data }, NOW);
const dataOf = (read: ReturnType<typeof readBack>) => (typeof read === "object" ? read.data : read);
const unreadOf = (read: ReturnType<typeof readBack>) => (typeof read === "object" ? read.form.unread : read);

describe("a session record", () => {
  it("is read back as it was written, with every field", () => {
    const record = structuredClone(toRecord({ data: whole, form: ownForm }));
    expect(record).toEqual({ form: 1, data: whole });
    expect(fromRecord(record, NOW)).toEqual({ data: whole, form: { form: 1, oldest: 1, unread: {} } });
    expect(sessionData.parse(whole)).toEqual(whole);
  });

  it.each([
    ...["email", "code", "verified", "details", "done"].map((stage) => ["signUp", { stage }] as const),
    ...["success", "info", "error", "alert", "done"].map(
      (kind) => ["flash", [{ ...message, kind }]] as const,
    ),
    ["attachments", [{ ...file, type: "image/gif", extension: "gif" }]],
    ["attachments", [{ ...file, type: "image/jpeg", extension: "jpg" }]],
    ["user", { ...user, id: "0x1", type: "WALLET" }],
    ["tokens", { accessToken: "a", refreshToken: "b", ecAccessToken: "" }],
  ] as const)("reads %s %j", (field, value) => {
    const read = readBack({ signedIn, [field]: value });
    expect(dataOf(read)).toEqual({ signedIn, [field]: value });
    expect(unreadOf(read)).toEqual({});
  });

  it.each([
    ["flash", "a text"],
    ["flash", [{ kind: "info", key: "a:b" }]],
    ["flash", [{ ...message, kind: "loud" }]],
    ["flash", [{ ...message, key: 1 }]],
    ["flash", [{ ...message, params: { a: {} } }]],
    ["flash", [{ ...message, link: { to: "/store" } }]],
    ["signUp", { stage: "begin" }],
    ["signUp", { stage: "code", earlierCodes: { a: "b" } }],
    ["reset", { token: "t" }],
    ["resetDone", false],
    ["walletMessage", 1],
    ["suspension", { ...suspension, duration: {} }],
    ["suspension", { ...suspension, toldAt: "now" }],
    ["hasPurchases", false],
    ["island", [1]],
    ["votes", ["3"]],
    ["kept", [{ ...draft, who: undefined }]],
    ["kept", [{ ...draft, values: { a: 1 } }]],
    ["attachments", [{ ...file, type: "image/svg+xml" }]],
    ["attachments", [{ ...file, size: "3" }]],
    ["sentInquiry", { publicId: "I-1" }],
  ])("does not use %s %j, and stores it again unread", (field, value) => {
    const read = readBack({ walletMessage: "Sign in", ...{ [field]: value } });
    expect(dataOf(read)).toEqual(field === "walletMessage" ? {} : { walletMessage: "Sign in" });
    expect(unreadOf(read)).toEqual({ [field]: value });
    if (typeof read !== "object") throw new Error("not read");
    expect(toRecord(read)).toMatchObject({ form: 1, data: { [field]: value } });
  });

  it.each([
    ["tokens", { ...tokens, refreshToken: undefined }],
    ["user", { ...user, type: "ROBOT" }],
    ["user", { ...user, soriaAmount: "2" }],
    ["signedIn", { at: NOW }],
    ["ended", false],
  ])("is unreadable when %s is %j: it could be another member's", (field, value) => {
    expect(readBack({ ...whole, [field]: value })).toBeUndefined();
    expect(readBack({ ...whole, [field]: value }, 2)).toBe("newer");
  });

  it("of a newer release keeps what this one does not know, at any depth", () => {
    const data = {
      ...{ later: 1, tokens: { ...tokens, later: [1] }, signedIn, user: { ...user, later: { a: 1 } } },
      flash: [{ ...message, later: true, link: { to: "/a", key: "a:b", later: 2 } }, message],
    };
    const read = fromRecord({ form: 2, oldest: 1, data: { ...data, votes: "?" } }, NOW);
    expect(read).toEqual({ data, form: { form: 2, oldest: 1, unread: { votes: "?" } } });
    if (typeof read !== "object") throw new Error("not read");
    expect(toRecord(read)).toEqual({ form: 2, oldest: 1, data: { ...data, votes: "?" } });
    expect(toRecord({ data: {}, form: { form: 2, oldest: 2, unread: {} } })).toStrictEqual({
      form: 2,
      data: {},
    });
  });

  it.each([
    [{ form: 2, data: {} }, "newer"],
    [{ form: 2, oldest: 2, data: {} }, "newer"],
    [{ form: 1, data: null }, undefined],
    [{ form: 1, data: [] }, undefined],
    [{ form: 1, data: "text" }, undefined],
    [{ form: 2, oldest: 1, data: null }, "newer"],
    [null, undefined],
    ["text", undefined],
  ])("%j is %s", (value, read) => {
    expect(fromRecord(value, NOW)).toBe(read);
  });

  it("of an older release has no form, or no start: it counts from now", () => {
    const before = { tokens, user };
    const read = { data: { ...before, signedIn: { at: NOW, lastUsed: NOW } }, form: ownForm };
    expect(fromRecord({ ...before }, NOW)).toEqual(read);
    expect(fromRecord({ form: 1, data: { ...before } }, NOW)).toEqual(read);
    expect(fromRecord({ form: 1, data: { votes: [1] } }, NOW)).toEqual({
      data: { votes: [1] },
      form: ownForm,
    });
    expect(fromRecord({ form: 1, data: { ...before, signedIn } }, NOW)).toMatchObject({ data: { signedIn } });
  });

  it("never takes a field from an object's own methods", () => {
    expect(dataOf(readBack({ toString: 1, votes: [1] }))).toEqual({ toString: 1, votes: [1] });
  });
});

describe("the data of a session", () => {
  it("hold only some fields when nothing else is set", () => {
    expect(holdsOnly({ flash: [] }, ["flash", "reset"])).toBe(true);
    expect(holdsOnly({ flash: [], votes: undefined }, ["flash"])).toBe(true);
    expect(holdsOnly({ flash: [], votes: [] }, ["flash"])).toBe(false);
    expect(holdsOnly({}, [])).toBe(true);
  });

  it("keep the ten newest messages", () => {
    const all = Array.from({ length: 10 }, (_, at) => ({ ...message, id: `${at}` }));
    expect(withMessage([], message)).toEqual([message]);
    expect(withMessage(all, message)).toEqual([...all.slice(1), message]);
  });

  it("have the tokens of the sign-in, and how far our clock was ahead", () => {
    expect(tokensOf(member({ accessToken: "a", refreshToken: "b", ecAccessToken: "c" }))).toStrictEqual({
      ...{ accessToken: "a", refreshToken: "b", ecAccessToken: "c" },
    });
    const late = member({ accessToken: token(900, "access", -600) });
    expect(tokensOf(late).clockAhead).toBeGreaterThan(599_000);
  });

  it.each([
    ["EMAIL", "sora@soria.test", "sora@soria.test"],
    ["WALLET", undefined, ""],
  ] as const)("have the fields of a member of type %s, and no other [A079.1]", (type, email, held) => {
    expect(userOf({ ...member(), type, email })).toStrictEqual({
      ...{ id: 7, type, email: held, firstName: "Sora", lastName: "Kumo" },
      ...{ pointAmount: 1, soriaAmount: 2, soriaPlusAmount: 3 },
    });
  });
});

describe("after a sign-in", () => {
  const response = member({ email: "A@example.com" });
  const own = { tokens: tokensOf(response), user: userOf(response), signedIn, hasPurchases: true };

  it("messages, drafts, a sign-up, attachments and the member's own reset link are kept", () => {
    const { tokens: _, user: __, ended: ___, ...guest } = whole;
    const { flash, kept, signUp, reset, attachments } = whole;
    expect(signedInData(guest, response, signedIn)).toStrictEqual({
      ...{ flash, kept, signUp, reset, attachments },
      ...own,
    });
  });

  it("nothing else is, and nothing is made up", () => {
    expect(signedInData({}, response, signedIn)).toStrictEqual(own);
    expect(signedInData({ signUp: { stage: "email" }, votes: [1] }, response, signedIn)).toStrictEqual(own);
  });

  it("what said that the device was signed out is not, since it is signed in again", () => {
    const about = ["elsewhere", "password", "closed", "many", "renewed", "text", "kept"].map((why) => ({
      ...message,
      key: `account:ended.${why}`,
    }));
    const signedOut = { ...message, key: "account:signOut.done" };
    const other = { ...message, key: "account:signIn.deletionCancelled" };
    const { flash } = signedInData({ flash: [...about, other, signedOut] }, response, signedIn);
    expect(flash).toEqual([other]);
    expect(signedInData({ flash: about }, response, signedIn)).toStrictEqual(own);
  });

  it("another member's reset link is not, nor the attachments of who was signed in before", () => {
    const reset = { token: "t", email: "b@example.com" };
    expect(signedInData({ reset, attachments: [file], user }, response, signedIn)).toStrictEqual(own);
  });
});

describe("after the end of a member's session", () => {
  it("messages and drafts are left where the tokens expired", () => {
    expect(expiredData({}, message)).toStrictEqual({ flash: [message] });
    const later = { ...message, id: "m2" };
    expect(expiredData({ ...whole, flash: [message] }, later)).toStrictEqual({
      ...{ flash: [message, later], kept: whole.kept },
    });
  });

  it("a picture that a member has sent waits for this member, and a guest's does not", () => {
    const own = { ...file, who: "7" };
    expect(expiredData({ attachments: [file, own] }, message)).toStrictEqual({
      ...{ flash: [message], attachments: [own] },
    });
  });

  it("only the reason and drafts are left where it was ended from elsewhere", () => {
    const reason = { id: "m9", kind: "alert", key: "account:ended.password" };
    expect(endedData({ flash: [message] }, "m9", "password")).toStrictEqual({ ended: true, flash: [reason] });
    expect(endedData(whole, "m9", "password")).toStrictEqual({
      ...{ ended: true, flash: [reason], kept: whole.kept },
    });
  });
});
