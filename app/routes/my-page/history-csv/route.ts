import { fileName } from "#brand/brand.json";
import { historyQuery, readHistoryFilter } from "~/domain/history-filter";
import { languageOf, translator } from "~/i18n/i18n.server";
import { languageTags } from "~/i18n/languages";
import { plainFailures } from "~/i18n/plain-failure.server";
import { answering } from "#server/web/error-response.server";
import { historyPages } from "#server/api/history.server";
import { downloadOf } from "#server/protocol/download.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember } from "#server/session/session.server";
import { csvHead, csvRows } from "./csv";

export const loader = plainFailures(
  answering(async (args) => {
    const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
    const t = translator(lng);
    const { filter } = readHistoryFilter(new URL(args.request.url).searchParams, clock.now());
    const { currencyType, transactionType, from, to } = historyQuery(filter);

    const pages = historyPages(session, { currencyType, transactionType, from, to }, languageTags[lng]);
    async function* chunks() {
      let head = csvHead(t);
      for await (const items of pages) {
        yield head + csvRows(items, t);
        head = "";
      }
      if (head) yield head;
    }
    return downloadOf(chunks(), {
      type: "text/csv",
      name: `${fileName}-${currencyType}-${from}-${to}.csv`,
      requestId: args.context.requestId,
      what: "CSV",
    });
  }),
);
