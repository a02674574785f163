import { useTranslation } from "react-i18next";
import type { SuggestionStatus } from "~/domain/dao";
import { StatusTag } from "../text/status-tag";

const tones = {
  UNDER_REVIEW: "apricot",
  RETURNED: "rose",
  IN_PROGRESS: "dusk",
  PASSED: "mint",
  REJECTED: "danger",
} as const;

/** Where a suggestion stands. Needs the namespace "dao". */
export function Status({ value }: { value: SuggestionStatus }) {
  const { t } = useTranslation("dao");
  return (
    <StatusTag tone={tones[value]} filled>
      {t(`status.${value}`)}
    </StatusTag>
  );
}
