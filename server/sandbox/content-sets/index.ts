import { z } from "zod";
import { ODDITIES, type Part } from "./oddities";

/** Content sets of the two APIs; docs/testing.md describes each. */
export const CONTENT_SETS = ["usual", "odd", "empty", "huge"] as const;
export type ContentSet = (typeof CONTENT_SETS)[number];

type Ask = (request: Request) => Promise<Response>;

/** Number of pages and rows that the set "huge" reports. */
export const HUGE = { pages: 10_000, rows: 100_000 } as const;

/** Calls that return content. The member's account is not changed by a set. */
const CONTENT =
  /^\/(?:api\/(?:news|support\/faq|support\/inquiries|store\/products|users\/me\/history|dao)|order-service\/v1\/users\/orders)\b/;

const NAMES: Record<Part, string> = {
  words:
    "title question subject name story productName web_note account_name customerName senderName fileName result_reason",
  html: "content answer",
  count:
    "total_views like_count comment_count debate_count voter_count agree_amount against_amount required_amount amount",
  money: "sale_amount totalPrice change_amount net_amount",
  option: "status typeCode type",
  time: "created_at createdAt joined_at start_at end_at",
  pictures: "noticeImages objectImages",
  flag: "is_fixed is_liked",
};
/** Parts of an oddity by the names of the fields on the wire that they replace. */
const FIELDS = new Map(
  Object.entries(NAMES).flatMap(([part, names]) => names.split(" ").map((name) => [name, part as Part])),
);

/** Finds the list in a response, `{items}` with counts beside it or `{content, pagination}`, and its envelope. */
function listIn(data: unknown) {
  const { data: all = {} } = z.record(z.unknown()).safeParse(data);
  for (const field of ["items", "content"]) {
    const rows = all[field];
    if (Array.isArray(rows)) return { field, rows: rows as unknown[], all };
  }
  return undefined;
}

const answer = z.object({ data: z.unknown() }).passthrough();

/**
 * Responds with the content of a set, by changing the usual response. The stored data stays the same, so every other
 * call works in each set, and the set can be switched off at any time. `ask` returns the usual response.
 */
export async function answerFrom(
  set: ContentSet,
  request: Request,
  origin: string,
  ask: Ask,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (set === "usual" || request.method !== "GET" || !CONTENT.test(pathname)) return ask(request);
  if (set === "huge") return huge(request, ask);
  return changed(await ask(request), (data) => (set === "empty" ? emptied(data) : odd(data, origin)));
}

/** Returns the response with changed data. A failed response stays unchanged. */
async function changed(response: Response, change: (data: unknown) => unknown): Promise<Response> {
  if (!response.ok) return response;
  const { data, ...envelope } = answer.parse(await response.json());
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  return Response.json({ ...envelope, data: change(data) }, { status: response.status, headers });
}

/** Empties a list. A single resource stays unchanged. */
function emptied(data: unknown): unknown {
  const found = listIn(data);
  return found ? { ...counted(found.all, (name) => (isPage(name) ? 1 : 0)), [found.field]: [] } : data;
}

/** Gives each row an oddity, and adds two invalid rows. */
function odd(data: unknown, origin: string): unknown {
  const found = listIn(data);
  if (!found) return oddRow(data, origin, 0);
  const rows = found.rows.map((row, i) => oddRow(row, origin, i));
  return { ...found.all, [found.field]: [...rows, null, { title: "no id" }] };
}

/** Returns the oddity of a row, the same in the list and on its own page. */
function oddityOf(row: Record<string, unknown>, index: number) {
  const id = row["publicId"] ?? row["id"] ?? index;
  const number =
    typeof id === "number" ? id : [...String(id)].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  return ODDITIES[number % ODDITIES.length];
}

function oddRow(row: unknown, origin: string, index: number): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  const fields = row as Record<string, unknown>;
  const oddity = oddityOf(fields, index);
  const entries = Object.entries(fields).map(([name, value]) => {
    const part = FIELDS.get(name);
    const wanted = part && oddity?.[part];
    // A missing value, such as the end of a vote, stays missing.
    if (wanted !== undefined && value !== null && value !== undefined)
      return [name, part === "pictures" ? atOrigin(wanted, origin) : wanted];
    return [name, Array.isArray(value) ? value.map((inner, i) => oddRow(inner, origin, i)) : value];
  });
  return { ...Object.fromEntries(entries), addedLater: { a: [1] } };
}

/** Makes picture URLs that begin with "/" absolute, on the sandbox's origin. */
const atOrigin = (pictures: unknown, origin: string) =>
  (pictures as ({ url?: string } | null)[] | null)?.map((picture) =>
    picture?.url?.startsWith("/") ? { url: origin + picture.url } : picture,
  ) ?? null;

/** Responds with a very long list: repeats the usual rows on every page and multiplies their counts. */
async function huge(request: Request, ask: Ask): Promise<Response> {
  const page = Number(new URL(request.url).searchParams.get("page") ?? 1) || 1;
  const { data } = answer.parse(await (await ask(forPage(request, 1))).json());
  const found = listIn(data);
  if (!found) return changed(await ask(request), grown);
  // Repeat only full pages, so leave out the last one.
  const pages = Math.max(1, pagesOf(found.all) - 1);
  const repeated = await ask(forPage(request, ((page - 1) % pages) + 1));
  return changed(repeated, (rows) => numbered(grown(rows), page));
}

function forPage(request: Request, page: number): Request {
  const url = new URL(request.url);
  url.searchParams.set("page", String(page));
  return new Request(url, { headers: request.headers });
}

const isPage = (name: string) => /^(?:page|currentPage)$/.test(name);
const arePages = (name: string) => /^(?:page_count|total_pages|pageCount|totalPage)$/.test(name);

function pagesOf(all: Record<string, unknown>): number {
  let pages = 1;
  counted(all, (name, value) => (pages = arePages(name) ? value : pages));
  return pages;
}

/** Sets the counts of a list to those of HUGE, and its page number to `page`. */
const numbered = (data: unknown, page: number): unknown =>
  counted(data as Record<string, unknown>, (name) =>
    isPage(name) ? page : arePages(name) ? HUGE.pages : HUGE.rows,
  );

/** Replaces the numbers in the envelope of a list. The rows stay unchanged. */
function counted(
  envelope: Record<string, unknown>,
  count: (name: string, value: number) => number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(envelope).map(([name, value]) => {
      if (typeof value === "number") return [name, count(name, value)];
      if (name !== "stats" && name !== "pagination") return [name, value];
      return [name, counted(value as Record<string, unknown>, count)];
    }),
  );
}

/** Multiplies every count below 10⁹ by a million, and counts 0 as 1. */
function grown(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(grown);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const isCount = /^(?:count|money)$/.test(FIELDS.get(name) ?? "");
      const grows = isCount && typeof value === "number" && value < 1e9;
      return [name, grows ? (value || 1) * 1_000_000 : grown(value)];
    }),
  );
}
