import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogueEntry } from "#server/errors/catalogue";
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
    // All but SUCCESS.
    const all = Array.from({ length: 100_000 }, (_, code) => catalogueEntry(code)).filter(
      ({ code, name }) => code !== Code.SUCCESS && name !== "UNKNOWN",
    );
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

it.each([
  [1002, "AUTH", "auth"],
  [1103, "OAUTH_03", "auth"],
  [1113, "USER", "user"],
  [1304, "CHARACTER_04", "character"],
  [1412, "MEETING_12", "meeting"],
  [1517, "COMMUNITY_17", "community"],
  [1609, "NOTIFICATION_09", "notification"],
  [6014, "PARCEL_14", "parcel"],
  [7019, "EVENT_19", "event"],
  [8003, "GAME_STORE_03", "store"],
  [9003, "IN_APP_PURCHASE_03", "payment"],
  [10007, "STORE_07", "payment"],
  [10109, "STORE_MONEY_09", "payment"],
  [11001, "VIDEO_01", "video"],
  [12002, "INVENTORY_02", "inventory"],
  [13000, "PAYPAL_CAPTURE_FAILED", "payment"],
  [99001, "VERSION_INVALID_FORMAT", "version"],
])("code %i belongs to %s, and says what its area says", (code, name, area) => {
  const entry = catalogueEntry(code);
  expect(entry.name.startsWith(name)).toBe(true);
  if (!/^(AUTH|USER)$/.test(name)) expect(entry.messageKey).toBe(`errors:area.${area}`);
});

it("has a name and a message for failure, and none for what no range has", () => {
  expect(catalogueEntry(0)).toMatchObject({ name: "FAIL", messageKey: "errors:http.unexpected" });
  expect(catalogueEntry(5)).toEqual({ code: 5, name: "UNKNOWN", messageKey: "errors:http.unexpected" });
});
