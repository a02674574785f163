import type { z } from "zod";
import * as clock from "#server/runtime/clock.server";
import { recordCipher } from "./encryption.server";
import type { RecordKind } from "./record-limits";
import { sessionStore } from "./stores.server";

/** A record in use is written again at most once in this time, to extend its life. */
const EXTENDED_EVERY_MS = 24 * 60 * 60_000;

/**
 * Defines a kind of record of which each member has at most one. It is encrypted like a session, and expires by
 * itself. Every function throws StoreUnavailable when the store does not respond.
 *
 * @param lifeMs lifetime after the last write, in ms
 */
export function memberRecord<Value>(
  kind: RecordKind,
  schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
  lifeMs: number,
) {
  const keyFor = (owner: string) => `${kind}:${owner}`;

  /** A record that no secret decrypts, or of an unknown format, has no value. */
  async function load(owner: string) {
    const key = keyFor(owner);
    const stored = await sessionStore().get(key);
    const parsed = stored && schema.safeParse(recordCipher().open(stored.payload, key));
    return { version: stored?.version ?? 0, expiresAt: stored?.expiresAt ?? 0, value: parsed?.data };
  }

  /**
   * Changes the record by compare and set.
   *
   * @param owner from `ownerOf`
   * @param change called again after a conflict, so it must have no other effect; undefined writes nothing
   */
  async function change(owner: string, change: (before: Value | undefined) => Value | undefined) {
    const key = keyFor(owner);
    const store = sessionStore();
    for (;;) {
      const { version, value } = await load(owner);
      const after = change(value);
      if (after === undefined) return;
      const content = { payload: recordCipher().seal(after, key), expiresAt: clock.now() + lifeMs };
      const isWritten = await (version === 0
        ? store.create(key, content)
        : store.replace(key, version, content));
      if (isWritten) return;
    }
  }

  return {
    change,
    read: async (owner: string): Promise<Value | undefined> => (await load(owner)).value,
    /** Extends the life of the record, at most daily. */
    async extend(owner: string): Promise<void> {
      const { expiresAt } = await load(owner);
      if (expiresAt < clock.now() + lifeMs - EXTENDED_EVERY_MS) await change(owner, (value) => value);
    },
    delete: (owner: string): Promise<void> => sessionStore().destroy(keyFor(owner)),
  };
}
