import { fileName } from "#brand/brand.json";
import { historyQuery, readHistoryFilter } from "~/domain/history-filter";
import { languageOf, translator } from "~/i18n/i18n.server";
import { languageTags } from "~/i18n/languages";
import { plainFailures } from "~/i18n/plain-failure.server";
import { answering } from "#server/web/error-response.server";
import { historyPages } from "#server/api/users.server";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember } from "#server/session/session.server";
import { csvHead, csvRows } from "./csv";

/**
 * Returns the filtered history as a CSV file: all pages, streamed, so that only one is in memory. If the first call
 * fails, the response has its error status. A later failure aborts the download, because an incomplete file would
 * look complete.
 */
export const loader = plainFailures(
  answering(async (args) => {
    const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
    const t = translator(lng);
    const { filter } = readHistoryFilter(new URL(args.request.url).searchParams, clock.now());
    const { currencyType, transactionType, from, to } = historyQuery(filter);

    const pages = historyPages(session, { currencyType, transactionType, from, to }, languageTags[lng]);
    const first = await pages.next();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(csvHead(t)));
        if (first.done) controller.close();
        else controller.enqueue(encoder.encode(csvRows(first.value, t)));
      },
      async pull(controller) {
        try {
          const { done, value } = await pages.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(csvRows(value, t)));
        } catch (error) {
          log.warn({ requestId: args.context.requestId }, "a CSV download broke off");
          controller.error(error);
        }
      },
      async cancel() {
        await pages.return();
      },
    });
    return new Response(body, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${fileName}-${currencyType}-${from}-${to}.csv"`,
        "Cache-Control": "private, no-store",
      },
    });
  }),
);
