/**
 * The compiler knows the value of every form (`npm run typecheck` checks this file): no value is `any`, and a field
 * that may be missing cannot reach the API as text.
 */
import { describe, expect, expectTypeOf, it } from "vitest";
import { email } from "~/domain/account-fields";
import { type FormField, type FormValue, longText, text } from "~/domain/form-fields";
import * as changePassword from "~/routes/account/change-password/form.server";
import * as findPassword from "~/routes/account/find-password/form.server";
import * as signIn from "~/routes/account/sign-in/form.server";
import * as signUp from "~/routes/account/sign-up/form.server";
import * as dao from "~/routes/dao/form.server";
import * as report from "~/routes/dao/report/form.server";
import * as profile from "~/routes/my-page/profile/form.server";
import * as terminate from "~/routes/my-page/terminate/form.server";
import * as checkout from "~/routes/store/checkout/form.server";
import * as complete from "~/routes/store/complete/form.server";
import * as confirmOrder from "~/routes/store/confirm-order/form.server";
import * as exchange from "~/routes/store/exchange/form.server";
import * as product from "~/routes/store/product/form.server";
import * as conversation from "~/routes/support/conversation/form.server";
import * as inquiry from "~/routes/support/inquiry/form.server";
import { defineForm, type SiteForm } from "#server/forms/define-form.server";
import type { admitWithFile } from "#server/uploads/attachment-action.server";
import { formWithFile } from "#server/uploads/disk-uploads.server";

const modules = {
  ...{ changePassword, findPassword, signIn, signUp, dao, report, profile, terminate, checkout, complete },
  ...{ confirmOrder, exchange, product, conversation, inquiry },
};
type Modules = typeof modules;

type IsAny<Type> = 0 extends 1 & Type ? true : false;
/** True if the value is `any`, or one of its fields is. */
type HasAny<Value> =
  IsAny<Value> extends true
    ? true
    : true extends { [Name in keyof Value]: IsAny<Value[Name]> }[keyof Value]
      ? true
      : false;
/** The value that the action of a form receives. */
type ReceivedValue<Form> = Form extends {
  handle: (sent: never, work: (form: infer Submission) => Promise<Response>) => unknown;
}
  ? Submission extends { value: infer Value }
    ? Value
    : never
  : never;
/** Names of the forms of a module in whose value the compiler knows nothing of a field. */
type LooseForms<Module> = {
  [Name in keyof Module]: HasAny<ReceivedValue<Module[Name]>> extends true ? Name : never;
}[keyof Module];

describe("the value of a form", () => {
  it("is any in no form of the site", () => {
    expectTypeOf<{ [Name in keyof Modules]: LooseForms<Modules[Name]> }[keyof Modules]>().toBeNever();
  });

  it("would be found if it were", () => {
    type Anything = ReturnType<typeof JSON.parse>;
    interface Module {
      sound: SiteForm<{ name: FormField<string> }>;
      loose: SiteForm<{ name: FormField<string>; phone: FormField<Anything> }>;
    }
    expectTypeOf<LooseForms<Module>>().toEqualTypeOf<"loose">();
    expectTypeOf<HasAny<Anything>>().toEqualTypeOf<true>();
  });

  it("has the declared types, also where an attachment is received", async () => {
    type Received = Parameters<
      Parameters<typeof admitWithFile<typeof inquiry.inquiryForm.fields, Response>>[2]
    >;
    expectTypeOf<
      Extract<Received[0]["submission"], { status: "success" }>["value"]["subject"]
    >().toEqualTypeOf<string>();
    expectTypeOf<ReceivedValue<typeof product.buyForm>>().toEqualTypeOf<{
      quantity: number;
      paymentType: "BALANCE" | "STRIPE";
    }>();
    expectTypeOf<ReceivedValue<typeof checkout.checkoutForm>["paymentMethod"]>().toEqualTypeOf<"STRIPE">();
    expectTypeOf<ReceivedValue<typeof report.reportForm>["detail"]>().toEqualTypeOf<string | undefined>();
  });

  it("cannot reach the API with a field that is missing, or may be", () => {
    const fields = {
      subject: text({ label: "a", optional: true, max: 10 }),
      message: longText({ label: "a", missing: "a", max: 10 }),
      email: email({ label: "a" }),
    };
    const send = (value: FormValue<typeof fields>) => {
      const all = { ...value, typeCode: "ETC", language: "en", name: "A" } as const;
      // @ts-expect-error -- the call needs a subject
      return formWithFile<"createInquiry">(all);
    };
    const misspelt = () =>
      // @ts-expect-error -- the declaration has no such field
      defineForm({ name: "never", who: "visitor", fields, check: ({ subjekt }) => subjekt });
    const form = defineForm({
      ...{ name: "also-never", who: "visitor", fields },
      // @ts-expect-error -- the declaration has no such field
      refusal: () => ({ fieldErrors: { subjekt: ["a"] } }),
    });
    const refuse = (sent: Parameters<typeof form.handle>[0]) =>
      // @ts-expect-error -- the declaration has no such field
      form.handle(sent, async ({ failed }) => failed({ fieldErrors: { subjekt: ["a"] } }));
    const isDefined = [send, misspelt, refuse].every((each) => typeof each === "function");
    expect(isDefined).toBe(true);
  });
});

describe("this list", () => {
  it("has every form of the site", () => {
    const files = Object.keys(import.meta.glob("/app/routes/**/form.server.ts"));
    expect(files.length).toBe(Object.keys(modules).length);
  });
});
