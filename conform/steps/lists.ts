import type { Parts } from "../client";
import type { Run, Step } from "../run";
import { faqQuery, newsQuery } from "./guest";
import { debatePlace } from "./member";

interface Row {
  id?: number | string;
  is_fixed?: boolean;
  [time: string]: unknown;
}
interface List {
  id: string;
  size: number | undefined;
  parts: (run: Run, page: number) => Promise<Parts | undefined> | Parts | undefined;
  rows: (data: never) => Row[] | undefined;
  /** Number of pages, and total number of rows if the response has it. */
  totals: (data: never) => [number | undefined, number | undefined];
  /** Timestamp field of a row, for a list sorted newest first. */
  newest?: string;
}

interface Items {
  items?: Row[];
  page_count?: number;
  total_pages?: number;
  stats?: { total?: number };
}
interface Content {
  content?: Row[];
  pagination?: { pageCount?: number; itemCount?: number; totalPage?: number; totalItem?: number };
}

const items = ({ items: rows }: Items) => rows;
const counts = ({ page_count, stats }: Items): [number | undefined, number | undefined] => [
  page_count,
  stats?.total,
];
const content = ({ content: rows }: Content) => rows;

const day = (at: number) => new Date(at + 9 * 60 * 60 * 1000).toISOString().slice(0, 10);

const LISTS: List[] = [
  {
    id: "news.list",
    size: 5,
    parts: (_, page) => ({ query: { ...newsQuery, page, size: 5 } }),
    rows: items,
    totals: counts,
    newest: "created_at",
  },
  {
    id: "support.faq",
    size: 5,
    parts: (_, page) => ({ query: { ...faqQuery, page, size: 5 } }),
    rows: items,
    totals: ({ page_count, stats }: Items) => [
      page_count,
      Object.values(stats ?? {}).reduce<number>((sum, n) => sum + (n ?? 0), 0),
    ],
  },
  {
    id: "users.history",
    size: 10,
    parts: ({ env }, page) => ({
      query: {
        currencyType: "soria",
        transactionType: "ALL",
        from: day(env.now() - 89 * 86_400_000),
        to: day(env.now()),
        page,
        size: 10,
      },
    }),
    rows: items,
    totals: counts,
    newest: "created_at",
  },
  {
    id: "store.products",
    size: 5,
    parts: (_, page) => ({ query: { page, size: 5, scope: "WEB" } }),
    rows: items,
    totals: ({ total_pages }: Items) => [total_pages, undefined],
  },
  {
    id: "orders.list",
    size: 5,
    parts: (run, page) => (run.client.has("order") ? { query: { page, size: 5 } } : undefined),
    rows: content,
    totals: ({ pagination }: Content) => [pagination?.totalPage, pagination?.totalItem],
  },
  {
    id: "support.inquiries",
    size: 5,
    parts: (_, page) => ({ query: { page, size: 5 } }),
    rows: content,
    totals: ({ pagination }: Content) => [pagination?.pageCount, pagination?.itemCount],
    newest: "createdAt",
  },
  {
    id: "dao.suggestions",
    size: undefined,
    parts: (_, page) => ({ query: { page, sort: "LATEST" } }),
    rows: items,
    totals: counts,
    newest: "created_at",
  },
  {
    id: "dao.members",
    size: undefined,
    parts: (_, page) => ({ query: { page } }),
    rows: items,
    totals: counts,
  },
  {
    id: "dao.debates",
    size: undefined,
    parts: async (run, page) => {
      const place = await debatePlace(run);
      return place && { params: { sId: place.sId }, query: { page } };
    },
    rows: items,
    totals: counts,
  },
];

/**
 * Builds a step that checks lists: pages do not overlap, totals match, newest first, no rows beyond the last page.
 */
const lists = (id: string, needs: Step["needs"], of: List[]): Step => ({
  id,
  needs,
  rules: () => of.map((list) => `${list.id} pages`),
  async run(run) {
    for (const list of of) await tryList(run, list);
  },
});

const GUEST = ["news.list", "support.faq"];
export const guestLists = lists(
  "lists of guests",
  [],
  LISTS.filter(({ id }) => GUEST.includes(id)),
);
export const memberLists = lists(
  "lists of members",
  ["member"],
  LISTS.filter(({ id }) => !GUEST.includes(id)),
);

async function tryList(run: Run, { id, size, parts, rows, totals, newest }: List): Promise<void> {
  const rule = `${id} pages`;
  const read = async (page: number) => {
    const asked = await parts(run, page);
    return asked && run.ok<never>(id, asked);
  };
  const first = await read(1);
  if (first === undefined) return run.findings.skip(rule, `${id} could not be read`);
  const second = await read(2);
  const one: Row[] = rows(first) ?? [];
  const two: Row[] = (second && rows(second)) ?? [];
  const shared = one.find((row) => two.some((other) => other.id === row.id));
  run.check(rule, id, shared === undefined, {
    path: "data",
    found: `id ${shared?.id} on page 1 and 2`,
    wanted: "each row once",
  });
  const [pages, total] = totals(first);
  const most = size ?? Math.max(one.length, 1);
  if (typeof pages === "number") {
    const fits =
      total === undefined ||
      (total <= pages * most && total > (pages - 1) * most) ||
      (total === 0 && pages <= 1);
    run.check(rule, id, fits, {
      path: "data",
      found: `${total} rows on ${pages} pages of ${most}`,
      wanted: "a total that fits the pages",
    });
    run.check(rule, id, one.length <= most, {
      path: "data",
      found: `${one.length} rows`,
      wanted: `at most ${most}: size`,
    });
    const beyond = await parts(run, pages + 1);
    const outcome = beyond && (await run.call(id, beyond));
    const extra = outcome?.kind === "success" ? (rows(outcome.data as never)?.length ?? 0) : 0;
    run.check(rule, id, extra === 0, {
      path: "data",
      found: `${extra} rows on the page beyond the end`,
      wanted: "none",
    });
  }
  if (newest === undefined) return;
  // Pinned posts come first, whatever their date.
  const times = [...one, ...two]
    .filter((row) => row.is_fixed !== true)
    .map((row) => Date.parse(String(row[newest])));
  const late = times.findIndex((time, n) => n > 0 && time > (times[n - 1] ?? Infinity));
  run.check(rule, id, late < 0, {
    path: `data[${late}].${newest}`,
    found: "a later time below an earlier one",
    wanted: "the newest first",
  });
}
