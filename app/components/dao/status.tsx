import { useTranslation } from "react-i18next";
import { type VoteFacts, voteStateOf } from "~/domain/dao";
import { Icon } from "../text/elements";
import "./dao.css";

const marks = {
  waiting: "dots",
  returned: "turn-back",
  open: "arrow-up",
  ending: "clock",
  counting: "clock",
  passed: "check",
  failed: "arrow-down",
} as const;

export function Status({ of }: { of: VoteFacts }) {
  const { t } = useTranslation("dao");
  const state = voteStateOf(of);
  if (state === undefined || of.status === undefined) return null;
  const isOwnWord = state === "ending" || state === "counting";
  return (
    <span className={`standing standing--${state}`}>
      <Icon name={marks[state]} size={16} />
      {isOwnWord
        ? t(`state.${state}`)
        : state === "waiting" && of.status === "IN_PROGRESS"
          ? t("state.notBegun")
          : t(`status.${of.status}`)}
    </span>
  );
}
