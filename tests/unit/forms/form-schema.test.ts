/** The schema of a form comes from its fields: values, problems at each field, and rules for several fields. */
import { describe, expect, it, vi } from "vitest";
import { newPassword, repeatedPassword } from "~/domain/account-fields";
import { attachment, consent, type FormFields, optionalHidden, text } from "~/domain/form-fields";
import { schemaOf } from "#server/forms/form-schema.server";

/** Returns the value, or the error messages with their paths. */
function read<Fields extends FormFields>(
  fields: Fields,
  given: unknown,
  check?: Parameters<typeof schemaOf<Fields>>[1],
): unknown {
  const parsed = schemaOf(fields, check).safeParse(given);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map(({ message, path }) => [...path, message].join(" "));
}

const label = "a:label";
const fields = {
  name: text({ label, missing: "a:missing", max: 5 }),
  phone: text({ label, optional: true, max: 5 }),
  back: optionalHidden(),
  ok: consent({ label, missing: "a:consent" }),
  file: attachment({ label }),
};

describe("the schema of a form", () => {
  it("reads each field, and leaves confirmations and the attachment out", () => {
    const given = { name: " a ", phone: "1", back: "/", ok: "on", file: "x", other: "y" };
    expect(read(fields, given)).toEqual({ name: "a", phone: "1", back: "/" });
  });

  it("has no value for an optional field that was left empty, not even a text", () => {
    const value = read(fields, { name: "a", ok: "on" });
    expect(value).toEqual({ name: "a", phone: undefined, back: undefined });
    expect(JSON.stringify(value)).toBe('{"name":"a"}');
  });

  it("reports every field with a problem", () => {
    expect(read(fields, { phone: "123456" })).toEqual([
      ...["name a:missing", "phone common:form.tooLong?most=5&count=6"],
      "ok a:consent",
    ]);
  });

  it("adds the form's own problems, and checks no field that has one", () => {
    const check = vi.fn(() => ({ phone: "a:taken" }));
    expect(read(fields, { ok: "on" }, check)).toEqual(["name a:missing", "phone a:taken"]);
    expect(check).toHaveBeenCalledExactlyOnceWith({ ok: "on" });
    expect(read(fields, { name: "a", ok: "on" }, () => ({ name: undefined }))).toMatchObject({ name: "a" });
  });
});

describe("a new password and its repetition", () => {
  const passwords = {
    password: newPassword({ label, missing: "a:missing" }),
    again: repeatedPassword({ of: "password", label, missing: "a:missing2" }),
  };

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
    expect(read(passwords, { password, again })).toEqual(errors ?? { password });
  });
});
