/** The sandbox's content sets: the responses of each, and that the site's schemas accept all of them. */
import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { CONTENT_SETS, HUGE, ODDITIES } from "#server/sandbox/content-sets";
import { calls } from "#server/wire/calls";
import { notingRows } from "#server/wire/common";
import { withSandbox } from "./support";

const sandbox = withSandbox();
let token: string;
let publicId: string;

beforeAll(async () => {
  token = (await sandbox.signIn("member@soria.test")).data.accessToken;
  const own = await sandbox.call<{ content: { publicId: string }[] }>("/support/inquiries", { token });
  publicId = own.data.content[0]?.publicId ?? "";
});

const lists: [string, z.ZodTypeAny][] = [
  ["/news?language=JA", calls.news.data],
  ["/support/faq?language=JA", calls.faq.data],
  ["/store/products?page=1&size=10", calls.products.data],
  ["/support/inquiries", calls.inquiries.data],
  ["/users/me/history?currencyType=soria", calls.history.data],
  ["/dao/suggestions", calls.suggestions.data],
  ["/dao/suggestions/19/debates", calls.debates.data],
  ["/dao/members", calls.daoMembers.data],
  ["orders", calls.orders.data],
];

const details: [string, z.ZodTypeAny][] = [
  ["/news/7?language=JA", calls.newsItem.data],
  ["/store/products/7", calls.product.data],
  ["/dao/suggestions/7", calls.suggestion.data],
];

const set = (contentSet: (typeof CONTENT_SETS)[number]) =>
  Object.assign(sandbox.services.settings, { contentSet });
const ask = (path: string) =>
  path === "orders" ? sandbox.orders("/v1/users/orders", { token }) : sandbox.call(path, { token });
const read = (schema: z.ZodTypeAny, data: unknown) => notingRows(() => schema.safeParse(data));
const rowsIn = (data: unknown) => {
  const { items, content } = data as { items?: unknown[]; content?: unknown[] };
  return items ?? content ?? [];
};

test.each(CONTENT_SETS)("the site reads every list and every single thing of the set %s", async (name) => {
  set(name);
  for (const [path, schema] of [
    ...lists,
    ...details,
    [`/support/inquiries/${publicId}`, calls.inquiry.data] as const,
  ]) {
    const { data, status } = await ask(path);
    expect(status, path).toBe(200);
    const { result, notes } = read(schema, data);
    expect(result.error, path).toBeUndefined();
    if (name !== "odd") expect(notes, path).toEqual([]);
  }
});

test("every oddity is among the posts, and the same post is the same on its own page", async () => {
  set("odd");
  const titles: unknown[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { data } = await sandbox.call<{ items: ({ id?: number; title: unknown } | null)[] }>(
      `/news?language=JA&page=${page}`,
    );
    titles.push(...data.items.map((row) => row?.title));
    const [first] = data.items;
    const own = await sandbox.call<{ title: unknown }>(`/news/${first?.id}?language=JA`);
    expect(own.data.title).toEqual(first?.title);
  }
  for (const { name, words } of ODDITIES) if (words !== undefined) expect(titles, name).toContain(words);
});

test("nothing is in a list of the set empty, and very much in one of the set huge", async () => {
  for (const [path, schema] of lists) {
    set("empty");
    const { data: none } = read(schema, (await ask(path)).data).result;
    expect(rowsIn(none), path).toEqual([]);
    set("huge");
    const { data: many } = read(schema, (await ask(path)).data).result;
    expect(rowsIn(many).length, path).toBeGreaterThan(0);
    expect(JSON.stringify(many), path).toContain(String(HUGE.pages));
  }
  const last = await sandbox.call<{ page: number; items: unknown[] }>(`/news?language=JA&page=${HUGE.pages}`);
  expect([last.data.page, last.data.items.length]).toEqual([HUGE.pages, 10]);
});

test("by JSON it is switched on and off; another name is refused", async () => {
  const put = (contentSet: string) =>
    sandbox.fetch(
      new Request("http://api.test/__settings", { method: "PUT", body: JSON.stringify({ contentSet }) }),
    );
  expect(await (await put("odd")).json()).toMatchObject({ contentSet: "odd" });
  expect((await put("strange")).status).toBe(400);
  expect(sandbox.services.settings.contentSet).toBe("odd");
  await sandbox.reset();
  expect(sandbox.services.settings.contentSet).toBe("usual");
});
