import { z } from "zod";

/** Ids that appear in addresses of the site (news, products, suggestions): whole numbers. */
export const numericId = z.number().int().nonnegative();

/** Ids that the site only hands back or uses as a key: the specification does not say their type. */
export const anyId = z.union([z.number().int(), z.string().min(1)]);

/** A moment, ISO 8601. Kept as text, because it travels on to the browser as it is. */
export const moment = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)), { message: "not a date and time" });

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

/** The query of a list that has pages of a fixed size. */
export const pageRequest = z.object({ page: z.number().int().optional() });

/** For calls whose `data` says nothing (docs/decisions/0005: `null`): whatever comes is let through unread. */
export const noData = z.unknown();

/** An address of a picture as the API gives it. Its scheme is checked where it is shown. */
export const imageList = z.array(z.object({ url: z.string() }));

/**
 * How the site names itself: of the four platforms (accounts-and-store.md section 1) and of the scopes of posts and
 * products (public-site-and-community.md section 3) it is always this one.
 */
export const WEB = "WEB";
