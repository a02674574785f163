/** How many page numbers a pager shows at once (public-site-and-community.md section 9). */
const PAGES_PER_WINDOW = 10;

/**
 * A page number from an address. What is not a whole number from 1 on, or above the number of pages when that
 * is known, is page 1 (docs/decisions/0002).
 */
export function readPage(raw: unknown, totalPages = Number.MAX_SAFE_INTEGER): number {
  const text = typeof raw === "number" ? String(raw) : typeof raw === "string" ? raw.trim() : "";
  const page = /^\d{1,15}$/.test(text) ? Number(text) : 1;
  return page >= 1 && page <= Math.max(1, totalPages) ? page : 1;
}

export interface PageWindow {
  /** Never empty: without any item there is one page. */
  pages: number[];
  page: number;
  totalPages: number;
  /** Undefined where there is nothing to go to. */
  first?: number;
  previous?: number;
  next?: number;
  last?: number;
}

/** The window of ten that the page is in (11 to 20 for page 13), with where first, previous, next and last lead. */
export function pageWindow(rawPage: unknown, rawTotalPages: number): PageWindow {
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
