import { dayOf } from "~/domain/japan-time";
import { plainFailures } from "~/i18n/plain-failure.server";
import { answering } from "#server/web/error-response.server";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember } from "#server/session/session.server";
import { exportParts } from "./export.server";

/**
 * Everything the site can read about the member, as one JSON file: profile, history, orders, inquiries. Written
 * as it is read, so that a long history is never in memory as a whole. A part that could not be read is named in
 * `missing`, at the end, so that nobody takes half for all.
 */
export const loader = plainFailures(
  answering(async (args) => {
    const session = await requireMember(args);
    const now = new Date(clock.now());
    const parts = exportParts(session, now);
    // The first piece is the profile: when not even that can be read, the answer is the failure.
    const first = await parts.next();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        if (!first.done) controller.enqueue(encoder.encode(first.value));
      },
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log.warn({ requestId: args.context.requestId }, "a data download broke off");
          controller.error(error);
        }
      },
      async cancel() {
        await parts.return();
      },
    });
    return new Response(body, {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="soria-my-data-${dayOf(now)}.json"`,
        "Cache-Control": "private, no-store",
      },
    });
  }),
);
