import { createHash, randomBytes } from "node:crypto";
import * as clock from "#server/runtime/clock.server";
import { z } from "zod";
import { recordCipher } from "#server/store/encryption.server";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";

/** The hidden field that tells one filled-in form from the next. */
const TOKEN_FIELD = "token";
/** A form that was sent is remembered for a day: longer than anyone keeps pressing. */
const REMEMBERED_MS = 24 * 60 * 60_000;

/** Beyond the call's own time limit: the renewal of a token, and the store. */
const MARGIN_MS = 10_000;

/** Under this name the tokens of reset links are remembered that have set a password. */
export const USED_LINK = "reset-link";

/**
 * A fresh token for a form that is about to be shown. Purchases have another: purchases/ledger.server.ts.
 */
export function newFormToken(): string {
  return randomBytes(16).toString("base64url");
}

/** The token that a form came with; a fresh one when it has none, or none of ours. */
export function formTokenOf(form: FormData): string {
  const token = form.get(TOKEN_FIELD);
  return typeof token === "string" && /^[\w-]{22}$/.test(token) ? token : newFormToken();
}

const keyOf = (what: string, token: string) =>
  `sent:${createHash("sha256").update(`${what} ${token}`).digest("base64url")}`;

/** The result; or an object of a later form that has it still. */
const keptResult = z.union([z.string(), z.object({ result: z.string() }).transform(({ result }) => result)]);

/**
 * Returns what a form was answered with that has been sent already; undefined for one that has not.
 *
 * @throws StoreUnavailable also when the form was sent and its result cannot be read (a newer release wrote it, or its
 * secret is gone): what was done once must not be done again
 * @param waitMs the time limit of the call that the form makes: a form in transit is waited for; 0 to not wait
 */
export async function sentBefore(what: string, token: string, waitMs = 0): Promise<string | undefined> {
  const key = keyOf(what, token);
  if (waitMs > 0) return sessionStore().withLock(key, () => sentBefore(what, token), waitMs + MARGIN_MS);
  const done = await sessionStore().get(key);
  if (!done) return undefined;
  const earlier = keptResult.safeParse(recordCipher().open(done.payload, key));
  if (!earlier.success) throw new StoreUnavailable("the result of a form cannot be read by this release");
  return earlier.data;
}

/** Remembers for a day what a form or a link was used for, so that a second use of it can be told at once. */
export async function rememberSent(what: string, token: string, result: string): Promise<void> {
  const key = keyOf(what, token);
  const payload = recordCipher().seal(result, key);
  await sessionStore().create(key, { payload, expiresAt: clock.now() + REMEMBERED_MS });
}

/**
 * Carries out what a form asks for once, however often the form is sent: a second submit with the same token waits
 * for the first and gets its result. Kept in the session store, so it holds across processes, and for visitors who
 * have no session. Work that fails is not remembered, so the form can be sent again.
 *
 * @param what the form, so that two kinds of forms never share a token
 * @param limitMs the time limit of the call that `work` makes: a second submit outwaits it
 * @throws StoreUnavailable
 */
export async function onlyOnce(
  what: string,
  token: string,
  limitMs: number,
  work: () => Promise<string>,
): Promise<string> {
  const key = keyOf(what, token);
  const once = async () => {
    const earlier = await sentBefore(what, token);
    if (earlier !== undefined) return earlier;
    const result = await work();
    await rememberSent(what, token, result);
    return result;
  };
  return sessionStore().withLock(key, once, limitMs + MARGIN_MS);
}
