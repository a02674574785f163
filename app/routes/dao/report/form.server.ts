import { z } from "zod";
import { MAX_REPORT_DETAIL, reportReasons } from "~/domain/dao";
import { defineForm } from "#server/forms/define-form.server";

/** POST /dao/report: reason and detail; what is reported stands in the page's address. */
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
  // Each thing that is reported keeps its own words.
  page: ({ searchParams }) => `${searchParams.get("target")} ${searchParams.get("id")}`,
});
