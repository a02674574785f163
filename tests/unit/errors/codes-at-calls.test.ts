/**
 * What a visitor reads when a call is refused with a code of the catalogue: what the code means, if the call's screen
 * is about that, else the general message. Never a text about codes at the news.
 */
import { describe, expect, it } from "vitest";
import { catalogueEntry, messageAt } from "#server/errors/catalogue";
import { type CallName, calls } from "#server/wire/calls";

const GENERAL = "errors:http.unexpected";
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Every code of the specification's ranges but SUCCESS, and some that no range has. */
const all = [
  0,
  ...range(1000, 1017),
  ...range(1100, 1103),
  ...range(1111, 1120),
  ...range(1200, 1204),
  ...range(1300, 1304),
  ...range(1400, 1412),
  ...range(1500, 1517),
  ...range(1600, 1609),
  ...range(6000, 6014),
  ...range(7000, 7019),
  ...range(8000, 8006),
  ...range(9000, 9003),
  ...range(10_000, 10_007),
  ...range(10_100, 10_110),
  ...range(11_000, 11_001),
  ...range(12_000, 12_002),
  13_000,
  ...range(99_000, 99_001),
  4711,
  -1,
];

const state = [1005, 1117, 1118, 1119];
const access = [1013, 1017, 1100, 1101, 1102, 1103, 1113];
const unknownMember = [1000, 1007, 1111, 1120];
const version = [99_000, 99_001];
const email = [1001, 1009, 1112, 1114];
const mail = [1012, 1014, 1204];
const text = [1003, 1004];
const names = [1002, 1116];
const community = range(1500, 1517);
const money = [
  ...range(8000, 8006),
  ...range(9000, 9003),
  ...range(10_000, 10_007),
  ...range(10_100, 10_110),
  13_000,
];

/** The codes whose meaning is shown, by call; `version` everywhere. The others show the general message. */
const shown: Partial<Record<CallName, number[]>> = {
  signIn: [...state, 1115, ...range(1200, 1204), 1012, 1014],
  walletSignIn: [...state, ...unknownMember],
  checkEmail: [...email, ...state],
  requestCode: [...email, ...mail, ...state],
  verifyCode: [1006, 1008],
  signUp: [...email, 1006, 1008, ...text, ...names, 1011, ...mail, ...state],
  resetPassword: [1010, 1016, ...state],
  updateProfile: [...state, ...access, ...text, ...names, 1011],
  changePassword: [...state, ...access, 1115, ...range(1200, 1203)],
  faq: community,
  createInquiry: [...email, ...text, ...names, ...state, ...access],
  report: [...state, ...access, ...community, ...text],
  likeDebate: [...state, ...access, ...community],
  purchase: [...state, ...access, ...money],
  capture: [...state, ...access, ...money],
  cancel: [...state, ...access, ...money],
};

const callNames = Object.keys(calls) as CallName[];
const isMembers = (name: CallName) => ["member", "order"].includes(calls[name].auth);

describe("a refusal", () => {
  it.each(callNames)("of %s shows what its code means there", (name) => {
    const own = shown[name] ?? (isMembers(name) ? [...state, ...access] : []);
    const found = all.filter((code) => messageAt(calls[name], code) !== GENERAL);
    const expected = [...own, ...version, ...(isMembers(name) ? unknownMember : [])];
    expect(found.toSorted((one, other) => one - other)).toEqual(
      all.filter((code) => expected.includes(code)).toSorted((one, other) => one - other),
    );
    for (const code of found)
      expect(messageAt(calls[name], code)).toBe(
        isMembers(name) && unknownMember.includes(code)
          ? "errors:area.auth"
          : catalogueEntry(code).messageKey,
      );
  });
});
