import { describe, expect, it } from "vitest";
import { isSessionId, keyOf, newSessionId, ownerOf, RecordCipher } from "#server/store/encryption.server";

const ofTest = (secret: string) => ({ secret, purpose: "test" });

const data = { user: { firstName: "空" }, flash: [] };

describe("sealed records", () => {
  it("open again, and differ each time", () => {
    const recordCipher = new RecordCipher([ofTest("secret")]);
    const one = recordCipher.seal(data, "key");
    expect(recordCipher.open(one, "key")).toEqual(data);
    expect(Buffer.from(recordCipher.seal(data, "key")).equals(one)).toBe(false);
    expect(Buffer.from(one).includes("空")).toBe(false);
  });

  it("survive a rotation of secrets: old ones read, the first writes", () => {
    const before = new RecordCipher([ofTest("old")]).seal(data, "key");
    const during = new RecordCipher([ofTest("new"), ofTest("old")]);
    expect(during.openWithAge(before, "key")).toEqual({ value: data, isOld: true });
    expect(during.openWithAge(during.seal(data, "key"), "key")?.isOld).toBe(false);
    const after = new RecordCipher([ofTest("new")]);
    expect(after.open(during.seal(data, "key"), "key")).toEqual(data);
    expect(after.open(before, "key")).toBeUndefined();
  });

  it("do not open under another key, shortened, or with any byte changed", () => {
    const recordCipher = new RecordCipher([ofTest("secret")]);
    const sealed = Buffer.from(recordCipher.seal(data, "key"));
    expect(recordCipher.open(sealed, "another key")).toBeUndefined();
    for (let length = 0; length < sealed.length; length += 1) {
      expect(recordCipher.open(sealed.subarray(0, length), "key")).toBeUndefined();
    }
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(recordCipher.open(changed, "key")).toBeUndefined();
    }
  });

  it("need a secret", () => {
    expect(() => new RecordCipher([])).toThrow();
  });
});

describe("session ids", () => {
  it("are 256 bits, never the same, and stored under another name", () => {
    const ids = Array.from({ length: 1000 }, newSessionId);
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) {
      expect(Buffer.from(id, "base64url")).toHaveLength(32);
      expect(isSessionId(id)).toBe(true);
    }
    const [id = ""] = ids;
    expect(keyOf(id)).not.toContain(id);
    expect(keyOf(id)).toBe(keyOf(id));
    expect(ownerOf(7)).toBe(ownerOf("7"));
  });

  it.each([undefined, null, 1, {}, "", "x", "a".repeat(44), `${"a".repeat(42)}\n`, `${"a".repeat(42)}/`])(
    "are not %j",
    (value) => expect(isSessionId(value)).toBe(false),
  );
});
