import { describe, expect, it, test } from "vitest";
import {
  codeTimes,
  countdown,
  nextTick,
  RESEND_COOLDOWN_MS,
  resendWait,
  secondsLeft,
} from "~/domain/auth-code";
import { checkEmail, isEmail } from "~/domain/email-rules";
import { checkName, MAX_NAME, readName } from "~/domain/name-rules";
import { checkPassword, firstFailedCheck } from "~/domain/password-rules";

describe("passwords", () => {
  test.each([
    ["Soria-2024!", "Soria-2024!", []],
    ["short1!", "short1!", ["length"]],
    ["exactly8", "exactly8", ["special"]],
    ["abcd-fgh", "abcd-fgh", ["digit"]],
    ["Soria-2024!", "Soria-2024", ["match"]],
    ["", "", ["length", "digit", "special", "match"]],
    [`1!${"a".repeat(62)}`, `1!${"a".repeat(62)}`, []],
    [`1!${"a".repeat(63)}`, `1!${"a".repeat(63)}`, ["length"]],
    ["パスワード１２３！", "パスワード１２３！", ["digit", "special"]], // full-width characters do not count
  ])("%j and %j fail %j", (password, confirmation, failed) => {
    const checks = checkPassword(password, confirmation);
    expect(Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]))).toEqual(failed);
    expect(firstFailedCheck(password, confirmation)).toBe(failed[0]);
  });

  it("takes every ASCII punctuation character as special, and nothing else [A173.1 A173.2]", () => {
    for (let code = 32; code < 127; code += 1) {
      const character = String.fromCharCode(code);
      expect([character, checkPassword(character, "").special]).toEqual([
        character,
        !/[A-Za-z0-9 ]/.test(character),
      ]);
    }
  });
});

describe("names", () => {
  test.each([
    ["Taro", undefined],
    ["山田", undefined],
    ["佐々木", undefined],
    ["〇山", undefined],
    ["さくら", undefined],
    ["マリー", undefined],
    ["김민수", undefined],
    ["李小龙", undefined],
    ["Zoë", undefined],
    ["Zoë", undefined],
    ["Anne-Marie", undefined],
    ["van den Berg", undefined],
    ["  Taro  ", undefined],
    ["", "missing"],
    ["   ", "missing"],
    ["\u3000", "missing"],
    ["Taro1", "numberForbidden"],
    ["太郎③", "numberForbidden"],
    ["1!", "numberForbidden"],
    ["Taro!", "specialCharacterForbidden"],
    ["Ta@ro", "specialCharacterForbidden"],
    ["Ta_ro", "specialCharacterForbidden"],
    ["-Taro", "specialCharacterForbidden"],
    ["太郎！", "specialCharacterForbidden"],
    ["Taro😀", "specialCharacterForbidden"],
    ["<b>Taro</b>", "specialCharacterForbidden"],
    ["Ta\u0000ro", "specialCharacterForbidden"],
  ])("%j is %s [A183.1 A184.1]", (name, problem) => {
    expect(checkName(name)).toBe(problem);
  });

  it("counts a decomposed syllable as one character, and composes it", () => {
    const name = "한".repeat(MAX_NAME);
    expect(readName(name.normalize("NFD"))).toBe(name);
    expect(checkName(name.normalize("NFD"))).toBeUndefined();
    expect(checkName(`${name}글`.normalize("NFD"))).toBe("long");
  });

  it("is never cut: a longer one has a problem [A181.3]", () => {
    expect(readName(` ${"a".repeat(40)} `)).toBe("a".repeat(40));
    expect(checkName("a".repeat(MAX_NAME + 1))).toBe("long");
    expect(checkName("𠮷".repeat(MAX_NAME))).toBeUndefined();
    expect(checkName("𠮷".repeat(MAX_NAME + 1))).toBe("long");
  });
});

describe("e-mail addresses", () => {
  test.each([
    ["member@soria.test", undefined],
    ["a.b+c_d-e@x-y.example.co.jp", undefined],
    ["A@B.CO", undefined],
    [" member@soria.test ", undefined],
    ["", "missing"],
    ["  ", "missing"],
    ["member", "format"],
    ["member@", "format"],
    ["@soria.test", "format"],
    ["member@soria", "format"],
    ["member@soria..test", "format"],
    ["member@.soria.test", "format"],
    ["member@-soria.test", "format"],
    ["a@b@soria.test", "format"],
    ["member@soria.test\nBcc: x", "format"],
    [`${"a".repeat(65)}@soria.test`, "format"],
  ])("%j is %s", (email, problem) => {
    expect(checkEmail(email)).toBe(problem);
  });

  it("has at most 254 characters", () => {
    expect(checkEmail(`a@${"b.".repeat(150)}test`)).toBe("long");
    expect(isEmail(`a@${"b".repeat(300)}.test`)).toBe(false);
  });

  it("is checked whatever is typed", () => {
    for (const text of ["a.".repeat(50_000), `a@${"b.".repeat(50_000)}`, `a@${"-".repeat(50_000)}`]) {
      checkEmail(text);
      expect(isEmail(text)).toBe(false);
    }
  });
});

describe("verification codes", () => {
  test.each([
    [1800, "minutes", 30, 60],
    [1790, "minutes", 29, 50],
    [121, "minutes", 2, 1],
    [120, "minutes", 2, 1],
    [119, "minutes", 1, 1],
    [61, "minutes", 1, 1],
    [60, "seconds", 60, 1],
    [1, "seconds", 1, 1],
    [0, "seconds", 0, 0],
  ])(
    "with %i s left it shows %s: %i, and ticks after %i s [A131.2 A131.3 A131.4 A131.5 A337.1]",
    (seconds, unit, value, tick) => {
      expect(countdown(seconds)).toEqual({ unit, value });
      expect(nextTick(seconds)).toBe(tick);
    },
  );

  test.each([
    [0, 1800],
    [1_000, 1799],
    [1_799_999, 1],
    [1_800_000, 0],
    [9_000_000, 0],
    [-5_000, 1800],
  ])("%i ms after it was issued %i s are left", (elapsed, left) => {
    expect(secondsLeft(1_700_000_000_000, 1_700_000_000_000 + elapsed)).toBe(left);
  });

  it.each([
    ["10:00:00", "10:30", "10:05"],
    ["10:00:01", "10:30", "10:06"],
    ["10:00:59", "10:30", "10:06"],
  ])("requested at %s is shown as valid until %s, another one from %s", (requested, until, again) => {
    const at = (time: string) => Date.parse(`2024-11-24T${time}Z`);
    expect(codeTimes(at(requested))).toEqual({ until: at(`${until}:00`), again: at(`${again}:00`) });
  });

  it("may be asked for again after five minutes [A338.1]", () => {
    expect(resendWait(1000, 1000)).toBe(RESEND_COOLDOWN_MS);
    expect(resendWait(1000, 1000 + 299_999)).toBe(1);
    expect(resendWait(1000, 1000 + 300_000)).toBe(0);
  });
});
