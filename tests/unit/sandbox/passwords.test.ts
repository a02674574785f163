import { randomBytes, scryptSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashPassword, isPassword } from "#server/sandbox/passwords";

describe("a kept password", () => {
  it("is known again, and no other", async () => {
    const kept = await hashPassword("Passw0rd!");
    expect(await isPassword("Passw0rd!", kept)).toBe(true);
    expect(await isPassword("Passw0rd?", kept)).toBe(false);
    expect(await hashPassword("Passw0rd!"), "its salt is its own").not.toBe(kept);
  });

  it("is known again when it was kept before its cost stood beside it", async () => {
    const salt = randomBytes(16);
    const hash = scryptSync("Passw0rd!", salt, 32, { N: 4096, r: 8, p: 1 });
    const kept = `${salt.toString("base64url")}.${hash.toString("base64url")}`;
    expect(await isPassword("Passw0rd!", kept)).toBe(true);
    expect(await isPassword("Passw0rd?", kept)).toBe(false);
  });

  it("of nobody is never right", async () => {
    expect(await isPassword("", null)).toBe(false);
    expect(await isPassword("Passw0rd!", null)).toBe(false);
  });
});
