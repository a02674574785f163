import { webMessage, withParams } from "~/domain/message-codes";
import { failedCountOf, suspensionOf } from "#server/api/auth.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import type { SuspensionData } from "#server/wire/auth";

export type SignInFailure =
  | { kind: "field"; field: "password"; message: string; attempts?: number }
  | { kind: "form"; message: string }
  | { kind: "locked" }
  | { kind: "suspended"; suspension: SuspensionData };

/**
 * What a failed sign-in means for the screen (accounts-and-store.md section 4, Sign-in outcomes).
 *
 * @throws the error itself when the API could not be asked: that is no sign-in outcome
 */
export function signInFailure(error: unknown): SignInFailure {
  if (!(error instanceof ApiError) || error.kind !== "business") throw error;
  switch (error.code) {
    case Code.USER_LOCKED:
      return { kind: "locked" };
    case Code.USER_SUSPENDED:
    case Code.AUTH_USER_SUSPENDED: {
      return { kind: "suspended", suspension: suspensionOf(error) };
    }
    case Code.PASSWORD_FAIL: {
      const count = failedCountOf(error);
      // Without a count the sentence is still true; only its bracket is missing.
      if (count === undefined) return { kind: "field", field: "password", message: webMessage("001plain") };
      return {
        kind: "field",
        field: "password",
        message: withParams(webMessage("001"), { count }),
        attempts: count,
      };
    }
    case Code.PASSWORD_FAIL_LOCK:
      return { kind: "form", message: webMessage("002") };
    default:
      // FAIL, deleted, not found and the rest: one sentence, so that it tells nobody which addresses exist.
      return { kind: "form", message: webMessage("001plain") };
  }
}
