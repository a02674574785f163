import { z } from "zod";
import { MAX_REPORT_DETAIL, reportReasons } from "~/domain/dao";

/** POST /dao/report: reason and detail; what is reported stands in the page's address. */
export const reportSchema = z.object({
  reason: z.enum(reportReasons, { message: "dao:report.reasonMissing" }),
  detail: z
    .string({ message: "dao:report.detailLong" })
    .trim()
    .max(MAX_REPORT_DETAIL, "dao:report.detailLong")
    .default(""),
});

export type ReportFields = z.output<typeof reportSchema>;
