import { fileName } from "#brand/brand.json";
import { dayOf } from "~/domain/japan-time";
import { plainFailures } from "~/i18n/plain-failure.server";
import { answering } from "#server/web/error-response.server";
import { downloadOf } from "#server/protocol/download.server";
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
    // The first chunk is the profile. If it cannot be read, the response is an error.
    return downloadOf(exportParts(session, now), {
      type: "application/json",
      name: `${fileName}-my-data-${dayOf(now)}.json`,
      requestId: args.context.requestId,
      what: "data",
    });
  }),
);
