import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogueEntry, wholeCatalogue } from "#server/errors/catalogue";
import { Code } from "#server/wire/codes";

const texts = JSON.parse(readFileSync("app/i18n/locales/en/errors.json", "utf8")) as object;

function textOf(key: string): unknown {
  const [namespace, path = ""] = key.split(":");
  expect(namespace).toBe("errors");
  return path
    .split(".")
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], texts);
}

describe("the error catalogue (accounts-and-store.md section 8)", () => {
  it("has every code of the specification's ranges, each with a name and a sentence", () => {
    const all = wholeCatalogue();
    // 1 + 18 + 4 + 10 + 5 + 5 + 13 + 18 + 10 + 15 + 20 + 7 + 4 + 8 + 2 + 3 + 1 + 2, plus eleven codes that the money
    // contract proposes (docs/purchases.md)
    expect(all).toHaveLength(146 + 11);
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const { messageKey, code } of all)
      expect(textOf(messageKey), `${code} ${messageKey}`).toBeTypeOf("string");
  });

  it.each([
    [Code.USER_LOCKED, 1117, "USER_LOCKED"],
    [Code.PASSWORD_FAIL_LOCK, 1201, "PASSWORD_FAIL_LOCK"],
    [6000, 6000, "PARCEL_00"],
    [4711, 4711, "UNKNOWN"],
  ])("%i is %i %s", (code, number, name) => {
    expect(catalogueEntry(code)).toMatchObject({ code: number, name });
  });
});
