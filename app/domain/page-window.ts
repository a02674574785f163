/** Number of page links that a pager shows at once (public-site-and-community.md section 9). */
const PAGES_PER_WINDOW = 10;

/** No list has as many pages, and an API may fail at a larger number. */
const MOST_PAGES = 999_999;

/**
 * Parses a page number. Returns 1 if it is not a whole number from 1, or exceeds `totalPages` (docs/decisions/0002).
 */
export function readPage(raw: unknown, totalPages = MOST_PAGES): number {
  const text = typeof raw === "number" ? String(raw) : typeof raw === "string" ? raw.trim() : "";
  const page = /^\d{1,15}$/.test(text) ? Number(text) : 1;
  return page >= 1 && page <= Math.min(MOST_PAGES, Math.max(1, totalPages)) ? page : 1;
}

/**
 * Returns the window of ten pages that contains the page (11 to 20 for page 13; a list without items has one page), and
 * the targets of the first, previous, next and last links, where they lead to another page.
 */
export function pageWindow(rawPage: unknown, rawTotalPages: number) {
  const totalPages = Number.isSafeInteger(rawTotalPages) ? Math.max(1, rawTotalPages) : 1;
  const page = readPage(rawPage, totalPages);
  const start = Math.floor((page - 1) / PAGES_PER_WINDOW) * PAGES_PER_WINDOW + 1;
  const length = Math.min(PAGES_PER_WINDOW, totalPages - start + 1);
  return {
    pages: Array.from({ length }, (_, index) => start + index),
    page,
    totalPages,
    ...(page > 1 && { first: 1, previous: page - 1 }),
    ...(page < totalPages && { next: page + 1, last: totalPages }),
  };
}
