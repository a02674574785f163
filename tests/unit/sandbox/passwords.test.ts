import { describe, expect, it } from "vitest";
import { hashPassword, isPassword } from "#server/sandbox/passwords";

describe("a kept password", () => {
  it("is known again, and no other", async () => {
    const kept = await hashPassword("Passw0rd!");
    expect(await isPassword("Passw0rd!", kept)).toBe(true);
    expect(await isPassword("Passw0rd?", kept)).toBe(false);
    expect(await hashPassword("Passw0rd!"), "its salt is its own").not.toBe(kept);
  });

  it("of nobody is never right", async () => {
    expect(await isPassword("", null)).toBe(false);
    expect(await isPassword("Passw0rd!", null)).toBe(false);
  });
});
