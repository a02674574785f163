import { z } from "zod";

/** Content sets of the two APIs; docs/testing.md describes each. */
export const CONTENT_SETS = ["usual", "odd", "empty", "huge"] as const;
export type ContentSet = (typeof CONTENT_SETS)[number];

type Ask = (request: Request) => Promise<Response>;

/** Number of pages and rows that the set "huge" reports. */
export const HUGE = { pages: 10_000, rows: 100_000 } as const;

/** Calls that return content. The member's account is not changed by a set. */
const CONTENT =
  /^\/(?:api\/(?:news|support\/faq|support\/inquiries|store\/products|users\/me\/history|dao)|order-service\/v1\/users\/orders)\b/;

/** Names of the fields on the wire that a part of an oddity replaces. */
const NAMES = {
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
type Part = keyof typeof NAMES;

const FIELDS = new Map(
  Object.entries(NAMES).flatMap(([part, names]) => names.split(" ").map((name) => [name, part as Part])),
);

/**
 * Valid but unusual content that an editor, a member or an older API could send, and that can break pages. Each row
 * of a list gets one by its id, in every field that the oddity defines. Picture URLs that begin with "/" are on the
 * sandbox's origin. Names appear in docs/testing.md and in test messages.
 */
type Oddity = { name: string } & { [Name in Part]?: unknown };

const nested = (tag: string, depth: number) =>
  `<${tag}><li>`.repeat(depth) + "深い" + `</li></${tag}>`.repeat(depth);

const table = (columns: number) => {
  const row = (cell: string, text: string) =>
    `<tr>${Array.from({ length: columns }, (_, i) => `<${cell}>${text} ${i + 1}</${cell}>`).join("")}</tr>`;
  return `<table>${row("th", "見出し")}${row("td", "1,000,000,000,000,000")}${row("td", "Donaudampfschifffahrtsgesellschaft")}</table>`;
};

/** A URL of 97 characters, which browsers do not break without CSS. */
const ADDRESS = `https://soria.example/${"islands/".repeat(9)}end`.padEnd(97, "x");
const UNBROKEN = "W".repeat(200);

export const ODDITIES: readonly Oddity[] = [
  { name: "an address of 97 letters", words: ADDRESS, html: `<p>${ADDRESS}</p><pre>${UNBROKEN}</pre>` },
  { name: "a word of 200 letters", words: UNBROKEN, html: `<h1>${UNBROKEN}</h1><h2>${UNBROKEN}</h2>` },
  { name: "no title", words: null, html: "", pictures: null },
  { name: "an empty title", words: "", html: "<p></p><p>&nbsp;</p>", pictures: [] },
  { name: "a title of blanks", words: " \u3000\u00a0 ", html: "   " },
  {
    name: "HTML in a title",
    words: `<b>bold</b><script>alert(1)</script><img src=x onerror=alert(1)>`,
    html: `<p onclick="alert(1)">text<script>alert(1)</script><iframe src="/"></iframe><b>open`,
  },
  {
    name: "entities and quotes",
    words: `&amp; &lt;br&gt; "double" 'single' \`tick\` \\ %20 {{name}} $1`,
    html: "&amp;amp; &#x3042; &bogus;",
  },
  { name: "emoji", words: "👩‍👩‍👧‍👦🏳️‍🌈🇯🇵🇰🇷 #️⃣ 🫠 ".repeat(4), html: "<p>🏝️🏝🏽‍♀️</p>" },
  {
    name: "Arabic",
    words: "جزيرة صوريا ترحّب بكم (٢٠٢٦) في الميناء الجديد!",
    html: "<p>مرحبًا <b>بكم</b> في 123</p>",
  },
  { name: "Hebrew", words: "ברוכים הבאים לאי 123 של Soria?", html: '<p dir="rtl">שלום</p>' },
  {
    name: "invisible marks",
    words: "\u202eevitcepsrep\u202c a\u200b\u200d\ufeffb \u2066x\u2069 \u00ad\u00ad",
    html: "<p>\u202etxet</p>",
  },
  {
    name: "piled-up accents",
    words: "S\u0300\u0301\u0302\u0303\u0304\u0305\u0306o\u0307\u0308\u0309\u030a\u030br\u0316\u0317\u0318ia",
    html: "<p>a\u0300\u0301\u0302\u0303</p>",
  },
  {
    name: "a script of another language",
    words: "เกาะโซเรียเปิดท่าเรือใหม่แล้ว",
    html: "<p>สวัสดี</p><p>เกาะของเรา</p>",
  },
  {
    name: "line breaks and tabs",
    words: "first\r\nsecond\tthird\u2028fourth\u0000\u0007",
    html: "<br><br><hr><hr>",
  },
  {
    name: "a title of 400 letters",
    words: "島の朝はいつも静かに始まります。".repeat(25),
    html: `<p>${"島の朝。".repeat(2_000)}</p>`,
  },
  {
    name: "nothing counted",
    count: null,
    option: null,
    time: null,
    flag: null,
    html: nested("ul", 12),
    pictures: null,
  },
  { name: "a million and more", count: 1_000_000, money: 1_000_000_000_000, time: "0001-01-01T00:00:00Z" },
  { name: "ten to the fifteenth", count: 1e15, money: 1e15, time: "9999-12-31T12:00:00Z", html: table(20) },
  { name: "counts that are none", count: -5, money: -1_250, time: "soon", flag: "yes", option: 7 },
  {
    name: "fractions and texts as counts",
    count: "1,024",
    money: 0.5,
    time: "9999-12-31T23:59:59Z",
    option: "",
  },
  {
    name: "an unknown category and status",
    option: "HOLOGRAM",
    count: 2.5,
    html: `<marquee>?</marquee><font size="7">!</font>`,
  },
  {
    name: "pictures that are not there",
    pictures: [{ url: "/art/missing.png" }, {}],
    html: '<img src="/art/missing.png" width="4000" height="9"><img>',
  },
  {
    name: "pictures that are none",
    pictures: [{ url: "javascript:alert(1)" }, { url: "data:image/png;base64,AAAA" }, { url: "" }, null],
    html: '<img src="javascript:alert(1)"><a href="javascript:alert(1)">link</a><a href="">nowhere</a><a></a>',
  },
];

/** Finds the list in a response, `{items}` with counts beside it or `{content, pagination}`, and its envelope. */
function listIn(data: unknown) {
  const { data: all = {} } = z.record(z.unknown()).safeParse(data);
  for (const field of ["items", "content"]) {
    const rows = all[field];
    if (Array.isArray(rows)) return { field, rows: rows as unknown[], all };
  }
  return undefined;
}

const envelopeSchema = z.object({ data: z.unknown() }).passthrough();

/**
 * Responds with the content of a set, by changing the usual response. The stored data stays the same, so every other
 * call works in each set, and the set can be switched off at any time. `ask` returns the usual response.
 */
export async function respondFrom(
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
  const { data, ...envelope } = envelopeSchema.parse(await response.json());
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

/** Responds with a very long list: repeats the first page and multiplies their counts. */
async function huge(request: Request, ask: Ask): Promise<Response> {
  const url = new URL(request.url);
  const page = Number(url.searchParams.get("page") ?? 1) || 1;
  url.searchParams.set("page", "1");
  const first = await ask(new Request(url, { headers: request.headers }));
  return changed(first, (data) => (listIn(data) ? numbered(grown(data), page) : grown(data)));
}

const isPage = (name: string) => /^(?:page|currentPage)$/.test(name);
const arePages = (name: string) => /^(?:page_count|total_pages|pageCount|totalPage)$/.test(name);

/** Sets the counts of a list to those of HUGE, and its page number to `page`. */
const numbered = (data: unknown, page: number): unknown =>
  counted(data as Record<string, unknown>, (name) =>
    isPage(name) ? page : arePages(name) ? HUGE.pages : HUGE.rows,
  );

/** Replaces the numbers in the envelope of a list. The rows stay unchanged. */
function counted(
  envelope: Record<string, unknown>,
  count: (name: string) => number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(envelope).map(([name, value]) => {
      if (typeof value === "number") return [name, count(name)];
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
