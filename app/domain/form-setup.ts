import type { SubmissionResult } from "@conform-to/react";
import type { AttachedFile } from "./attachment-rules";

/** Hidden field with the form signature: member, form and subject (server/forms/form-signature.server.ts). */
export const SIGNATURE_FIELD = "stamp";

/** Hidden field with the language of the page that contains the form (server/forms/define-form.server.ts). */
export const LANGUAGE_FIELD = "lang";

/** Hidden field of a form whose page set the visitor's first cookie (server/session/cookie.server.ts). */
export const COOKIE_FIELD = "cookies";

/**
 * Field that people do not see. Its name means nothing to a password manager, which fills fields by their names. A form
 * in which it is filled in is shown again (server/forms/trap.server.ts).
 */
export const TRAP_FIELD = "leave_empty";

/** Its name on pages of earlier releases, and what a program that fills in every field guesses. */
export const EARLIER_TRAP_FIELD = "website";

/** Hidden field of a form that was shown again: pressed a second time, it counts as a person's. */
export const PERSON_FIELD = "pressed_again";

/** Hidden field with the id of a picture from an earlier submit. */
export const ATTACHMENT_FIELD = "attachment";

/** Hidden field with its name, to name a picture that the server no longer has. */
export const ATTACHMENT_NAME_FIELD = "attachmentName";

/**
 * Intent of a request that checks, by idempotency key, whether a submission arrived
 * (docs/decisions/0035-checked-transport.md).
 */
export const ASK_INTENT = "ask";

/** Data that a loader passes to one form of its page (server/forms/define-form.server.ts). */
export interface FormSetup {
  /** Name of the form; also the id of its element. */
  name: string;
  /** Form signature. Also the React key of the form: for another member or subject it is a different form. */
  signature: string;
  /**
   * True if the page set the visitor's first cookie. A submission without any cookie then means that the browser blocks
   * cookies.
   */
  triesCookies: boolean;
  /** Hash of the member for whom the form was rendered; "" for a guest. */
  who: string;
  /** True if only `who` may submit the form. A form that needs no signed-in member may be submitted by anybody. */
  isBound: boolean;
  /** Names of the fields that the form reads, without the attachment. */
  fields: string[];
  /** Intent of an implicit submission (Enter in a field) before hydration; "" for none. */
  enter: string;
  /** Fields that a draft may contain: all except secrets and consents. */
  draftFields: string[];
  /** Set if the form can have an attachment. */
  hasFile?: true;
  /** The restored draft, or null; `at` in milliseconds since 1970, by the server's clock. */
  draft: {
    values: Record<string, string>;
    at: number;
    /** The picture that was attached. */
    file?: AttachedFile;
    /** Name of a picture that was attached and could not be kept. */
    lost?: string;
  } | null;
}

/**
 * Why the server rejected a form without validating it: another member is signed in; the signature is invalid or from
 * an older release; the form belongs to another subject, for example another address to verify.
 */
export type StaleReason = "member" | "release" | "about";

/**
 * Response of a form's action on errors or when the user has to confirm. `More` is the data that a single page adds: a
 * step, an upload, a preview.
 */
export type FormActionData<More extends object = object> = {
  /** Name of the form that was submitted. */
  form: string;
  /** Result for conform: the input without secrets, and the errors as message keys. */
  lastResult: SubmissionResult;
  stale?: StaleReason;
  /** Set if the trap was filled in: the value of `PERSON_FIELD` for the next press. */
  person?: string;
  /** Set if a toast says the error too. */
  isTold?: true;
  /** Set by the `ASK_INTENT` check if the submission did not arrive. */
  arrived?: false;
} & More;
