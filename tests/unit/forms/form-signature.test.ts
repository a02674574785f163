import { afterEach, expect, test } from "vitest";
import { signForm, memberHash, readSignature } from "#server/forms/form-signature.server";
import { env, forgetEnv } from "#server/config/env.server";

const form = { name: "names", fields: ["firstName", "lastName"] };
const member = { id: 7 };

/** Simulates a restart of the process with these secrets. */
function startedWith(...secrets: string[]): void {
  env().sessionSecrets = secrets;
}

afterEach(forgetEnv);

test("a page that is open stays good while the secret is exchanged, whichever process answers", () => {
  const signatures: string[] = [];
  for (const secrets of [["old"], ["old", "new"], ["new", "old"]]) {
    startedWith(...secrets);
    signatures.push(signForm(form, memberHash(member), "a@example.com"));
  }
  for (const secrets of [
    ["old", "new"],
    ["new", "old"],
  ]) {
    startedWith(...secrets);
    for (const signature of signatures) {
      const read = readSignature(form, signature);
      expect([read?.isFor(member), read?.isAbout("A@example.com")]).toEqual([true, true]);
      expect([read?.isFor({ id: 8 }), read?.isFor(undefined), read?.isAbout("b@example.com")]).toEqual([
        false,
        false,
        false,
      ]);
      expect(readSignature({ ...form, name: "password" }, signature)).toBeUndefined();
      expect(readSignature({ ...form, fields: ["firstName"] }, signature)).toBeUndefined();
    }
  }
  startedWith("new");
  expect(signatures.map((signature) => readSignature(form, signature) !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
});

test("one for a guest is for nobody else", () => {
  startedWith("old");
  const read = readSignature(form, signForm(form, ""));
  expect([read?.who, read?.isFor(undefined), read?.isFor(member)]).toEqual(["", true, false]);
});

test("one of other fields is none, however their names are cut", () => {
  startedWith("old");
  const signature = signForm({ name: "names", fields: ["first", "name"] }, "");
  expect(readSignature({ name: "names", fields: ["first", "name"] }, signature)).toBeDefined();
  expect(readSignature({ name: "names", fields: ["firstn", "ame"] }, signature)).toBeUndefined();
});
