import { fileName } from "#brand/brand.json";
import { dayOf } from "~/domain/japan-time";
import { plainFailures } from "~/i18n/plain-failure.server";
import { answering } from "#server/web/error-response.server";
import { log } from "#server/observe/log.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember } from "#server/session/session.server";
import { exportParts } from "./export.server";

/**
 * Returns all data about the member as one JSON file: profile, history, orders, inquiries. The file is streamed, so
 * that a long history is never in memory as a whole. `missing` at its end names parts that could not be read, so that
 * the file is not taken for complete.
 */
export const loader = plainFailures(
  answering(async (args) => {
    const session = await requireMember(args);
    const now = new Date(clock.now());
    const parts = exportParts(session, now);
    // The first chunk is the profile. If it cannot be read, the response is an error.
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
        "Content-Disposition": `attachment; filename="${fileName}-my-data-${dayOf(now)}.json"`,
        "Cache-Control": "private, no-store",
      },
    });
  }),
);
