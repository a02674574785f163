import type { Submission } from "@conform-to/react";
import { type ActionFunctionArgs, type TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import { type FormAnswer, LANGUAGE_FIELD } from "~/domain/form-answer";
import { sayLanguage } from "~/domain/request-language";
import type { ApiError } from "#server/errors/api-error";
import { requireOwnOrigin } from "#server/protocol/csrf.server";
import type { LimitName, LimitSubject } from "#server/limits/rate-limit.server";
import { type FlashMessage, type Session } from "#server/session/session.server";
import { readForm } from "./form.server";

/** A form as it is declared, once. */
export interface FormSpec<Schema extends z.ZodTypeAny> {
  /** Its purpose, and the id of its element: no two forms of the site share one. */
  name: string;
  schema: Schema | ((session: Session) => Schema);
  /** Every field that is read; no other is. */
  fields: readonly string[];
  /** The intent that Enter in a field stands for, where no intent at all means nothing. */
  enter?: string;
  /** Fields that never leave the request: neither sent back nor kept. */
  secrets?: readonly string[];
  /** Fields that have to be said anew each time, such as a consent: sent back, but not kept. */
  consents?: readonly string[];
  /**
   * Who may send it. `member`: the member whom it was made for. `visitor`: guests too; one that a member has begun is
   * that member's. `anyone`: bound to nobody, because it acts for nobody who is signed in (sign-in, recovery).
   */
  who: "member" | "visitor" | "anyone";
  /** Its rate limit, and whom it counts beside the visitor's address. */
  limit?: { name: LimitName; about?: (value: z.output<Schema>, session: Session) => LimitSubject };
  /** The address that it is about (of a reset link, of a sign-up), when it must not act for another one. */
  about?: (session: Session) => string | undefined;
  /** Tells apart the pages that have this form: each keeps its own words. */
  page?: (url: URL) => string;
  /** Its page is one member's alone: where anybody else is led who sends it, told why. */
  away?: string;
  /** It ends the member's sessions: one press at a time, and one that comes too late is told so. */
  endsSessions?: boolean;
  /** What a refusal of the API means for this form; the others have the catalogue's message on top. */
  refusal?: (error: ApiError) => Refusal | undefined;
}

export interface FormErrors {
  /** Message keys ("account:signIn.wrong") by field. */
  fieldErrors?: Record<string, string[]>;
  /** Message keys for the form as a whole. */
  formErrors?: string[];
}

export interface Refusal extends FormErrors {
  /** A message key for a toast beside the form, where the specification wants one. */
  toast?: string;
}

export interface FormFailure extends FormErrors {
  /** 400 when left out. */
  status?: number;
  headers?: HeadersInit;
}

/** A form that has arrived: read once, before anything is known of who sent it. */
export interface SentForm {
  args: ActionFunctionArgs;
  form: FormData;
  /** The button that was pressed; "" when it says nothing. */
  intent: string;
}

/** A form whose sender may send it. */
export interface Admitted<Value> {
  session: Session;
  args: ActionFunctionArgs;
  form: FormData;
  intent: string;
  submission: Submission<Value>;
  /** 400 (or the given status): everything that was typed except secrets, and the errors. */
  failed: {
    (failure?: FormFailure): TypedResponse<FormAnswer>;
    <More extends object>(failure: FormFailure, more: More): TypedResponse<FormAnswer<More>>;
  };
  /** Back to the form, with all that was typed: nothing is wrong with it. 200, unless it is said otherwise. */
  again: <More extends object>(more: More, status?: number) => TypedResponse<FormAnswer<More>>;
  /** The same for a question before it goes out: whoever leaves it finds what was typed in the form again. */
  ask: <More extends object>(more: More) => Promise<TypedResponse<FormAnswer<More>>>;
  /** 303: it is done. What was kept of it is forgotten. */
  done: (path: string, message?: FlashMessage) => Promise<TypedResponse<never>>;
  /** Counts it; the answer when a limit was passed (429 and Retry-After). */
  withinLimit: <More extends object>(
    name: LimitName,
    about?: LimitSubject,
    more?: More,
  ) => Promise<TypedResponse<FormAnswer<More>> | undefined>;
}

/** The same, with everything in it right and within its limit. */
export type Taken<Value> = Admitted<Value> & { value: Value };

/** Reads the form of a request. @throws Response 403 from another site, 400 for a body that is no form */
export async function readSent(args: ActionFunctionArgs): Promise<SentForm> {
  requireOwnOrigin(args.request);
  return sentOf(args, await readForm(args.request));
}

/**
 * The same for a form that was read already. From here on the request is in the language of the form's screen: a mail
 * that it asks for, a message of the API.
 */
export function sentOf(args: ActionFunctionArgs, form: FormData): SentForm {
  const [intent, lng] = [form.get("intent"), form.get(LANGUAGE_FIELD)];
  if (typeof lng === "string") sayLanguage(args.request, lng);
  return { args, form, intent: typeof intent === "string" ? intent : "" };
}
