import { MAX_REPORT_DETAIL, reportReasons } from "~/domain/dao";
import { choice, longText } from "~/domain/form-fields";

export const reportFields = {
  reason: choice({
    label: "dao:report.reason",
    options: reportReasons,
    optionLabel: (reason) => `dao:report.reasons.${reason}`,
    missing: "dao:report.reasonMissing",
  }),
  detail: longText({
    label: "dao:report.detail",
    hint: "dao:report.detailHint",
    optional: true,
    max: MAX_REPORT_DETAIL,
    tooLong: "dao:report.detailLong",
  }),
};
