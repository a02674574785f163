import { fileName } from "#brand/brand.json";
import { currencies } from "~/domain/currencies";
import { dayOf, today } from "~/domain/japan-time";
import { plainFailures } from "~/plain-failures.server";
import { callApi } from "#server/api/api.server";
import { historyPages } from "#server/api/history.server";
import { MOST_ROWS, readPages } from "#server/api/read-pages.server";
import { ApiError } from "#server/errors/api-error";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { downloadOf } from "#server/protocol/download.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember, type Session } from "#server/session/session.server";
import { recentSignIns } from "#server/session/sign-ins.server";
import { orderTokens } from "#server/session/token-sources.server";
import { ownerOf } from "#server/store/encryption.server";

export const loader = plainFailures(async (args) => {
  const session = await requireMember(args);
  const now = new Date(clock.now());
  return downloadOf(exportParts(session, now), {
    type: "application/json",
    name: `${fileName}-my-data-${dayOf(now)}.json`,
    requestId: args.context.requestId,
    what: "data",
  });
});

/** Earlier than any data, so that the whole history is requested. */
const BEGINNING = "2000-01-01";
const PAGE_SIZE = 50;

/** Called with the name of a list that has more rows than MOST_ROWS. */
type OnCut = () => void;

/**
 * Yields all data about the member as chunks of one JSON document: `{exportedAt, profile, history: [], orders: [],
 * inquiries: [], signIns: [], missing: []}`. Inquiries include their messages. `missing` names parts that could not be
 * read completely, so that the file is not taken for complete; `first` says how many rows such a part has, if it has
 * too many.
 *
 * @throws ApiError before the first chunk, if the profile cannot be read
 */
async function* exportParts(session: Session, now: Date): AsyncGenerator<string, void, undefined> {
  const profile = await callApi("profile", { tokens: session });
  yield `{"exportedAt":${JSON.stringify(now.toISOString())},"profile":${JSON.stringify(profile)}`;
  const missing = new Set<string>();
  const first: Record<string, number> = {};
  const lists = {
    history: history.bind(null, session, now),
    orders: orders.bind(null, session),
    inquiries: inquiries.bind(null, session),
    signIns: signIns.bind(null, session),
  };
  for (const [name, rowsOf] of Object.entries(lists)) {
    const items = rowsOf(() => {
      missing.add(name);
      first[name] = MOST_ROWS;
    });
    yield `,"${name}":[`;
    let separator = "\n";
    try {
      for await (const item of items) {
        if (item === undefined) {
          missing.add(name);
          continue;
        }
        yield separator + JSON.stringify(item);
        separator = ",\n";
      }
    } catch (error) {
      if (!(error instanceof ApiError) && !isStoreUnavailable(error)) throw error;
      missing.add(name);
    }
    yield "]";
  }
  const cut = Object.keys(first).length > 0 ? `,"first":${JSON.stringify(first)}` : "";
  yield `,"missing":${JSON.stringify([...missing])}${cut}}\n`;
}

async function* history(session: Session, now: Date, onCut: OnCut) {
  for (const currencyType of currencies) {
    const query = { currencyType, transactionType: "ALL", from: BEGINNING, to: today(now) } as const;
    for await (const page of historyPages(session, query, { onCut })) yield* page;
  }
}

async function* signIns({ user }: Session) {
  for (const { at, ...device } of user ? await recentSignIns(ownerOf(user.id)) : [])
    yield { at: new Date(at).toISOString(), ...device };
}

async function* orders(session: Session, onCut: OnCut) {
  const tokens = await orderTokens(session);
  if (!tokens) throw ApiError.http("orders", 401);
  const read = async (page: number) => {
    const { content, pagination } = await callApi("orders", { tokens, query: { page, size: PAGE_SIZE } });
    return { rows: content, pageCount: pagination.totalPage, total: pagination.totalItem };
  };
  for await (const rows of readPages(read, { idOf: ({ id }) => id, onCut })) yield* rows;
}

async function* inquiries(session: Session, onCut: OnCut) {
  const read = async (page: number) => {
    const query = { page, size: PAGE_SIZE };
    const { content, pagination } = await callApi("inquiries", { tokens: session, query });
    return { rows: content, pageCount: pagination.pageCount, total: pagination.itemCount };
  };
  for await (const rows of readPages(read, { idOf: ({ publicId }) => publicId, onCut })) {
    for (const { publicId } of rows) {
      yield await callApi("inquiry", { tokens: session, params: { id: publicId } });
    }
  }
}
