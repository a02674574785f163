/** Fields that several forms share: what they accept, what becomes of it, and the message of each error. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  authCodeField,
  checkNewPassword,
  emailField,
  longText,
  nameFields,
  passwordField,
} from "#server/forms/fields.server";

/** Returns the value, or the error messages with their paths. */
function read(schema: z.ZodTypeAny, given: unknown): unknown {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map(({ message, path }) => [...path, message].join(" "));
}

describe("an e-mail address", () => {
  it.each([
    [" a@example.com ", "a@example.com"],
    ["ａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "a@example.com"],
    ["a@example", ["account:emailHint.format"]],
    ["  ", ["account:emailHint.missing"]],
    [undefined, ["account:emailHint.missing"]],
  ])("%j becomes %j", (given, value) => expect(read(emailField(), given)).toEqual(value));

  it("has the messages of its form", () => {
    const field = emailField("a:missing", "a:format");
    expect([read(field, ""), read(field, undefined), read(field, "a")]).toEqual([
      ["a:missing"],
      ["a:missing"],
      ["a:format"],
    ]);
  });
});

describe("a code", () => {
  it.each([
    ["１２３ 456", "123456"],
    ["123-456", "123456"],
    ["12345", ["account:code.incomplete"]],
    ["12a456", ["errors:web.022"]],
    ["", ["errors:web.021"]],
    [undefined, ["errors:web.021"]],
  ])("%j becomes %j", (given, value) => expect(read(authCodeField, given)).toEqual(value));
});

describe("a name", () => {
  it.each([
    [" 灯 ", "灯"],
    ["", ["errors:web.026"]],
    [undefined, ["errors:web.026"]],
    ["R2", ["account:name.numberForbidden"]],
    ["a!", ["account:name.specialCharacterForbidden"]],
  ])("%j becomes %j", (given, value) => expect(read(nameFields.firstName, given)).toEqual(value));

  it("has its own message when it is missing", () => {
    expect(read(nameFields.lastName, "")).toEqual(["errors:web.027"]);
  });
});

describe("a password", () => {
  const field = passwordField("a:missing");

  it.each([
    [" as typed ", " as typed "],
    ["x".repeat(64), "x".repeat(64)],
    ["x".repeat(65), ["common:form.tooLong?most=64&count=65"]],
    ["", ["a:missing"]],
    [undefined, ["a:missing"]],
  ])("%j becomes %j", (given, value) => expect(read(field, given)).toEqual(value));

  const form = z
    .object({ password: field, again: passwordField("a:missing2") })
    .superRefine((values, context) => checkNewPassword(values, "password", "again", context));

  it.each([
    ["Nightfall-2!", "Nightfall-2!", undefined],
    ["short1!", "short1!", ["password account:password.length"]],
    ["Nightfall!", "Nightfall!", ["password account:password.digit"]],
    ["Nightfall2", "Nightfall2", ["password account:password.special"]],
    [`${"x".repeat(63)}!`, `${"x".repeat(63)}!`, ["password account:password.digit"]],
    ["Nightfall-2!", "Nightfall-3!", ["again account:password.match"]],
    ["", "Nightfall-2!", ["password a:missing"]],
    ["Nightfall-2!", "", ["again a:missing2"]],
    [
      `${"x".repeat(63)}2!`,
      `${"x".repeat(63)}2!`,
      ["password common:form.tooLong?most=64&count=65", "again common:form.tooLong?most=64&count=65"],
    ],
    ["Nightfall-2!", "x".repeat(65), ["again common:form.tooLong?most=64&count=65"]],
  ])("%j and again %j: one error at one field", (password, again, errors) => {
    expect(read(form, { password, again })).toEqual(errors ?? { password, again });
  });
});

describe("a long text", () => {
  const field = longText("a:missing", "a:long", 5);

  it.each([
    [" a\r\nb ", "a\nb"],
    ["a\r\nbc\r\n", "a\nbc"],
    ["😀😀😀😀😀", "😀😀😀😀😀"],
    ["123456", ["a:long?most=5&count=6"]],
    [" \r\n ", ["a:missing"]],
    [undefined, ["a:missing"]],
  ])("%j becomes %j", (given, value) => expect(read(field, given)).toEqual(value));
});
