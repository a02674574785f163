/** A call's form has the fields that have a value, and no others. */
import { expect, it } from "vitest";
import { formWithFile } from "#server/uploads/disk-uploads.server";

const inquiry = {
  typeCode: "ETC",
  language: "EN",
  name: "Umi",
  email: "umi@example.com",
  subject: "Kite",
  message: "It flew away.",
} as const;

it("leaves out a field without a value, which would be the text “undefined”", async () => {
  const phone: string | undefined = undefined;
  const form = await formWithFile<"createInquiry">({ ...inquiry, ...{ phone } });
  expect(Object.fromEntries(form)).toEqual(inquiry);
  expect(form.has("phone")).toBe(false);
});

it("keeps an empty text, which is a value", async () => {
  expect([...(await formWithFile<"replyToInquiry">({ content: "" }))]).toEqual([["content", ""]]);
});
