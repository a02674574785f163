import { z } from "zod";
import { instant } from "~/domain/instant";
import { cut, lengthOf } from "~/domain/readers";

/** Whole-number ids that appear in the site's URLs (news, products, suggestions). */
export const numericId = z.number().int().nonnegative().safe();

/** Ids that the site only passes back or uses as a key: the specification does not state their type. */
export const anyId = z.union([z.number().int().safe(), z.string().min(1).max(500)]);

/** The years 1 to 9999, also in Japan time: calendars, feeds and `<time>` cannot express others. */
const FIRST_MOMENT = instant("0001-01-01T00:00:00Z");
const LAST_MOMENT = instant("9999-12-31T23:59:59+09:00");

/** ISO 8601 in UTC, which needs no other form. */
const IN_UTC = /^[\d-]{10}T[\d:.]+Z$/;

/** A time, read by `instant` and written in ISO 8601 with its zone, so that everybody who reads it reads the same. */
export const moment = z.string().transform((text, context): string => {
  const at = instant(text);
  if (at >= FIRST_MOMENT && at <= LAST_MOMENT) return IN_UTC.test(text) ? text : new Date(at).toISOString();
  context.addIssue({ code: "custom", message: "not a date and time" });
  return z.NEVER;
});

/** Text of a request with at most so many characters (code points); zod's own `max` counts UTF-16 units. */
export const upTo = (most: number) =>
  z
    .string()
    .refine((text) => lengthOf(text) <= most, { message: `longer than ${most} characters` })
    .describe(`At most ${most} characters.`);

/** Whole number that JavaScript represents exactly. */
export const whole = z.number().int().safe();

/** Non-negative whole number. */
export const count = whole.nonnegative();

/** Returns a schema for text from a known list. Other text, such as a later category, becomes `fallback`. */
export function openEnum<const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) {
  const known = new Set<string>(values);
  return z.string().transform((value): T[number] => (known.has(value) ? (value as T[number]) : fallback));
}

/** Returns a schema for a value that may be missing or null; both become undefined. */
export function maybe<T extends z.ZodTypeAny>(schema: T) {
  return schema.nullish().transform((value): z.output<T> | undefined => value ?? undefined);
}

/**
 * Returns a schema for an optional field: a missing, null or invalid value becomes `absent`, which all responses share:
 * never change it.
 */
export function softly<T extends z.ZodTypeAny>(
  schema: T,
): z.ZodType<z.output<T> | undefined, z.ZodTypeDef, unknown>;
export function softly<T extends z.ZodTypeAny>(
  schema: T,
  absent: z.output<T>,
): z.ZodType<z.output<T>, z.ZodTypeDef, unknown>;
export function softly(schema: z.ZodTypeAny, absent?: unknown) {
  return maybe(schema)
    .catch(undefined)
    .transform((value: unknown) => value ?? absent);
}

/** Trimmed text for display; "" when there is none, for which the screen has its own text. */
export const words = softly(z.string()).transform((text) => text?.trim() ?? "");

/** Trimmed text; blank text becomes undefined. */
export const text = softly(z.string()).transform((text) => text?.trim() || undefined);

/** Longest text of one line that is shown, in characters: no name or title of an API that means well has more. */
const MOST_LINE = 300;

export const clipped = (text: string): string => {
  const short = cut(text, MOST_LINE);
  return short.length < text.length ? `${short}…` : text;
};

/** As `words`, for a name or a title: text beyond MOST_LINE is clipped. */
export const line = words.transform(clipped);

/** As `text`, for a name or a title: text beyond MOST_LINE is clipped. */
export const optionalLine = text.transform((value) => (value === undefined ? undefined : clipped(value)));

const leftOut = Symbol("left out");
let noted: string[] | undefined;

/** Parses each row of a list. Omits invalid rows; fails if all are invalid (docs/decisions/0005). */
export const rows = <T extends z.ZodTypeAny>(row: T) => readRows(row).transform(({ shown }) => shown);

/** As `rows`, with the positions of the omitted rows. */
function readRows<T extends z.ZodTypeAny>(row: T) {
  let first: z.ZodIssue | undefined;
  const read = row.catch(({ error }: { error: z.ZodError }) => {
    const [issue] = error.issues;
    first ??= issue;
    noted?.push(`${issue?.path.join(".")}: ${issue?.message}`);
    return leftOut;
  });
  return z.array(read).transform((list, context): { shown: z.output<T>[]; gaps: number[] } => {
    const isLeftOut = (value: unknown) => value === leftOut;
    const shown = list.filter((value) => !isLeftOut(value));
    const gaps = list.flatMap((value, index) => (isLeftOut(value) ? [index] : []));
    if (list.length > 0 && shown.length === 0) {
      // Reports only the first invalid row.
      const path = first?.path.slice(context.path.length) ?? [];
      context.addIssue({ code: "custom", message: first?.message ?? "no row can be shown", path });
    }
    first = undefined;
    return { shown: shown as z.output<T>[], gaps };
  });
}

/** Runs a parse and reports the omitted rows: the path and error of the first invalid field of each. */
export function notingRows<Result>(parse: () => Result): { result: Result; notes: string[] } {
  const notes: string[] = [];
  // Parsing is synchronous, so no other parse can add its rows.
  noted = notes;
  try {
    return { result: parse(), notes };
  } finally {
    noted = undefined;
  }
}

/** Fields of a paged list that say where its page is. */
export const paging = {
  page: softly(count),
  page_count: softly(count),
  stats: softly(z.object({ total: softly(count) })),
};

/**
 * Returns the schema of a paged list. If the response does not state the total, it is the number of rows. `gaps` has
 * the positions of rows that were left out, for a list that numbers its rows.
 */
export function listOf<T extends z.ZodTypeAny>(row: T) {
  return z
    .object({ ...paging, items: readRows(row) })
    .transform(({ page, page_count, stats, items: { shown, gaps } }) => ({
      page: page ?? 1,
      page_count: page_count ?? 1,
      stats: { total: stats?.total ?? shown.length },
      items: shown,
      ...(gaps.length > 0 && { gaps }),
    }));
}

const pageNumber = z.number().int().positive();

/** Query of a list. */
export const pageRequest = z.object({ page: pageNumber });

/** An API may return fewer rows than `size`; the page count tells whether more follow. */
export const sizedPageRequest = pageRequest.extend({ size: pageNumber });

/** For calls without useful `data` (docs/decisions/0005: `null`): accepts any value. */
export const noData = z.unknown();

/** List of image URLs from the API. The scheme is checked where an image is shown. */
export const imageList = rows(z.object({ url: z.string() }));

/** The site's platform (accounts-and-store.md section 1) and scope (public-site-and-community.md section 3). */
export const WEB = "WEB";
export const web = z.literal(WEB);

/** Language in a request field: upper case. */
export const wireLanguage = z.enum(["JA", "EN", "KO", "ZH"]);
export type WireLanguage = z.infer<typeof wireLanguage>;

/** Day in Japan time, YYYY-MM-DD. */
export const day = z
  .string()
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text), {
    message: "not a day",
  });
