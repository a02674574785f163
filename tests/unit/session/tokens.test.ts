/** What the site reads from a token without its signature, and by whose clock. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clockAheadOf, emailOfToken, expiryOf, isGood, isTokenOver } from "#server/session/tokens";

const NOW = Date.UTC(2026, 0, 15);
const SECOND = NOW / 1000;
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));

const jwt = (claims: unknown) =>
  `head.${Buffer.from(JSON.stringify(claims) ?? "").toString("base64url")}.signature`;

const notTokens = ["", "text", "a.b.c", "..", jwt("text"), jwt(null), jwt(3), jwt({})];

describe("a token", () => {
  it.each(notTokens)("%j has no expiry, no e-mail and no clock", (text) => {
    expect([expiryOf(text), emailOfToken(text), clockAheadOf(text)]).toEqual([undefined, undefined, 0]);
    expect([isGood(text), isTokenOver(text)]).toEqual([false, false]);
  });

  it.each(["tomorrow", null, true])("with the expiry %j has none", (exp) => {
    expect(expiryOf(jwt({ exp }))).toBeUndefined();
  });

  it("has no expiry and no clock when its times are too large for a number", () => {
    const text = `a.${Buffer.from('{"exp":1e999,"iat":1e999}').toString("base64url")}.c`;
    expect([expiryOf(text), isGood(text), clockAheadOf(text)]).toEqual([undefined, false, 0]);
  });

  it("ends at its expiry, by the issuer's clock, and earlier for who asks ahead", () => {
    const ends = jwt({ exp: SECOND + 60 });
    expect(expiryOf(ends)).toBe(NOW + 60_000);
    expect([isGood(ends), isGood(ends, 59_999), isGood(ends, 60_000)]).toEqual([true, true, false]);
    expect([isGood(ends, 0, -60_000), isGood(ends, 0, -59_999)]).toEqual([false, true]);
    expect(isGood(ends, 119_999, 60_000)).toBe(true);
  });

  it("is over a quarter of an hour after its expiry, by any plausible clock", () => {
    expect(isTokenOver(jwt({ exp: SECOND - 15 * 60 }))).toBe(false);
    expect(isTokenOver(jwt({ exp: SECOND - 15 * 60 - 1 }))).toBe(true);
  });

  it.each([
    [0, 0],
    [59, 0],
    [-59, 0],
    [60, 60_000],
    [-60, -60_000],
    [600, 600_000],
  ])("issued %d s ago says that our clock is %d ms ahead", (ago, ahead) => {
    expect(clockAheadOf(jwt({ iat: SECOND - ago }))).toBe(ahead);
  });

  it.each([undefined, "now", null])("issued at %j says nothing of clocks", (iat) => {
    expect(clockAheadOf(jwt({ iat }))).toBe(0);
  });

  it("of a reset link shows its e-mail, and never another text", () => {
    expect(emailOfToken(jwt({ email: "a@example.com" }))).toBe("a@example.com");
    for (const email of ["Call this number", 3, null]) expect(emailOfToken(jwt({ email }))).toBeUndefined();
  });
});
