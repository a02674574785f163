import { afterEach, expect, test, vi } from "vitest";
import { env } from "#server/env.server";

const form = { name: "names", fields: ["firstName", "lastName"] };
const member = { id: 7 };

/** The module as a process has it that was started with these secrets. */
async function processWith(...secrets: string[]) {
  vi.resetModules();
  vi.doMock("#server/request/singleton", () => {
    const made = new Map<string, unknown>();
    return {
      singleton: (name: string, make: () => unknown) => {
        if (!made.has(name)) made.set(name, make());
        return made.get(name);
      },
    };
  });
  vi.doMock("#server/env.server", () => ({ env: () => ({ ...env(), sessionSecrets: secrets }) }));
  return import("#server/forms/stamp.server");
}

afterEach(() => {
  vi.doUnmock("#server/request/singleton");
  vi.doUnmock("#server/env.server");
  vi.resetModules();
});

test("a page that is open stays good while the secret is exchanged, whichever process answers", async () => {
  const stamps: string[] = [];
  for (const secrets of [["old"], ["old", "new"], ["new", "old"]]) {
    const { makeStamp, memberMark } = await processWith(...secrets);
    stamps.push(makeStamp(form, memberMark(member), "a@example.com"));
  }
  for (const secrets of [
    ["old", "new"],
    ["new", "old"],
  ]) {
    const { readStamp } = await processWith(...secrets);
    for (const stamp of stamps) {
      const read = readStamp(form, stamp);
      expect([read?.isFor(member), read?.isAbout("A@example.com")]).toEqual([true, true]);
      expect([read?.isFor({ id: 8 }), read?.isFor(undefined), read?.isAbout("b@example.com")]).toEqual([
        false,
        false,
        false,
      ]);
      expect(readStamp({ ...form, name: "password" }, stamp)).toBeUndefined();
      expect(readStamp({ ...form, fields: ["firstName"] }, stamp)).toBeUndefined();
    }
  }
  const { readStamp } = await processWith("new");
  expect(stamps.map((stamp) => readStamp(form, stamp) !== undefined)).toEqual([false, false, true]);
});

test("one for a guest is for nobody else", async () => {
  const { makeStamp, readStamp } = await processWith("old");
  const read = readStamp(form, makeStamp(form, ""));
  expect([read?.who, read?.isFor(undefined), read?.isFor(member)]).toEqual(["", true, false]);
});
