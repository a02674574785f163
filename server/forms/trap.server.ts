import { EARLIER_TRAP_FIELD, PERSON_FIELD, TRAP_FIELD } from "~/domain/form-setup";
import * as clock from "#server/runtime/clock.server";
import { securityEvent } from "#server/observe/security.server";
import { personMark } from "./form-signature.server";

/** How long after the first press the second one counts. */
const MARK_MS = 60 * 60_000;
/** Message key of a form whose trap was filled in. */
export const TRAPPED = "common:form.trap";

/**
 * Checks the field that people do not see (app/components/form/honeypot.tsx). A password manager may fill it in.
 * Nothing is lost then: the form is shown again with a mark, and a submit with this mark counts as a person's.
 *
 * @param form name of the form
 * @returns undefined if the submit counts; otherwise the mark for the next one
 */
export function trapMark(form: string, data: FormData): string | undefined {
  const isFilled = (name: string) => typeof data.get(name) === "string" && data.get(name) !== "";
  if (!isFilled(TRAP_FIELD) && !isFilled(EARLIER_TRAP_FIELD)) return undefined;
  const mark = data.get(PERSON_FIELD);
  if (typeof mark === "string" && isFresh(form, mark)) return undefined;
  securityEvent("form-refused", { what: `${form} trap` });
  const at = clock.now();
  return `${at}.${personMark(form, at)}`;
}

function isFresh(form: string, mark: string): boolean {
  const [, at, hash] = /^(\d{13})\.([\w-]{22})$/.exec(mark) ?? [];
  if (at === undefined || hash === undefined) return false;
  const age = clock.now() - Number(at);
  return age >= 0 && age < MARK_MS && hash === personMark(form, Number(at));
}
