import { fileName } from "#brand/brand.json";
import { languageOf, translator } from "~/i18n/i18n.server";
import { plainFailures } from "~/i18n/plain-failure.server";
import { answering } from "#server/web/error-response.server";
import { downloadOf } from "#server/protocol/download.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { summaryOf } from "#server/purchases/outcomes.server";
import { requireMember } from "#server/session/session.server";
import { csvHead, csvRow } from "./csv";

/** Returns all purchases of the member's ledger as a CSV file, newest first. */
export const loader = plainFailures(
  answering(async (args) => {
    const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
    const t = translator(lng);
    const purchases = await reconcile(session);
    async function* chunks() {
      yield csvHead(t);
      for (const purchase of [...purchases].reverse()) yield csvRow(summaryOf(purchase), t);
    }
    return downloadOf(chunks(), {
      type: "text/csv",
      name: `${fileName}-purchases.csv`,
      requestId: args.context.requestId,
      what: "CSV",
    });
  }),
);
