import { currencies } from "~/domain/currencies";
import { today } from "~/domain/japan-time";
import { callApi } from "#server/api/api.server";
import { historyPages } from "#server/api/history.server";
import { ApiError } from "#server/errors/api-error";
import { orderTokens } from "#server/session/token-sources.server";
import type { Session } from "#server/session/session.server";

/** Earlier than any data, so that the whole history is requested. */
const BEGINNING = "2000-01-01";
const PAGE_SIZE = 50;

/**
 * Yields the member's data as chunks of one JSON document: `{exportedAt, profile, history: [], orders: [], inquiries:
 * [], missing: []}`. Inquiries include their messages. `missing` names the parts that could not be read completely.
 *
 * @throws ApiError before the first chunk, if the profile cannot be read
 */
export async function* exportParts(session: Session, now: Date): AsyncGenerator<string, void, undefined> {
  const profile = await callApi("profile", { tokens: session });
  yield `{"exportedAt":${JSON.stringify(now.toISOString())},"profile":${JSON.stringify(profile)}`;
  const missing: string[] = [];
  const lists = { history: history(session, now), orders: orders(session), inquiries: inquiries(session) };
  for (const [name, items] of Object.entries(lists)) {
    yield `,"${name}":[`;
    let separator = "\n";
    try {
      for await (const item of items) {
        yield separator + JSON.stringify(item);
        separator = ",\n";
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      missing.push(name);
    }
    yield "]";
  }
  yield `,"missing":${JSON.stringify(missing)}}\n`;
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
    for (const { publicId } of content)
      yield await callApi("inquiry", { tokens: session, params: { id: publicId } });
  }
}
