import { createHash, randomBytes } from "node:crypto";
import { withStore } from "#server/session/outage.server";
import { sealer } from "#server/session/sealing.server";
import { sessionStore } from "#server/session/stores.server";

/** The hidden field that tells one filled-in form from the next. */
const TOKEN_FIELD = "token";
/** A form that was sent is remembered for a day: longer than anyone keeps pressing. */
const REMEMBERED_MS = 24 * 60 * 60_000;

/**
 * A fresh token for a form that is about to be shown. Purchases have another: payments/purchase.server.ts.
 */
export function newFormToken(): string {
  return randomBytes(16).toString("base64url");
}

/** The token that a form came with; a fresh one when it has none, or none of ours. */
export function formTokenOf(form: FormData): string {
  const token = form.get(TOKEN_FIELD);
  return typeof token === "string" && /^[\w-]{22}$/.test(token) ? token : newFormToken();
}

/**
 * Carries out what a form asks for once, however often the form is sent: a second submit with the same token waits
 * for the first and gets its result. Kept in the session store, so it holds across processes, and for visitors who
 * have no session. Work that fails is not remembered, so the form can be sent again.
 *
 * @param what the form, so that two kinds of forms never share a token
 * @throws Response 503 when the store does not answer, or the first submit takes longer than 12 s
 */
export async function onlyOnce(what: string, token: string, work: () => Promise<string>): Promise<string> {
  const key = `sent:${createHash("sha256").update(`${what} ${token}`).digest("base64url")}`;
  return withStore(() =>
    sessionStore().withLock(key, async () => {
      const done = await sessionStore().get(key);
      const earlier = done && sealer().open(done.payload, key);
      if (typeof earlier === "string") return earlier;
      const result = await work();
      await sessionStore().create(key, {
        payload: sealer().seal(result, key),
        expiresAt: Date.now() + REMEMBERED_MS,
      });
      return result;
    }),
  );
}
