import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { guestLimits } from "#server/store/record-limits";
import type { SessionStore } from "#server/store/store";
import { bytes, inAnHour, newKey, store, other, useStores } from "./support";
import { lockContract } from "./lock-contract";

/**
 * The guarantees of every store.
 * @param open opens the same store again, as another process would
 */
export function contract(name: string, open: () => Promise<SessionStore>) {
  describe(name, () => {
    useStores(open);

    it("gives back what was kept, byte by byte", async () => {
      const key = newKey();
      const payload = randomBytes(5000);
      const expiresAt = inAnHour();
      await store.create(key, { payload, owner: "owner", expiresAt });
      const record = await other.get(key);
      expect(Buffer.from(record?.payload ?? []).equals(payload)).toBe(true);
      expect(record).toMatchObject({ version: 1, owner: "owner", expiresAt });
      expect(await store.get(newKey())).toBeUndefined();
    });

    it("keeps a record without an owner", async () => {
      const key = newKey();
      await store.create(key, { payload: bytes("x"), expiresAt: inAnHour() });
      expect((await store.get(key))?.owner).toBeUndefined();
    });

    it("creates a record where there is none, or none any more", async () => {
      const key = newKey();
      const content = (text: string, expiresAt: number) => ({ payload: bytes(text), expiresAt });
      expect(await store.create(key, content("ended", Date.now() - 1))).toBe(true);
      expect(await other.create(key, content("one", inAnHour()))).toBe(true);
      expect(await store.create(key, content("two", inAnHour()))).toBe(false);
      const record = await store.get(key);
      expect(record?.version).toBe(1);
      expect(new TextDecoder().decode(record?.payload)).toBe("one");
    });

    describe("guests' sessions", () => {
      const limits = { ...guestLimits };
      afterEach(() => Object.assign(guestLimits, limits));

      const createFor = async (guest: string, size = 10) => {
        const key = newKey();
        await store.create(key, {
          payload: randomBytes(size),
          guest,
          expiresAt: inAnHour() + (created += 1),
        });
        return key;
      };
      let created = 0;
      const areThere = async (keys: string[]) => {
        const records = await Promise.all(keys.map((key) => other.get(key)));
        return records.map((record) => record !== undefined);
      };

      it("evicts the oldest of an address beyond its limit", async () => {
        guestLimits.perAddress = 3;
        const keys: string[] = [];
        for (let n = 0; n < 5; n += 1) keys.push(await createFor("one"));
        const another = await createFor("another");
        expect(await areThere([...keys, another])).toEqual([false, false, true, true, true, true]);
      });

      it("evicts of the address with most when there are too many in all, and never a member's", async () => {
        Object.assign(guestLimits, { perAddress: 100, all: 100 });
        const member = newKey();
        await store.create(member, { payload: bytes("m"), owner: "a-member", expiresAt: inAnHour() });
        const first = await createFor("few");
        const many: string[] = [];
        for (let n = 0; n < 20; n += 1) many.push(await createFor("many", 1_000));
        guestLimits.all = 12;
        const last = await createFor("new");
        for (let n = 0; n < 3; n += 1) await createFor("many", 1_000);
        expect(await areThere([member, first, last])).toEqual([true, true, true]);
        expect((await areThere(many)).filter(Boolean).length).toBeLessThanOrEqual(12);
      });

      it("forgets those that were destroyed", async () => {
        Object.assign(guestLimits, { perAddress: 2 });
        const one = await createFor("gone");
        const two = await createFor("gone");
        await store.destroy(one);
        const three = await createFor("gone");
        expect(await areThere([two, three])).toEqual([true, true]);
      });
    });

    it("says how large it is", async () => {
      const { used, limit } = await store.size();
      expect(used).toBeGreaterThan(0);
      expect(limit).toBeGreaterThan(used);
    });

    it("lists the keys with a prefix, of more than one part, and no others", async () => {
      const prefix = `${newKey().replace(/\W/g, "x")}:`;
      const names = Array.from({ length: 620 }, (_, index) => `k${index}`);
      const content = { payload: bytes("x"), expiresAt: inAnHour() };
      await Promise.all(names.map((name) => store.create(`${prefix}${name}`, content)));
      await store.create(prefix.replace(":", "-k"), content);
      await store.create(`before${prefix}k`, content);
      const found: string[] = [];
      for await (const part of other.keys(prefix)) found.push(...part);
      expect(new Set(found)).toEqual(new Set(names));
    });

    it("replaces the version it was asked to, and no other", async () => {
      const key = newKey();
      await store.create(key, { payload: bytes("one"), expiresAt: inAnHour() });
      expect(await store.replace(key, 1, { payload: bytes("two"), expiresAt: inAnHour() })).toBe(true);
      expect(await other.replace(key, 1, { payload: bytes("late"), expiresAt: inAnHour() })).toBe(false);
      const record = await other.get(key);
      expect(record?.version).toBe(2);
      expect(new TextDecoder().decode(record?.payload)).toBe("two");
    });

    it("of 50 writers with one version lets one win", async () => {
      const key = newKey();
      await store.create(key, { payload: bytes("0"), expiresAt: inAnHour() });
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          (n % 2 ? store : other).replace(key, 1, { payload: bytes(String(n)), expiresAt: inAnHour() }),
        ),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
    });

    it("does not replace what was destroyed", async () => {
      const key = newKey();
      await store.create(key, { payload: bytes("x"), owner: "gone", expiresAt: inAnHour() });
      await other.destroy(key);
      expect(await store.replace(key, 1, { payload: bytes("y"), expiresAt: inAnHour() })).toBe(false);
      expect(await store.get(key)).toBeUndefined();
      await store.destroy(key);
    });

    it("does not know what has expired", async () => {
      const key = newKey();
      const before = await store.count();
      await store.create(key, { payload: bytes("x"), expiresAt: Date.now() - 1 });
      expect(await store.get(key)).toBeUndefined();
      expect(await store.replace(key, 1, { payload: bytes("y"), expiresAt: inAnHour() })).toBe(false);
      expect(await store.count()).toBe(before);
    });

    it("destroys all sessions of an owner but one", async () => {
      const owner = newKey();
      const [here, there, elsewhere, foreign] = [newKey(), newKey(), newKey(), newKey()];
      for (const key of [here, there, elsewhere]) {
        await store.create(key, { payload: bytes("x"), owner, expiresAt: inAnHour() });
      }
      await store.create(foreign, { payload: bytes("x"), owner: newKey(), expiresAt: inAnHour() });
      expect(await other.destroyAllOf(owner, here)).toBe(2);
      expect(await store.get(here)).toBeDefined();
      expect(await store.get(there)).toBeUndefined();
      expect(await store.get(foreign)).toBeDefined();
      expect(await store.destroyAllOf(owner)).toBe(1);
      expect(await store.destroyAllOf(owner)).toBe(0);
    });

    it("lists the sessions of an owner that have not expired", async () => {
      const owner = newKey();
      const [one, two, over, gone, moved] = [newKey(), newKey(), newKey(), newKey(), newKey()];
      const expiresAt = inAnHour();
      const payload = randomBytes(300);
      expect(await store.listOf(owner)).toEqual([]);
      for (const key of [one, two, gone, moved]) await store.create(key, { payload, owner, expiresAt });
      await store.create(over, { payload, owner, expiresAt: Date.now() - 1 });
      await store.create(newKey(), { payload, owner: newKey(), expiresAt });
      await store.destroy(gone);
      await store.replace(moved, 1, { payload, expiresAt });
      await store.replace(two, 1, { payload, owner, expiresAt });
      const list = await other.listOf(owner);
      expect(list.map(({ key, version }) => [key, version]).sort()).toEqual(
        [
          [one, 1],
          [two, 2],
        ].sort(),
      );
      for (const record of list) {
        expect(record).toMatchObject({ owner, expiresAt });
        expect(Buffer.from(record.payload).equals(payload)).toBe(true);
      }
    });

    it("follows a change of owner", async () => {
      const key = newKey();
      const [one, two] = [newKey(), newKey()];
      await store.create(key, { payload: bytes("x"), owner: one, expiresAt: inAnHour() });
      await store.replace(key, 1, { payload: bytes("x"), owner: two, expiresAt: inAnHour() });
      expect(await store.destroyAllOf(one)).toBe(0);
      await store.replace(key, 2, { payload: bytes("x"), expiresAt: inAnHour() });
      expect(await store.destroyAllOf(two)).toBe(0);
      expect(await store.get(key)).toBeDefined();
    });

    it("counts the sessions, and nothing else that is kept beside them", async () => {
      const before = await store.count();
      const key = newKey();
      await store.create(key, { payload: bytes("x"), expiresAt: inAnHour() });
      expect(await other.count()).toBe(before + 1);
      const sentForm = `sent:${newKey()}`;
      await store.create(sentForm, { payload: bytes("x"), expiresAt: inAnHour() });
      expect(await other.count()).toBe(before + 1);
      await store.destroy(sentForm);
      await store.destroy(key);
      expect(await other.count()).toBe(before);
    });

    lockContract();
  });
}
