import { describe, expect, it } from "vitest";
import { suggestEmail } from "~/domain/email-suggestion";
import { isCommonPassword } from "~/domain/common-passwords";
import { failedPasswordHint, invisibleIn, passwordHints } from "~/domain/password-hints";
import { isGoodPassword } from "~/domain/password-rules";

describe("suggestEmail", () => {
  it.each([
    ["taro@gmial.com", "taro@gmail.com"],
    ["taro@gmai.com", "taro@gmail.com"],
    ["taro@gmaill.com", "taro@gmail.com"],
    ["taro@gnail.com", "taro@gmail.com"],
    ["taro@gmail.con", "taro@gmail.com"],
    ["Taro@GMIAL.com", "Taro@gmail.com"],
    ["taro@yaho.co.jp", "taro@yahoo.co.jp"],
    ["taro@yahoo.co.jo", "taro@yahoo.co.jp"],
    ["taro@docomo.ne.jo", "taro@docomo.ne.jp"],
    ["taro@outlok.com", "taro@outlook.com"],
    ["taro@ｇｍｉａｌ.com", "taro@gmail.com"],
  ])("suggests for %s %s", (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  it.each([
    "taro@gmail.com",
    "taro@ymail.com",
    "taro@soria.test",
    "taro@example.jp",
    "taro@qq.co",
    "taro@mail.com",
    "taro@outlook.jp",
    "gmial.com",
    "",
    `${"a".repeat(300)}@gmial.com`,
  ])("suggests nothing for %s", (typed) => {
    expect(suggestEmail(typed)).toBeUndefined();
  });
});

describe("passwordHints", () => {
  it.each([
    ["Lantern-7! ", ["trailing"]],
    ["\u3000Lantern-7!", ["leading"]],
    ["Ｌantern-7!", ["wide"]],
    ["Lantern-7!🏮", ["emoji"]],
    ["Lan\u200btern-7!", ["invisible"]],
    ["Lantern-7!", []],
    ["", []],
  ])("of %j are %j", (password, hints) => {
    expect(passwordHints(password)).toEqual(hints);
  });

  it("count what nobody can see", () => {
    expect(invisibleIn("a\u200b\u200db\ufeff")).toBe(3);
  });

  it("warn of passwords only that the rules allow", () => {
    expect(isCommonPassword("Lantern-7!")).toBe(false);
    for (const password of [
      "PASSWORD1!",
      " P@ssw0rd1 ",
      "Ｐassword1!",
      "Password1!",
      "Qwerty123!",
      "Abcd1234!",
      "Welcome1!",
    ]) {
      expect(isCommonPassword(password)).toBe(true);
    }
    expect(isGoodPassword("Password1!")).toBe(true);
  });

  it("of a failed sign-in name a space at the end and full-width characters", () => {
    expect(failedPasswordHint("Lantern-7! ")).toBe("account:signIn.trailing");
    expect(failedPasswordHint("Ｌａｎｔｅｒｎ-7!")).toBe("account:signIn.wide");
    expect(failedPasswordHint("Lantern-7!")).toBeUndefined();
  });
});
