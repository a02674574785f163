/** Fields that forms declare: what each reads, and the message of each problem. */
import { describe, expect, it } from "vitest";
import { email, newPassword, password, repeatedPassword } from "~/domain/account-fields";
import { authCode, nameFields } from "~/domain/sign-up-fields";
import { shownOrder, textNames } from "~/domain/field-order";
import {
  choice,
  consent,
  type FormField,
  hidden,
  longText,
  optionalHidden,
  parsed,
  text,
  attachment,
} from "~/domain/form-fields";

/** Returns the value, or the message of the problem in a list. */
function read(field: FormField, given: string): unknown {
  const reading = field.read(given);
  return "problem" in reading ? [reading.problem] : reading.value;
}
const label = "a:label";

describe("an e-mail address", () => {
  it.each([
    [" a@example.com ", "a@example.com"],
    ["ａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "a@example.com"],
    ["a@example", ["account:emailHint.format"]],
    ["  ", ["account:emailHint.missing"]],
    [`a@${"b.".repeat(126)}c`, ["common:form.tooLong?most=254&count=255"]],
  ])("%j becomes %j", (given, value) => expect(read(email({ label }), given)).toEqual(value));

  it("has the messages of its form", () => {
    const field = email({ label, missing: "a:missing", format: "a:format" });
    expect([read(field, ""), read(field, "a")]).toEqual([["a:missing"], ["a:format"]]);
  });
});

describe("a code", () => {
  it.each([
    ["１２３ 456", "123456"],
    ["123-456", "123456"],
    ["12345", ["account:code.incomplete"]],
    ["12a456", ["errors:web.022"]],
    ["", ["errors:web.021"]],
  ])("%j becomes %j", (given, value) => expect(read(authCode({ label }), given)).toEqual(value));
});

describe("a name", () => {
  it.each([
    [" 灯 ", "灯"],
    ["", ["errors:web.026"]],
    ["R2", ["account:name.numberForbidden"]],
    ["a!", ["account:name.specialCharacterForbidden"]],
    ["x".repeat(31), ["common:form.tooLong?most=30&count=31"]],
  ])("%j becomes %j", (given, value) => expect(read(nameFields.firstName, given)).toEqual(value));

  it("has its own message when it is missing", () => {
    expect(read(nameFields.lastName, "")).toEqual(["errors:web.027"]);
  });
});

describe("a password", () => {
  const options = { label, missing: "a:missing" };

  it.each([password(options), newPassword(options), repeatedPassword({ ...options, of: "password" })])(
    "is never trimmed or cut",
    (field) => {
      expect(read(field, " as typed ")).toBe(" as typed ");
      expect(read(field, "x".repeat(64))).toBe("x".repeat(64));
      expect(read(field, "x".repeat(65))).toEqual(["common:form.tooLong?most=64&count=65"]);
      expect(read(field, "")).toEqual(["a:missing"]);
      expect(field.isSecret).toBe(true);
    },
  );
});

describe("a text", () => {
  const line = text({ label, missing: "a:missing", max: 5 });
  const lines = longText({ label, missing: "a:missing", max: 5, tooLong: "a:long" });

  it.each([
    [line, " a\u3000 b ", "a b"],
    [line, "123456", ["common:form.tooLong?most=5&count=6"]],
    [line, "\u200b", ["a:missing"]],
    [lines, " a\r\nb ", "a\nb"],
    [lines, "a\r\nbc\r\n", "a\nbc"],
    [lines, "😀😀😀😀😀", "😀😀😀😀😀"],
    [lines, "123456", ["a:long?most=5&count=6"]],
    [lines, " \r\n ", ["a:missing"]],
  ])("%#: %j becomes %j", (field, given, value) => expect(read(field, given)).toEqual(value));

  it("reads as undefined when it is optional and empty", () => {
    const optional = { label, max: 5, optional: true } as const;
    for (const field of [text(optional), longText(optional)]) {
      expect([read(field, ""), read(field, " "), read(field, "a")]).toEqual([undefined, undefined, "a"]);
      expect(read(field, "123456")).toEqual(["common:form.tooLong?most=5&count=6"]);
      expect(field.isOptional).toBe(true);
    }
  });

  it("is brought into its normal form, after its length was checked", () => {
    const normal = (given: string) => (given === "odd" ? undefined : given.toUpperCase());
    const field = text({ label, missing: "a:missing", max: 5, normal, format: "a:format" });
    expect([read(field, "a"), read(field, "odd"), read(field, "123456")]).toEqual([
      ...["A", ["a:format"]],
      ["common:form.tooLong?most=5&count=6"],
    ]);
  });
});

describe("other fields", () => {
  it("a choice is one of its options", () => {
    const field = choice({ label, options: ["A", "B"], missing: "a:missing" });
    expect([read(field, "B"), read(field, "C"), read(field, "")]).toEqual([
      "B",
      ["a:missing"],
      ["a:missing"],
    ]);
  });

  it("a consent is ticked, and no draft keeps it", () => {
    const field = consent({ label, missing: "a:missing" });
    expect([read(field, "on"), read(field, "yes")]).toEqual(["on", ["a:missing"]]);
    expect(field).toMatchObject({ isNotDrafted: true, isLeftOut: true });
  });

  it("a field with a reader of its own has the message of that reader", () => {
    const readValue = (raw: string) => (raw === "1" ? 1 : undefined);
    expect([read(parsed({ label, readValue, wrong: "a:wrong" }), "1")]).toEqual([1]);
    expect(read(hidden(readValue, "a:wrong"), "2")).toEqual(["a:wrong"]);
    expect([read(optionalHidden(), ""), read(optionalHidden(), "x")]).toEqual([undefined, "x"]);
    expect(optionalHidden().isNotDrafted).toBe(true);
  });
});

describe("the order of a form", () => {
  const fields = { before: consent({ label, missing: "a" }), ...nameFields, file: attachment({ label }) };

  it("puts the family name first, except in English", () => {
    expect(shownOrder(fields, "en")).toEqual(["before", "firstName", "lastName", "file"]);
    for (const lng of ["ja", "ko", "zh"])
      expect(shownOrder(fields, lng)).toEqual(["before", "lastName", "firstName", "file"]);
  });

  it("has the attachment, which is no text", () => {
    expect(textNames(fields)).toEqual(["before", "firstName", "lastName"]);
  });
});
