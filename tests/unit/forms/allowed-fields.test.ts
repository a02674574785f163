import { expect, it } from "vitest";
import { checkEmail, readEmail } from "~/domain/email-rules";
import { allowedFields } from "#server/forms/form.server";

it("composes what was typed, but no secret", () => {
  const form = new FormData();
  form.set("name", "한글".normalize("NFD"));
  form.set("password", "한글".normalize("NFD"));
  const fields = allowedFields(form, ["name", "password"], ["password"]);
  expect(fields.get("name")).toBe("한글".normalize("NFC"));
  expect(fields.get("password")).toBe("한글".normalize("NFD"));
});

it("takes an e-mail address in full-width signs", () => {
  expect(readEmail("\u3000ａｋａｒｉ＠ｓｏｒｉａ．ｔｅｓｔ ")).toBe("akari@soria.test");
  expect(checkEmail("ａｋａｒｉ＠ｓｏｒｉａ．ｔｅｓｔ")).toBeUndefined();
});
