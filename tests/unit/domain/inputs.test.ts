/** Inputs of real people, and the value that the site reads: docs/inputs.md. Each row stands for a kind. */
import { describe, expect, it } from "vitest";
import { readPhone, readPostalCode } from "~/domain/address-rules";
import { checkCode, cleanCode } from "~/domain/auth-code";
import { checkEmail, readEmail } from "~/domain/email-rules";
import { readExchangeAmount } from "~/domain/exchange-rules";
import { checkName, readName } from "~/domain/name-rules";
import { checkPassword, isGoodPassword } from "~/domain/password-rules";
import { readQuantity } from "~/domain/quantity";
import { composed, cut, digits, lengthOf, line, machine, paragraphs, readPassword } from "~/domain/readers";
import { isGoodEmail, isGoodName, isGoodPassword as sandboxPassword } from "#server/sandbox/passwords";

const at = (text: string) => [...text].map((sign) => `U+${sign.codePointAt(0)?.toString(16)}`).join(" ");

describe("a line", () => {
  it.each([
    ["  Mary\u00a0 Ann\u3000", "Mary Ann"],
    ["Mary\tAnn\r\n", "Mary Ann"],
    ["か\u3099", "が"],
    ["\ufa19\ufa10\ufa1b\ufa45\ufa0e\uf900\u{2f800}", "\ufa19\ufa10\ufa1b\ufa45\ufa0e\uf900\u{2f800}"],
    ["e\u0301\ufa19e\u0301", "é\ufa19é"],
    ["a\ud800b", "a\ufffdb"],
    ["\udc00", "\ufffd"],
    ["葛\u{e0100}城", "葛\u{e0100}城"],
    ...[
      "\u200b",
      "\u2060",
      "\u2800",
      "\u3164",
      "\u115f",
      "\u1160",
      "\ufeff",
      "\ufe0f",
      "\uffa0",
      "\u{e0100}",
    ].map((sign) => [` ${sign}${sign} `, ""]),
    ["\u200d\u200e\u00ad", ""],
  ])("%j is %j", (raw, read) => expect(at(line(raw ?? ""))).toBe(at(read ?? "")));

  it("of several lines keeps its breaks as LF", () => {
    expect(paragraphs(" a\r\nb\rc\n\u3000")).toBe("a\nb\nc");
    expect(paragraphs("\u200b\r\n\u2060")).toBe("");
    expect(composed("\ufa19 \r\n")).toBe("\ufa19 \r\n");
  });
});

describe("a text for programs", () => {
  it.each([
    ["\u202a090\u202c", "090"],
    ["\u2066a\u2069\u200e\ufe0f\u00ad\u180e\u200db", "ab"],
    ["ＡＢ　１２", "AB 12"],
    [" a \u200b b ", "a b"],
  ])("%j is %j", (raw, read) => expect(machine(raw)).toBe(read));

  it.each([
    ["٠٩٠-١٢٣", "090123"],
    ["۱۲۳ ४५६", "123456"],
    ["𝟘𝟙𝟚 ９", "0129"],
    ["1ー2ｰ3−4‑5‒6‐7⁃8﹣9–0", "1234567890"],
    ["(1) 2.3/4・5", "12345"],
    ["12a4", "12a4"],
  ])("has digits: %j is %j", (raw, read) => expect(digits(raw)).toBe(read));
});

describe("a length", () => {
  it.each([
    ["😀😀", 2],
    ["𠮷", 1],
    ["", 0],
    ["a\nb", 3],
  ])("of %j is %i characters", (text, length) => expect(lengthOf(text)).toBe(length));

  it.each([
    ["👨‍👩‍👧‍👦abc", 3, ""],
    ["ab👨‍👩‍👧", 4, "ab"],
    ["🇯🇵🇰🇷", 3, "🇯🇵"],
    ["ありがとう", 3, "ありが"],
    ["e\u0301x", 1, ""],
    ["abc", 3, "abc"],
  ])("of %j is cut at %i to %j", (text, most, left) => expect(cut(text, most)).toBe(left));
});

describe("a code", () => {
  it.each([
    ["123\u2060 456"],
    ["１２３–４５６"],
    ["12ー34ー56"],
    ["\u202a123456\u202c"],
    ["١٢٣٤٥٦"],
    ["१२३ ४५६"],
    ["[123-456]"],
    ["1.2.3.4.5.6"],
    ["認証コード：123456"],
    ["Your code is 123 456."],
  ])("%j is six digits", (raw) => {
    expect(checkCode(raw)).toBeUndefined();
    expect(cleanCode(raw)).toMatch(/^[0-9]{6}$/);
  });
  it.each([
    ["\u200b", "missing"],
    ["12345", "incomplete"],
    ["1234567", "incomplete"],
    ["12a456", "digitsOnly"],
    ["abcdef", "digitsOnly"],
    ["12.03.2024 123456", "incomplete"],
  ])("%j is %s", (raw, problem) => expect(checkCode(raw)).toBe(problem));
});

describe("a phone number", () => {
  it.each([
    ["090-1234-5678", "09012345678"],
    ["(03) 1234-5678", "0312345678"],
    ["\u202a090-1234-5678\u202c", "09012345678"],
    ["090-\u20601234-\u20605678", "09012345678"],
    ["\u200e090-1234-5678\ufe0d", "09012345678"],
    ["090ｰ1234ｰ5678", "09012345678"],
    ["090.1234.5678", "09012345678"],
    ["090/1234/5678", "09012345678"],
    ["090−1234‒5678", "09012345678"],
    ["٠٩٠١٢٣٤٥٦٧٨", "09012345678"],
    ["tel:+81-90-1234-5678", "+819012345678"],
    ["℡03-1234-5678", "0312345678"],
    ["Tel. 03 1234 5678", "0312345678"],
    ["電話番号：０３－１２３４－５６７８", "0312345678"],
    ["Phone: +65 8123 4567", "+6581234567"],
    ["＋８１ ９０ １２３４ ５６７８", "+819012345678"],
    ["+81 (0)90-1234-5678", "+819012345678"],
    ["+65\u00a08123\u00a04567", "+6581234567"],
    ["03-1234-5678 ext. 12", "0312345678 ext. 12"],
    ["03-1234-5678x12", "0312345678 ext. 12"],
    ["tel:0312345678;ext=12", "0312345678 ext. 12"],
    ["03-1234-5678（内線１２）", "0312345678 内線 12"],
    ["02-123-4567 내선 305", "021234567 내선 305"],
    ["call me", undefined],
    ["telephone", undefined],
    ["12345", undefined],
    ["1234567890123456", undefined],
    ["090-1234-5678 or 080-1234-5678", undefined],
  ])("%j is %j", (raw, phone) => {
    expect(readPhone(raw)).toBe(phone);
    if (phone) expect(readPhone(phone)).toBe(phone);
  });
});

describe("a postal code", () => {
  it.each([
    ["1000001", "100-0001"],
    ["〒100-0001", "100-0001"],
    ["238823", "238823"],
    ["K1A 0B1", "K1A 0B1"],
    ["100 - 0001", "100-0001"],
    ["100-\u20600001", "100-0001"],
    ["〒１００ー０００１", "100-0001"],
    ["١٠٠٠٠٠١", "100-0001"],
    ["100.0001", "100-0001"],
    ["sw1a  1aa", "SW1A 1AA"],
    ["00 - 950", "00-950"],
    ["\u200b", undefined],
    ["1", undefined],
    ["tokyo", undefined],
    ["100-0001<script>", undefined],
  ])("%j is %j", (raw, code) => {
    expect(readPostalCode(raw)).toBe(code);
    if (code) expect(readPostalCode(code)).toBe(code);
  });
});

describe("an e-mail address", () => {
  it.each([
    ["taro..yamada@docomo.ne.jp", "taro..yamada@docomo.ne.jp"],
    ["taro.@docomo.ne.jp", "taro.@docomo.ne.jp"],
    [".taro@ezweb.ne.jp", ".taro@ezweb.ne.jp"],
    ["info@日本語.jp", "info@xn--wgv71a119e.jp"],
    ["info@日本語。jp", "info@xn--wgv71a119e.jp"],
    ["info@münchen.de", "info@xn--mnchen-3ya.de"],
    ["ｔａｒｏ＠example.jp", "taro@example.jp"],
    ["taro@example\u3002jp", "taro@example.jp"],
    ["\u200btaro@example.jp\u00a0", "taro@example.jp"],
    ["mailto:taro@example.jp", "taro@example.jp"],
  ])("%j is sent as %s", (raw, sent) => {
    expect([checkEmail(raw), readEmail(raw)]).toEqual([undefined, sent]);
    expect(isGoodEmail(sent)).toBe(true);
    expect(readEmail(sent)).toBe(sent);
  });
  it.each([
    ["太郎@example.jp", "format"],
    ["taro@日本 語.jp", "format"],
    ["taro@例/x.jp", "format"],
    ["taro@-日本.jp.", "format"],
    ["a b@example.jp", "format"],
    ["\u3164", "missing"],
  ])("%j is %s", (raw, problem) => expect(checkEmail(raw)).toBe(problem));
});

describe("a name", () => {
  it.each([
    "علی\u200cرضا",
    "ශ්\u200dරීමාලි",
    "Ka‘ahumanu",
    "Kaʻahumanu",
    "Anne–Marie",
    "Anne‑Marie",
    "J. Robert",
    "J.-P.",
    "J.R.R.",
    "St. John",
    "Jr.",
    "マリア・ルイサ",
    "マリア･ルイサ",
    "Lluïsa‧Col•lell",
    "マリア゠ルイサ",
    "’t Hooft",
    "Van 't Hoff",
    "Ng'ang'a",
    "O＇Brien",
    "D′Arcy",
    "ñandú",
    "Đặng",
    "นภัสสร",
    "अनुष्का",
    "ყიფიანი",
    "葛\u{e0100}城",
    "\ufa19山",
    "𠮷田",
  ])("%s is taken as it is, by the sandbox too", (name) => {
    expect([checkName(name), at(readName(name))]).toEqual([undefined, at(name)]);
    expect(isGoodName(name)).toBe(true);
  });
  it.each([
    ["Mary\u00a0 Ann", "Mary Ann"],
    ["\u200fשרה\u200e", "שרה"],
    ["Ta\u200bro", "Taro"],
    ["山田\u200d", "山田"],
  ])("%j is %j", (raw, name) => expect([checkName(raw), readName(raw)]).toEqual([undefined, name]));
  it.each([
    ["\u200b", "missing"],
    ["\u3164", "missing"],
    ["٣", "numberForbidden"],
    ["Taro２", "numberForbidden"],
    ["Anne--Marie", "specialCharacterForbidden"],
    ["Anne-", "specialCharacterForbidden"],
    [".Taro", "specialCharacterForbidden"],
    ["O''Brien", "specialCharacterForbidden"],
    ["Taro, Jr.", "specialCharacterForbidden"],
    ["👩‍🚀", "specialCharacterForbidden"],
    ["a\ud800", "specialCharacterForbidden"],
  ])("%j is %s, for the sandbox too", (raw, problem) => {
    expect(checkName(raw)).toBe(problem);
    expect(isGoodName(raw)).toBe(false);
  });
});

describe("a password", () => {
  it("is read in NFC, with ASCII spaces, untrimmed and uncut", () => {
    expect(readPassword("pa\u0308ss\u3000wo\u00a0rd1! ")).toBe("päss wo rd1! ");
    expect(readPassword("a".repeat(70))).toHaveLength(70);
  });
  it.each([
    ["😀😀😀1!", false],
    ["😀😀😀😀😀😀1!", true],
    [`1!${"😀".repeat(62)}`, true],
    [`1!${"😀".repeat(63)}`, false],
  ])("%s has a good length: %s, in the sandbox too", (password, isGood) => {
    expect(checkPassword(password, password).length).toBe(isGood);
    expect([isGoodPassword(password), sandboxPassword(password)]).toEqual([isGood, isGood]);
  });
  it("matches its confirmation in another form", () => {
    expect(checkPassword("é-2024-soria", "e\u0301-2024-soria").match).toBe(true);
  });
});

describe("a quantity and an amount", () => {
  it.each([
    ["1,000", 1000],
    ["１，０００", 1000],
    ["12,345,678", 12_345_678],
    [" 50 ", 50],
    ["\u202a12\u202c", 12],
    ["١٢", 12],
    ["1,00", undefined],
    ["1.000", undefined],
    ["1,0000", undefined],
    ["-5", undefined],
    ["", undefined],
  ])("%j is %j in both", (raw, number) => {
    expect(readQuantity(raw)).toBe(number);
    expect(readExchangeAmount(raw)).toBe(number);
  });
});
