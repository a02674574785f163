import { tryMutations } from "../mutations";
import type { Run, Step } from "../run";
import { requestRules } from "./guest";

export interface Item {
  id: number;
  name: string;
  sale_amount: number;
  payment_type: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Returns the date in Japan time: YYYY-MM-DD. */
const day = (at: number) => new Date(at + 9 * 60 * 60 * 1000).toISOString().slice(0, 10);

const historyQuery = (run: Run, more: object = {}) => ({
  currencyType: "soria",
  transactionType: "ALL",
  from: day(run.env.now() - 89 * DAY),
  to: day(run.env.now()),
  page: 1,
  size: 10,
  ...more,
});

interface HistoryRow {
  id: number | string;
  type: string;
  currency_type: string;
  created_at: string;
  change_amount: number;
  net_amount: number;
}
export interface History {
  stats: { total: number };
  page_count: number;
  items: HistoryRow[];
}

export const readHistory = (run: Run, currencyType: string, size = 50) =>
  run.ok<History>("users.history", { query: historyQuery(run, { currencyType, size }) });

/** Reads the member's own data and the store. */
export const memberReads: Step = {
  id: "member reads",
  needs: ["member"],
  rules: () => [
    ...[
      "users.me",
      "users.history",
      "store.products",
      "store.product",
      "support.inquiries",
      "support.inquiry",
      "orders.list",
    ].map((id) => `${id} answer`),
    "users.history filter",
    "users.history range",
    "users.history sums",
    "store.product unknown",
  ],
  async run(run) {
    const me = await run.ok<Record<string, unknown>>("users.me");
    const rule = "users.history filter";
    for (const currencyType of ["soria", "soria-plus", "point"]) {
      for (const transactionType of ["ALL", "RECHARGE", "REWARD", "REDEEM"]) {
        const page = await run.ok<History>("users.history", {
          query: historyQuery(run, { currencyType, transactionType }),
        });
        const other = page?.items?.find(
          (row) =>
            row.currency_type !== currencyType || (transactionType !== "ALL" && row.type !== transactionType),
        );
        run.check(rule, "users.history", other === undefined, {
          path: "data.items[]",
          found: `${currencyType} ${transactionType} → ${other?.currency_type} ${other?.type}`,
          wanted: "rows of the filter alone",
        });
      }
      const page = await readHistory(run, currencyType);
      checkSums(run, page?.items ?? []);
      const balance =
        me?.[
          { soria: "soriaAmount", "soria-plus": "soriaPlusAmount", point: "pointAmount" }[currencyType] ?? ""
        ];
      const last = page?.items?.[0];
      run.check("users.history sums", "users.history", last === undefined || last.net_amount === balance, {
        path: "data.items[0].net_amount",
        found: last?.net_amount,
        wanted: `the balance of users/me: ${String(balance)}`,
      });
    }
    for (const size of [10, 20, 30, 40, 50])
      await run.ok("users.history", { query: historyQuery(run, { size }) });
    const backwards = { from: day(run.env.now()), to: day(run.env.now() - 5 * DAY) };
    const empty = await run.call("users.history", { query: historyQuery(run, backwards) });
    const rows = empty.kind === "success" ? (empty.data as History).items?.length : 0;
    run.check("users.history range", "users.history", !rows, {
      path: "query.from",
      found: `from after to → ${rows} rows`,
      wanted: "none, or refused",
    });

    const list = await run.ok<{ items: Item[] }>("store.products", {
      query: { page: 1, size: 100, scope: "WEB" },
    });
    const first = list?.items?.[0];
    if (first) {
      const one = await run.ok<Item>("store.product", { params: { id: first.id } });
      run.check(
        "store.product answer",
        "store.product",
        !one || !Number.isSafeInteger(first.sale_amount) || one.sale_amount === first.sale_amount,
        {
          path: "data.sale_amount",
          found: one?.sale_amount,
          wanted: `the price of the list: ${first.sale_amount}`,
        },
      );
    } else run.findings.skip("store.product answer", "the store has no item");
    const none = await run.call("store.product", { params: { id: 999_999_999 } });
    run.refused("store.product unknown", "store.product", none, { what: "an item that does not exist" });

    const inquiries = await run.ok<{ content: { publicId: string }[] }>("support.inquiries", {
      query: { page: 1, size: 10 },
    });
    const publicId = inquiries?.content?.[0]?.publicId;
    if (publicId !== undefined) await run.ok("support.inquiry", { params: { id: publicId } });
    else run.findings.skip("support.inquiry answer", "the member has no inquiry");
    if (run.client.has("order")) await run.ok("orders.list", { query: { page: 1, size: 10 } });
  },
};

function checkSums(run: Run, rows: HistoryRow[]): void {
  for (const [n, row] of rows.entries()) {
    const older = rows[n + 1];
    if (!older) continue;
    const signed = row.type === "REDEEM" ? -row.change_amount : row.change_amount;
    run.check("users.history sums", "users.history", older.net_amount + signed === row.net_amount, {
      path: `data.items[${n}].net_amount`,
      found: row.net_amount,
      wanted: "net_amount of the row before, and change_amount",
    });
  }
}

/** Reads governance: suggestions, one suggestion, its debates and comments, and members. */
export const governance: Step = {
  id: "governance",
  needs: ["member"],
  rules: (contract) => [
    "dao.suggestion answer",
    ...requestRules("dao.suggestions", "dao.debates", "dao.comments", "dao.members")(contract),
  ],
  async run(run) {
    const filters = { type: "POLICY", by: "me", status: "IN_PROGRESS", sort: "LATEST" };
    for (const [name, value] of Object.entries(filters))
      await run.ok("dao.suggestions", { query: { page: 1, [name]: value } });
    await tryMutations(run, "dao.suggestions", () => ({ query: { page: 1 } }));
    await run.ok("dao.members", { query: { page: 1 } });
    await tryMutations(run, "dao.members", () => ({ query: { page: 1, type: "ENTRY" } }));
    const place = await debatePlace(run);
    if (!place) return;
    const { sId, dId } = place;
    await run.ok("dao.suggestion", { params: { id: sId } });
    await tryMutations(run, "dao.debates", () => ({ params: { sId }, query: { page: 1 } }));
    if (dId === undefined) return;
    await run.ok("dao.comments", { params: { sId, dId }, query: { page: 1 } });
    await tryMutations(run, "dao.comments", () => ({ params: { sId, dId }, query: { page: 1 } }));
  },
};

interface Ids {
  items?: { id: number | string; comment_count?: number }[];
}

/**
 * Returns a suggestion and one of its debates, preferably one with comments. undefined when there is no suggestion.
 */
export async function debatePlace(
  run: Run,
): Promise<{ sId: string | number; dId: string | number | undefined } | undefined> {
  const suggestions = await run.ok<Ids>("dao.suggestions", { query: { page: 1 } });
  let found: { sId: string | number; dId: string | number | undefined } | undefined;
  for (const { id: sId } of suggestions?.items ?? []) {
    const debates = await run.ok<Ids>("dao.debates", { params: { sId }, query: { page: 1 } });
    const debate =
      debates?.items?.find(({ comment_count }) => (comment_count ?? 0) > 0) ?? debates?.items?.[0];
    found ??= { sId, dId: debate?.id };
    if (debate && (debate.comment_count ?? 0) > 0) return { sId, dId: debate.id };
    if (debate && found.dId === undefined) found = { sId, dId: debate.id };
  }
  return found;
}

/** Sends invalid requests to the member's read calls. */
export const memberRefusals: Step = {
  id: "member refusals",
  needs: ["member"],
  rules: requestRules("users.history", "store.products", "support.inquiries"),
  async run(run) {
    await tryMutations(run, "users.history", () => ({ query: historyQuery(run) }));
    await tryMutations(run, "store.products", () => ({ query: { page: 1, size: 10, scope: "WEB" } }));
    await tryMutations(run, "support.inquiries", () => ({ query: { page: 1, size: 10 } }));
  },
};

export const orderRefusals: Step = {
  id: "order refusals",
  needs: ["member", "orders"],
  rules: requestRules("orders.list"),
  async run(run) {
    const query = { from: day(run.env.now() - 30 * DAY), to: day(run.env.now()), page: 1, size: 10 };
    await run.ok("orders.list", { query });
    await tryMutations(run, "orders.list", () => ({ query }));
  },
};
