import { fileName } from "#brand/brand.json";
import { csvChunks, csvHead, csvLine } from "~/domain/csv";
import { currencyKeys } from "~/domain/currencies";
import { historyQuery } from "~/domain/history-filter";
import { historyList } from "~/domain/history-list";
import { formatSortable } from "~/domain/japan-time";
import { languageOf, translator } from "~/i18n/i18n.server";
import { plainFailures } from "~/plain-failures.server";
import { type HistoryRow, historyPages } from "#server/api/history.server";
import { MOST_ROWS } from "#server/api/read-pages.server";
import { downloadOf } from "#server/protocol/download.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember } from "#server/session/session.server";

type Texts = ReturnType<typeof translator>;

export const loader = plainFailures(async (args) => {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const t = translator(lng);
  const filter = historyList.read(new URL(args.request.url).searchParams, clock.now());
  const { currencyType, transactionType, from, to } = historyQuery(filter);
  let isCut = false;
  const pages = historyPages(
    session,
    { currencyType, transactionType, from, to },
    { language: lng, onCut: () => void (isCut = true) },
  );
  const chunks = csvChunks(pages, {
    head: historyHead(t),
    rowsOf: (items) => historyRows(items, t),
    end: () => (isCut ? noteLine(t("my-page:history.cut", { count: MOST_ROWS })) : ""),
  });
  return downloadOf(chunks, {
    type: "text/csv",
    name: `${fileName}-${currencyType}-${from}-${to}.csv`,
    requestId: args.context.requestId,
    what: "CSV",
  });
});

const columns = ["date", "currency", "type", "change", "balance", "note"] as const;

export const historyHead = (t: Texts) => csvHead(columns.map((name) => t(`my-page:history.columns.${name}`)));

/** A line that is no row of the list. */
const noteLine = (text: string) => csvLine([text, ...columns.slice(1).map(() => "")]);

/**
 * Returns rows like those on the page: time in Japan, translated labels, signed change. A row that the API sent wrong
 * keeps its place and says so.
 */
export const historyRows = (items: readonly HistoryRow[], t: Texts): string =>
  items
    .map((item) => {
      if (!item) return noteLine(t("my-page:history.unreadable"));
      const { created_at, currency_type, type, change_amount, net_amount, web_note } = item;
      const change = Math.abs(change_amount);
      return csvLine([
        formatSortable(created_at),
        t(`common:currency.${currencyKeys[currency_type]}`),
        t(`my-page:history.types.${type}`),
        type === "REDEEM" ? -change : change,
        net_amount,
        web_note ?? "",
      ]);
    })
    .join("");
