import { createHash, randomBytes } from "node:crypto";
import * as clock from "#server/runtime/clock.server";
import { z } from "zod";
import { recordCipher } from "#server/store/encryption.server";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";

/** Hidden field, which distinguishes submissions of a form. */
const TOKEN_FIELD = "token";
/** Lifetime of a stored result: a day, longer than anyone retries. */
const REMEMBERED_MS = 24 * 60 * 60_000;

/** Lock time in addition to the call's timeout, for a token refresh and the store. */
const MARGIN_MS = 10_000;

/** Name under which used tokens of reset links are stored. */
export const USED_LINK = "reset-link";

export const newFormToken = () => randomBytes(16).toString("base64url");

export function formTokenOf(form: FormData): string {
  const token = form.get(TOKEN_FIELD);
  return typeof token === "string" && /^[\w-]{22}$/.test(token) ? token : newFormToken();
}

const keyOf = (what: string, token: string) =>
  `sent:${createHash("sha256").update(`${what} ${token}`).digest("base64url")}`;

/** Stored result: a string, or the object that a newer release may write. */
const resultSchema = z.union([
  z.string(),
  z.object({ result: z.string() }).transform(({ result }) => result),
]);

/**
 * Returns the stored result of an earlier submit with this token; undefined when there is none.
 *
 * @param waitMs timeout of the form's API call: waits for a submit in progress; 0 to not wait
 * @throws StoreUnavailable also when the result cannot be read, because the work must not run twice
 */
export async function storedResult(what: string, token: string, waitMs = 0): Promise<string | undefined> {
  const key = keyOf(what, token);
  if (waitMs > 0) return sessionStore().withLock(key, () => storedResult(what, token), waitMs + MARGIN_MS);
  const done = await sessionStore().get(key);
  if (!done) return undefined;
  const earlier = resultSchema.safeParse(recordCipher().open(done.payload, key));
  if (!earlier.success) throw new StoreUnavailable("the result of a form cannot be read by this release");
  return earlier.data;
}

export async function storeResult(what: string, token: string, result: string): Promise<void> {
  const key = keyOf(what, token);
  const payload = recordCipher().seal(result, key);
  await sessionStore().create(key, { payload, expiresAt: clock.now() + REMEMBERED_MS });
}

/**
 * Runs a form's work once per token, across processes and without a session: a second submit waits for the first and
 * gets its result. Failed work is not stored, so the form can be sent again. `limitMs`: timeout of `work`'s API call.
 */
export async function runOnceByKey(
  what: string,
  token: string,
  limitMs: number,
  work: () => Promise<string>,
): Promise<string> {
  const once = async () => {
    const earlier = await storedResult(what, token);
    if (earlier !== undefined) return earlier;
    const result = await work();
    await storeResult(what, token, result);
    return result;
  };
  return sessionStore().withLock(keyOf(what, token), once, limitMs + MARGIN_MS);
}
