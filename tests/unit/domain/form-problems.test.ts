/** What a form's declaration says of its raw input, before the server reads it. */
import { describe, expect, it } from "vitest";
import { newPassword, password, repeatedPassword } from "~/domain/account-fields";
import { problemsOf } from "~/domain/form-problems";
import { buyFields } from "~/routes/store/product/form";

const fields = {
  old: password({ label: "a:old", missing: "a:oldMissing" }),
  first: newPassword({ label: "a:first", missing: "a:firstMissing" }),
  again: repeatedPassword({ label: "a:again", of: "first", missing: "a:againMissing" }),
};
const of = (values: Record<string, string>) => problemsOf(fields, (name) => values[name] ?? "");

describe("the problems of raw input", () => {
  it("are those of empty fields", () =>
    expect(of({})).toEqual({ old: "a:oldMissing", first: "a:firstMissing", again: "a:againMissing" }));

  it.each([
    [{ first: "short", again: "short" }, { first: "account:password.length" }],
    [{ first: "Kumo-2025?", again: "" }, { again: "a:againMissing" }],
    [{ first: "Kumo-2025?", again: "Kumo-2025!" }, { again: "account:password.match" }],
    [{ first: "Kumo-2025?", again: "Kumo-2025?" }, {}],
  ])("of the passwords %j are %j", (values, problems) =>
    expect(of({ old: "x", ...values })).toEqual(problems),
  );

  it("name quantity, payment type and consent of a purchase", () => {
    const problems = (values: Record<string, string>) => problemsOf(buyFields, (name) => values[name] ?? "");
    expect(problems({ quantity: "0" })).toEqual({
      quantity: "store:errors.quantity",
      paymentType: "store:errors.method",
      confirm: "store:errors.confirm",
    });
    expect(problems({ quantity: "２", paymentType: "BALANCE", confirm: "on" })).toEqual({});
  });
});
