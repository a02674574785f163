import { fileName } from "#brand/brand.json";
import { languageOf, translator } from "~/i18n/i18n.server";
import { plainFailures } from "~/i18n/plain-failure.server";
import { answering } from "#server/web/error-response.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { summaryOf } from "#server/purchases/outcomes.server";
import { requireMember } from "#server/session/session.server";
import { csvHead, csvRow } from "./csv";

/** Returns all purchases of the member's ledger as a CSV file, newest first, streamed row by row. */
export const loader = plainFailures(
  answering(async (args) => {
    const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
    const t = translator(lng);
    // Oldest first, so rows are popped from the end.
    const purchases = [...(await reconcile(session))];
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(csvHead(t)));
      },
      pull(controller) {
        const purchase = purchases.pop();
        if (purchase) controller.enqueue(encoder.encode(csvRow(summaryOf(purchase), t)));
        else controller.close();
      },
    });
    return new Response(body, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${fileName}-purchases.csv"`,
        "Cache-Control": "private, no-store",
      },
    });
  }),
);
