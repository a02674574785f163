import { fileName } from "#brand/brand.json";
import { currencies } from "~/domain/currencies";
import { dayOf, today } from "~/domain/japan-time";
import { plainFailures } from "~/plain-failures.server";
import { callApi } from "#server/api/api.server";
import { historyPages } from "#server/api/history.server";
import { ApiError } from "#server/errors/api-error";
import { downloadOf } from "#server/protocol/download.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember, type Session } from "#server/session/session.server";
import { orderTokens } from "#server/session/token-sources.server";

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

/**
 * Yields all data about the member as chunks of one JSON document: `{exportedAt, profile, history: [], orders: [],
 * inquiries: [], missing: []}`. Inquiries include their messages. `missing` names parts that could not be read
 * completely, so that the file is not taken for complete.
 *
 * @throws ApiError before the first chunk, if the profile cannot be read
 */
async function* exportParts(session: Session, now: Date): AsyncGenerator<string, void, undefined> {
  const profile = await callApi("profile", { tokens: session });
  yield `{"exportedAt":${JSON.stringify(now.toISOString())},"profile":${JSON.stringify(profile)}`;
  const missing = new Set<string>();
  const lists = { history: history(session, now), orders: orders(session), inquiries: inquiries(session) };
  for (const [name, items] of Object.entries(lists)) {
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
      if (!(error instanceof ApiError)) throw error;
      missing.add(name);
    }
    yield "]";
  }
  yield `,"missing":${JSON.stringify([...missing])}}\n`;
}

async function* history(session: Session, now: Date) {
  for (const currencyType of currencies) {
    const query = { currencyType, transactionType: "ALL", from: BEGINNING, to: today(now) } as const;
    for await (const page of historyPages(session, query)) yield* page;
  }
}

async function* orders(session: Session) {
  const tokens = await orderTokens(session);
  if (!tokens) throw ApiError.http("orders", 401);
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const { content, pagination } = await callApi("orders", { tokens, query: { page, size: PAGE_SIZE } });
    pageCount = pagination.totalPage;
    yield* content;
  }
}

async function* inquiries(session: Session) {
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const { content, pagination } = await callApi("inquiries", {
      tokens: session,
      query: { page, size: PAGE_SIZE },
    });
    pageCount = pagination.pageCount;
    for (const { publicId } of content) {
      yield await callApi("inquiry", { tokens: session, params: { id: publicId } });
    }
  }
}
