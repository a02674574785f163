import { z } from "zod";
import { ownValue } from "~/domain/safe-lookup";
import { type SessionData, sessionData } from "./session-data";

/**
 * Format version of session records. Records outlive a release, and during a rolling restart an older release reads
 * what a newer one wrote (docs/decisions/0032-two-releases.md).
 */
const FORM = 1;

const versioned = z.object({
  form: z.number().int(),
  /** Oldest format version whose releases may use the record. They read the fields they know and keep the rest. */
  oldest: z.number().int().optional(),
  data: z.unknown(),
});

/** Parts of a record that this release only writes back. */
export interface RecordForm {
  readonly form: number;
  readonly oldest: number;
  /** Known fields whose value does not match this release's schema. */
  readonly unread: Readonly<Record<string, unknown>>;
}

export interface RecordContent {
  readonly data: SessionData;
  readonly form: RecordForm;
}

/** Format of a record that this release creates. */
export const ownForm: RecordForm = { form: FORM, oldest: FORM, unread: {} };

export function toRecord({ data, form: { form, oldest, unread } }: RecordContent): object {
  return { form, ...(oldest < form && { oldest }), data: { ...unread, ...data } };
}

/** Parses a stored value: "newer" when only a newer release can use it; undefined when it does not match its format. */
export function fromRecord(value: unknown, now: number): RecordContent | "newer" | undefined {
  const record = versioned.safeParse(value);
  // A record without a version is the data itself.
  const { form, oldest = form, data: raw } = record.success ? record.data : { ...ownForm, data: value };
  if (oldest > FORM) return "newer";
  const fields = readFields(raw);
  if (!fields) return form > FORM ? "newer" : undefined;
  const { data, unread } = fields;
  // A member's session without a start time counts from now.
  if (data.tokens && !data.signedIn) data.signedIn = { at: now, lastUsed: now };
  return { data, form: form > FORM ? { form, oldest, unread } : { ...ownForm, unread } };
}

/** If one of these is invalid, the session could belong to nobody or to another member. */
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

/** Restores the fields that the schema dropped, at any depth: a newer release added them. */
function withUnknown(raw: unknown, read: unknown): unknown {
  if (Array.isArray(raw) && Array.isArray(read)) {
    return read.map((item, index) => withUnknown(raw[index], item));
  }
  if (!isObject(raw) || !isObject(read)) return read;
  const known = Object.entries(read).map(([name, value]) => [name, withUnknown(raw[name], value)]);
  return { ...raw, ...Object.fromEntries(known) };
}
