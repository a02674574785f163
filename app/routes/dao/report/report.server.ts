import { z } from "zod";
import { MAX_REPORT_DETAIL, readId, reportReasons, reportTargets } from "~/domain/dao";
import { oneOf } from "~/domain/one-of";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { defineForm } from "#server/forms/define-form.server";

const reportSchema = z.object({
  reason: z.enum(reportReasons, { message: "dao:report.reasonMissing" }),
  detail: z
    .string({ message: "dao:report.detailLong" })
    .trim()
    .max(MAX_REPORT_DETAIL, "dao:report.detailLong")
    .default(""),
});

export type ReportFields = z.output<typeof reportSchema>;

export const reportForm = defineForm({
  name: "report",
  who: "member",
  schema: reportSchema,
  fields: ["reason", "detail"],
  // A draft for each reported item.
  page: ({ searchParams }) => `${searchParams.get("target")} ${searchParams.get("id")}`,
});

/**
 * Reads what is reported from the URL of /dao/report: `target`, `id` and `back`.
 *
 * @returns undefined if the target or the id is invalid
 */
export function readReported(request: Request) {
  const search = new URL(request.url).searchParams;
  const type = oneOf(reportTargets, search.get("target"));
  const id = readId(search.get("id"));
  if (!type || id === undefined) return undefined;
  return { type, id, back: safeRedirect(search.get("back"), paths.dao.suggestions()) };
}
