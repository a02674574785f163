import { z } from "zod";
import { ownValue } from "~/domain/own-value";
import { type SessionData, sessionData } from "./session-data";

/**
 * The form in which this release writes sessions. Records outlive a release, and while machines are restarted one after
 * the other an older program reads what a newer one has written (docs/decisions/0032-two-releases.md).
 */
const FORM = 1;

const versioned = z.object({
  form: z.number().int(),
  /** The oldest form whose programs may use the record: they read what they know and keep the rest. */
  oldest: z.number().int().optional(),
  data: z.unknown(),
});

/** What a record has beyond the data that this release reads. It is written back with the data. */
export interface RecordForm {
  readonly form: number;
  readonly oldest: number;
  /** Fields by name that this release knows with other contents. */
  readonly unread: Readonly<Record<string, unknown>>;
}

/** Of a record that this release makes. */
export const ownForm: RecordForm = { form: FORM, oldest: FORM, unread: {} };

/** Returns what is sealed and kept. */
export function toRecord(data: SessionData, { form, oldest, unread }: RecordForm): object {
  return { form, ...(oldest < form && { oldest }), data: { ...unread, ...data } };
}

/**
 * Reads what was kept.
 *
 * @param now milliseconds since 1970
 * @returns "newer" when only a newer release can use it; undefined when it is not what its form promises
 */
export function fromRecord(
  value: unknown,
  now: number,
): { data: SessionData; form: RecordForm } | "newer" | undefined {
  const record = versioned.safeParse(value);
  // A record without a number is the data itself.
  const { form, oldest = form, data: raw } = record.success ? record.data : { ...ownForm, data: value };
  if (oldest > FORM) return "newer";
  const fields = readFields(raw);
  if (!fields) return form > FORM ? "newer" : undefined;
  const { data, unread } = fields;
  // A member's session without a beginning has its end counted from now.
  if (data.tokens && !data.signedIn) data.signedIn = { at: now, lastUsed: now };
  return { data, form: form > FORM ? { form, oldest, unread } : { ...ownForm, unread } };
}

/** Without these the session would be nobody's, or another's. */
const essential = ["tokens", "user", "signedIn", "ended"];

function readFields(raw: unknown): (Pick<RecordForm, "unread"> & { data: SessionData }) | undefined {
  if (!isObject(raw)) return undefined;
  const data: [string, unknown][] = [];
  const unread: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw)) {
    const field = ownValue(sessionData.shape, name)?.safeParse(value);
    if (!field) data.push([name, value]);
    else if (field.success) data.push([name, withUnknown(value, field.data)]);
    else if (essential.includes(name)) return undefined;
    else unread.push([name, value]);
  }
  return { data: Object.fromEntries(data), unread: Object.fromEntries(unread) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Puts the fields that the schema has left out back, at any depth: a newer release has added them. */
function withUnknown(raw: unknown, read: unknown): unknown {
  if (Array.isArray(raw) && Array.isArray(read)) {
    return read.map((item, index) => withUnknown(raw[index], item));
  }
  if (!isObject(raw) || !isObject(read)) return read;
  const known = Object.entries(read).map(([name, value]) => [name, withUnknown(raw[name], value)]);
  return { ...raw, ...Object.fromEntries(known) };
}
