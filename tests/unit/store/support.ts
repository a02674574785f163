/** Two handles of one store, and what is kept in it. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import type { SessionStore } from "#server/store/store";

/** Returns a text as UTF-8. */
export const bytes = (text: string) => new TextEncoder().encode(text);
/** Returns the time in an hour, as epoch ms. */
export const inAnHour = () => Date.now() + 3_600_000;
/** Returns the key of a new record. */
export const newKey = () => randomBytes(32).toString("base64url");

/** The store that is tested, and the same store as another process has it. */
export let store: SessionStore;
export let other: SessionStore;

/**
 * Opens `store` and `other` before the tests of a block, and closes them afterwards.
 * @param open opens the same store again, as another process would
 */
export function useStores(open: () => Promise<SessionStore>): void {
  beforeAll(async () => {
    store = await open();
    other = await open();
  });
  afterAll(async () => {
    await store.close();
    await other.close();
  });
}
