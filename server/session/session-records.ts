import { z } from "zod";
import { type SessionData, sessionData } from "./session-data";

/**
 * Sessions outlive a release: what a store hands out may have been written by an older program, or by a newer one
 * while the machines are restarted one after the other. So a record says which form it has, and is checked when it is
 * read. A field that is new and optional needs no new form; one that changes its meaning does, with a line here that
 * makes the new one of the old.
 */
const FORM = 1;

const versioned = z.object({ form: z.number(), data: z.unknown() });

/** What is sealed and kept. */
export function toRecord(data: SessionData): unknown {
  return { form: FORM, data };
}

/**
 * What was kept, checked, and brought to the form of now.
 *
 * @param now milliseconds since 1970
 * @returns undefined when it has a form that this program does not know, or is not what its form promises
 */
export function fromRecord(value: unknown, now: number): SessionData | undefined {
  const record = versioned.safeParse(value);
  // Until the first form had a number, a record was the data itself.
  const { form, data } = record.success ? record.data : { form: 0, data: value };
  if (form > FORM) return undefined;
  const read = sessionData.safeParse(data);
  if (!read.success) return undefined;
  // A field that a newer program has added goes back as it came.
  const whole: SessionData = { ...(data as object), ...read.data };
  // From before members' sessions had an end: it counts from now.
  if (whole.tokens && !whole.signedIn) whole.signedIn = { at: now, lastUsed: now };
  return whole;
}
