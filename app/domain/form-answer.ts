import type { SubmissionResult } from "@conform-to/react";

/** The hidden field that says whom and what a form was made for (server/forms/form-signature.server.ts). */
export const STAMP_FIELD = "stamp";

/** The hidden field with the language of the screen that a form was filled in on (server/forms/define-form.server.ts). */
export const LANGUAGE_FIELD = "lang";

/** The hidden field of a form whose page has set the visitor's first cookie (server/session/cookie.server.ts). */
export const COOKIE_FIELD = "cookies";

/** The intent of a form that asks whether it arrived, by its idempotency key (docs/decisions/0035-checked-transport.md). */
export const ASK_INTENT = "ask";

/** What a loader hands to the page for one of its forms (server/forms/define-form.server.ts). */
export interface FormOpening {
  /** Its purpose; also the id of its element. */
  name: string;
  /** Goes back with the form. */
  stamp: string;
  /** Whether its page came with the visitor's first cookie: without any when it comes back, the browser keeps none. */
  triesCookies: boolean;
  /** Whom it was made for: an opaque mark of the member; "" for a guest. */
  who: string;
  /** Whether it may be sent by them alone; one that acts for nobody who is signed in may be sent by anybody. */
  isBound: boolean;
  fields: string[];
  /** The intent that Enter in a field stands for, before scripts run; "" for none. */
  enter: string;
  /** The fields that may be kept: all but secrets and what has to be said anew each time. */
  keeps: string[];
  /** What was typed before and is here again; `at` in milliseconds since 1970, by the server's clock. */
  kept: { values: Record<string, string>; at: number } | null;
}

/**
 * Why a form was not even looked at, though nothing is wrong with what stands in it: somebody else is signed in now;
 * it was made by an older release, or by nobody; it is about another address than the one under way.
 */
export type StaleReason = "member" | "release" | "about";

/**
 * What a form's action answers when something has to be mended, or to be asked once more. `More` is what a single
 * screen adds: its step, an upload, a preview.
 */
export type FormAnswer<More extends object = object> = {
  /** Which form of the page it is about. */
  form: string;
  /** For conform: what was typed, without secrets, and the errors as message keys. */
  lastResult: SubmissionResult;
  stale?: StaleReason;
  /** The form had asked: it did not arrive. */
  arrived?: false;
} & More;
