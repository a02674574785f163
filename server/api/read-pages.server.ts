/** Most rows that are read of one list, for a file or a search. */
export const MOST_ROWS = 10_000;

/** Most calls for one list. An API may return fewer rows than were asked for. */
const MOST_PAGES = 500;

/** One page of a list of the API. */
interface ListPage<Row> {
  rows: readonly Row[];
  pageCount: number;
  /** Rows of the whole list; 0 if it is not known. */
  total: number;
}

interface ReadOptions<Row> {
  /** Identity of a row; undefined for a row that the API sent wrong. */
  idOf: (row: Row) => string | number | undefined;
  mostRows?: number;
  mostPages?: number;
  /** Called when the list goes on beyond the limits. The reader must be told. */
  onCut?: () => void;
}

/**
 * Yields the rows of a list page by page, each row once: rows that new ones push to the next page are left out there.
 * Ends at the last page, at a page without new rows, at the stated total, and at the limits, whatever the page count
 * says.
 */
export async function* readPages<Row>(
  read: (page: number) => ListPage<Row> | Promise<ListPage<Row>>,
  { idOf, mostRows = MOST_ROWS, mostPages = MOST_PAGES, onCut }: ReadOptions<Row>,
): AsyncGenerator<Row[], void, undefined> {
  const known = new Set<string | number>();
  let count = 0;
  let firstPage = 0;
  for (let page = 1; ; page += 1) {
    const { rows, pageCount, total } = await read(page);
    if (page === 1) firstPage = rows.length;
    const fresh = freshOf(rows, idOf, known);
    for (const row of fresh) {
      const id = idOf(row);
      if (id !== undefined) known.add(id);
    }
    const isBeyond = count + fresh.length > mostRows;
    const shown = isBeyond ? fresh.slice(0, mostRows - count) : fresh;
    count += shown.length;
    if (shown.length > 0) yield shown;
    // Without a total the API's list is as long as its first page.
    const isWhole = page >= pageCount || fresh.length === 0 || (total > firstPage && count >= total);
    if (!isBeyond && isWhole) return;
    if (isBeyond || count >= mostRows || page >= mostPages) return onCut?.();
  }
}

/** Leaves out the rows that are known, and rows without an id that stand before one of them. */
function freshOf<Row>(
  rows: readonly Row[],
  idOf: ReadOptions<Row>["idOf"],
  known: ReadonlySet<string | number>,
): Row[] {
  const isRepeated = (row: Row) => {
    const id = idOf(row);
    return id !== undefined && known.has(id);
  };
  const lastRepeated = rows.findLastIndex(isRepeated);
  return rows.filter((row, at) => (idOf(row) === undefined ? at > lastRepeated : !isRepeated(row)));
}
