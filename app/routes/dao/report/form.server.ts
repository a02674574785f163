import { z } from "zod";
import { MAX_REPORT_DETAIL, reportReasons } from "~/domain/dao";
import { defineForm } from "#server/forms/define-form.server";

/** POST /dao/report: reason and detail. The URL names what is reported. */
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
