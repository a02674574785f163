/** The message that each result code shows (docs/specification/accounts-and-store.md, section 8). */
import { expect, it } from "vitest";
import { webMessage } from "~/domain/message-codes";
import { languages } from "~/i18n/languages";
import { catalogueEntry, messageAt } from "#server/errors/catalogue";
import type { WireCall } from "#server/wire/call";
import { calls } from "#server/wire/calls";
import { texts } from "../../kit/data/texts";
import { expectWords } from "../i18n/message-words";

function textOf(lng: string, code: number): string {
  const { messageKey } = catalogueEntry(code);
  return texts(lng, "errors")(messageKey.replace("errors:", ""), { count: 1 });
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

it.each<[title: string, code: number, name: string, english: RegExp]>([
  ["1000 is a user who is not found [A257.1]", 1000, "AUTH_USER_NOT_FOUND", /no member matches/i],
  ["1001 is a taken e-mail [A257.1 A257.2]", 1001, "AUTH_EMAIL_DUPLICATION", /already registered/i],
  ["1002 is a taken name [A257.1]", 1002, "AUTH_NAME_DUPLICATION", /name is already in use/i],
  ["1003 is a special character [A257.1]", 1003, "AUTH_SPECIAL_CHARACTER", /special characters/i],
  [
    "1004 is a word that is not allowed [A257.1 A257.4]",
    1004,
    "AUTH_ABUSE_CHARACTER",
    /word that can’t be used/i,
  ],
  ["1005 is suspended [A257.1]", 1005, "AUTH_USER_SUSPENDED", /suspended/i],
  ["1006 is a wrong code [A257.1 A257.5]", 1006, "AUTH_INVALID_CODE", /code doesn’t match/i],
  [
    "1007 is a deleted user, told as not found [A257.1 A278.1]",
    1007,
    "AUTH_USER_DELETED",
    /no member matches/i,
  ],
  ["1008 is a code that expired [A257.1 A257.5]", 1008, "AUTH_EXPIRED_CODE", /code has expired/i],
  ["1009 is a taken e-mail too [A257.1 A257.2]", 1009, "AUTH_DUPLICATE_EMAIL", /already registered/i],
  ["1010 is a link that does not work [A257.1 A257.6]", 1010, "AUTH_INVALID_TOKEN", /link doesn’t work/i],
  [
    "1011 is a failed update; the input is kept [A257.1]",
    1011,
    "AUTH_USER_UPDATE_FAIL",
    /couldn’t save your details.*still here/i,
  ],
  [
    "1012 is a mail that was not sent [A257.1 A257.7]",
    1012,
    "AUTH_EMAIL_TRANSFER_FAIL",
    /couldn’t send the e-mail/i,
  ],
  ["1013 is a missing authorization [A257.1 A257.8]", 1013, "AUTH_UNAUTHORIZED", /session has expired/i],
  [
    "1014 is a code that was not kept, nor sent [A257.1 A257.7]",
    1014,
    "AUTH_SAVE_CODE_FAIL",
    /couldn’t send the e-mail/i,
  ],
  ["1015 is an unknown e-mail [A257.1 A257.9]", 1015, "AUTH_EMAIL_NOT_FOUND", /isn’t registered/i],
  ["1016 is a link that expired [A257.1 A257.6]", 1016, "AUTH_EXPIRED_TOKEN", /link has expired/i],
  ["1017 is a wrong header [A257.1]", 1017, "AUTH_INVALID_HEADER", /couldn’t/i],
  ["1111 is not found [A259.1]", 1111, "USER_NOT_FOUND", /no member matches/i],
  ["1112 is there already [A259.1]", 1112, "USER_EXISTS", /already registered/i],
  ["1113 is not authorized [A259.1]", 1113, "USER_NOT_AUTHORIZED", /correct authorization/i],
  ["1114 is an invalid e-mail [A259.1]", 1114, "USER_INVALID_EMAIL", /doesn’t look like/i],
  ["1115 is an invalid password [A259.1]", 1115, "USER_INVALID_PASSWORD", /password/i],
  ["1116 is an invalid name [A259.1]", 1116, "USER_INVALID_NAME", /name can’t be used/i],
  ["1117 is locked [A259.1]", 1117, "USER_LOCKED", /locked/i],
  ["1118 is suspended [A259.1]", 1118, "USER_SUSPENDED", /suspended/i],
  ["1119 is pending [A259.1]", 1119, "USER_PENDING", /still being checked/i],
  ["1120 is deleted already [A259.1]", 1120, "USER_ALREADY_DELETED", /no member matches/i],
  ["1200 is a wrong password [A260.1]", 1200, "PASSWORD_FAIL", /wrong e-mail or password/i],
  ["1201 is wrong, and locks [A260.1]", 1201, "PASSWORD_FAIL_LOCK", /locked after 5/i],
  ["1202 is a password that expired [A260.1 A260.2]", 1202, "PASSWORD_EXPIRED", /password has expired/i],
  ["1203 is an invalid password [A260.1]", 1203, "PASSWORD_INVALID", /password doesn’t match/i],
  [
    "1204 is a mail that was not sent [A260.1]",
    1204,
    "PASSWORD_EMAIL_TRANSFER_FAIL",
    /couldn’t send the e-mail/i,
  ],
])("the result code %s", (_, code, name, english) => {
  expect(catalogueEntry(code).name).toBe(name);
  expect(textOf("en", code)).toMatch(english);
  expectWords(catalogueEntry(code).messageKey);
});

it.each<[title: string, codes: number[], english: RegExp]>([
  ["OAuth, 1100 to 1103 [A258.1]", range(1100, 1103), /^We couldn’t confirm your sign-in.*sign in again/],
  ["characters, 1300 to 1304", range(1300, 1304), /avatar/],
  ["meetings, 1400 to 1412 [A262.1]", range(1400, 1412), /meeting/],
  ["the community, 1500 to 1517 [A263.1]", range(1500, 1517), /community/],
  ["notifications, 1600 to 1609 [A264.1]", range(1600, 1609), /notification/],
  ["parcels, 6000 to 6014 [A265.1]", range(6000, 6014), /parcel/],
  ["events, 7000 to 7019 [A266.1]", range(7000, 7019), /event/],
  ["the game's store, 8000 to 8003 [A267.1]", range(8000, 8003), /couldn’t be made.*check your balance/],
  ["in-app purchases, 9000 to 9003 [A268.1]", range(9000, 9003), /^Payment could not be processed/],
  ["the store, 10000 to 10007 [A269.1]", range(10000, 10007), /^Payment could not be processed/],
  ["videos, 11000 and 11001 [A270.1]", range(11000, 11001), /video/],
  ["inventories, 12000 to 12002 [A271.1]", range(12000, 12002), /inventory/],
  ["versions, 99000 and 99001 [A273.1]", range(99000, 99001), /version/],
])("the result codes of %s, have a sentence and never a number alone [A275.1]", (_, codes, english) => {
  for (const code of codes) {
    expect(textOf("en", code), String(code)).toMatch(english);
    expectWords(catalogueEntry(code).messageKey);
    for (const lng of languages) expect(textOf(lng, code), `${lng} ${code}`).not.toContain(String(code));
  }
});

it("codes that no screen is about have the general message at every call [A261.1 A262.1 A264.1 A265.1 A266.1 A270.1 A271.1]", () => {
  const all: WireCall[] = Object.values(calls);
  const areas = [
    ...[range(1300, 1304), range(1400, 1412), range(1600, 1609), range(6000, 6014)],
    ...[range(7000, 7019), range(11000, 11001), range(12000, 12002)],
  ];
  for (const code of areas.flat())
    for (const call of all)
      expect(messageAt(call, code), `${call.path} ${code}`).toBe("errors:http.unexpected");
});

it("8004 to 8006 name the balance that is too small [A267.1]", () => {
  const said = [8004, 8005, 8006].map((code) => textOf("en", code));
  expect(said).toEqual([
    expect.stringContaining("points"),
    expect.stringMatching(/enough Soria\./),
    expect.stringContaining("Soria Plus"),
  ]);
  for (const code of [8004, 8005, 8006]) expectWords(catalogueEntry(code).messageKey);
});

it("every listed web message has a text in the four languages [A281.1]", () => {
  const listed =
    "001 002 003 004 006 007 008 011 013 014 016 017 020 021 022 023 024 026 029 040 041 054 090 100 045 046 047 048 049 052 053 075 076 077 078 082 083 073 095 055 056 072";
  // These say what others say.
  const same = "009 010 018 025 027 030 031 033 034 035 036 037 038 039 042 084 097 098 099";
  for (const lng of languages) {
    const t = texts(lng, "errors");
    for (const code of `${listed} ${same}`.split(" ")) {
      const key = webMessage(code);
      expect(t(key.replace("errors:", ""), { count: 1 }).trim(), `${lng} ${code}`).not.toBe("");
      expectWords(key);
    }
  }
});
