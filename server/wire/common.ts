import { z } from "zod";

/** Ids that appear in addresses of the site (news, products, suggestions): whole numbers. */
export const numericId = z.number().int().nonnegative();

/** Ids that the site only hands back or uses as a key: the specification does not say their type. */
export const anyId = z.union([z.number().int(), z.string().min(1)]);

/** The years 1 to 9999, in Japan too: others have no spelling that calendars, feeds and `<time>` know. */
const FIRST_MOMENT = Date.parse("0001-01-01T00:00:00Z");
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59+09:00");

function isMoment(text: string): boolean {
  const at = Date.parse(text);
  return at >= FIRST_MOMENT && at <= LAST_MOMENT;
}

/** A moment, ISO 8601. Kept as text, because it travels on to the browser as it is. */
export const moment = z.string().refine(isMoment, { message: "not a date and time" });

/** A count, a page number: never negative. */
export const count = z.number().int().nonnegative();

/**
 * Text out of a known list, that falls back instead of failing: a category that the API adds tomorrow must not
 * take a whole list down. A value that is not text at all still is a fault.
 */
export function openEnum<const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) {
  const known = new Set<string>(values);
  return z.string().transform((value): T[number] => (known.has(value) ? (value as T[number]) : fallback));
}

/** May be missing or null; both reach the screen as undefined. */
export function maybe<T extends z.ZodTypeAny>(schema: T) {
  return schema.nullish().transform((value): z.output<T> | undefined => value ?? undefined);
}

/**
 * Zod's `catch` of a `maybe`, which it says it is (for openapi.json), in the short way: without the contexts that Zod makes
 * for each layer of each field of each row. Ten suggestions are checked in 0.10 ms instead of 0.21.
 */
class Softly<T extends z.ZodTypeAny, Shown> extends z.ZodType<Shown, z.ZodCatchDef, unknown> {
  readonly #schema: T;
  readonly #shown: (value: z.output<T> | undefined) => Shown;

  constructor(schema: T, shown: (value: z.output<T> | undefined) => Shown) {
    super(maybe(schema).catch(undefined)._def);
    this.#schema = schema;
    this.#shown = shown;
  }

  override _parse({ data, path }: z.ParseInput): z.SyncParseReturnType<Shown> {
    const read = data === null || data === undefined ? undefined : this.#schema.safeParse(data, { path });
    return z.OK(this.#shown(read?.success ? (read.data as z.output<T>) : undefined));
  }
}

/**
 * What the screen does without: missing, null or of another kind, it is left out of its row.
 *
 * @param shown what becomes of it, or of nothing
 */
export function softly<T extends z.ZodTypeAny>(schema: T): Softly<T, z.output<T> | undefined>;
export function softly<T extends z.ZodTypeAny, Shown>(
  schema: T,
  shown: (value: z.output<T> | undefined) => Shown,
): Softly<T, Shown>;
export function softly<T extends z.ZodTypeAny>(schema: T, shown = (value: unknown) => value) {
  return new Softly(schema, shown);
}

/** Words to be shown, without the blanks around them; "" for none, and the screen has words of its own for that. */
export const words = softly(z.string(), (text) => (text ?? "").trim());

const leftOut = Symbol("left out");
let noted: string[] | undefined;

/**
 * The rows of a list, read one by one: one that lacks what it cannot be shown without is left out, never the whole list
 * for one row (docs/decisions/0005). The list fails when it has rows and none of them can be shown.
 */
export function rows<T extends z.ZodTypeAny>(row: T) {
  let first: z.ZodIssue | undefined;
  const read = row.catch(({ error }: { error: z.ZodError }) => {
    const [issue] = error.issues;
    first ??= issue;
    noted?.push(`${issue?.path.join(".")}: ${issue?.message}`);
    return leftOut;
  });
  return z.array(read).transform((list, context): z.output<T>[] => {
    const shown = list.filter((value) => (value as unknown) !== leftOut);
    if (list.length > 0 && shown.length === 0) {
      // The one place that is told of: where the first of them is wrong.
      const path = first?.path.slice(context.path.length) ?? [];
      context.addIssue({
        code: z.ZodIssueCode.custom,
        message: first?.message ?? "no row can be shown",
        path,
      });
    }
    first = undefined;
    return shown as z.output<T>[];
  });
}

/** Runs a parse, and says which rows it left out: the path of the first wrong field of each. */
export function notingRows<Result>(parse: () => Result): { result: Result; notes: string[] } {
  const notes: string[] = [];
  // Parsing is synchronous, so nobody else's rows come between.
  noted = notes;
  try {
    return { result: parse(), notes };
  } finally {
    noted = undefined;
  }
}

/** The envelope of a list with pages. How many there are in all is what is there, where the answer does not say. */
export function listOf<T extends z.ZodTypeAny>(row: T) {
  return z
    .object({
      page: softly(count),
      page_count: softly(count),
      stats: softly(z.object({ total: softly(count) })),
      items: rows(row),
    })
    .transform(({ page, page_count, stats, items }) => ({
      page: page ?? 1,
      page_count: page_count ?? 1,
      stats: { total: stats?.total ?? items.length },
      items,
    }));
}

const pageNumber = z.number().int().positive();

/** The query of a list whose page size is the API's. */
export const pageRequest = z.object({ page: pageNumber });

/** The query of a list whose page size is asked for. An API may give fewer rows: the number of pages says what follows. */
export const sizedPageRequest = pageRequest.extend({ size: pageNumber });

/** For calls whose `data` says nothing (docs/decisions/0005: `null`): whatever comes is let through unread. */
export const noData = z.unknown();

/** An address of a picture as the API gives it. Its scheme is checked where it is shown. */
export const imageList = rows(z.object({ url: z.string() }));

/**
 * How the site names itself: of the four platforms (accounts-and-store.md section 1) and of the scopes of posts and
 * products (public-site-and-community.md section 3) it is always this one.
 */
export const WEB = "WEB";
export const web = z.literal(WEB);

/** A language in a field of its own: capitals. */
export const wireLanguage = z.enum(["JA", "EN", "KO", "ZH"]);
export type WireLanguage = z.infer<typeof wireLanguage>;

/** A day of Japan time, YYYY-MM-DD. */
export const day = z
  .string()
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text), {
    message: "not a day",
  });
