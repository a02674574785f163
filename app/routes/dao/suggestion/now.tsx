import { useTranslation } from "react-i18next";
import { Until } from "~/components/dao/remaining";
import { SuggestionState } from "~/components/dao/suggestion-list";
import type { SuggestionDetail } from "~/components/dao/use-suggestion";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { voteStateOf } from "~/domain/dao";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";

/** Shows the state of a suggestion, the time left, and the page's only ember button: what the reader can do now. */
export function Now({ suggestion }: { suggestion: SuggestionDetail }) {
  const { t } = useTranslation(["dao", "errors"]);
  const { status, endAt, myVote, reason } = suggestion;
  const state = voteStateOf(suggestion);
  if (state === undefined) return null;
  const isOpen = state === "open" || state === "ending";
  const canVote = isOpen && !myVote;
  const vote = myVote ? dynamicKey(t, webMessage(myVote === "AGREE" ? "082" : "083")) : null;
  const word = state === "waiting" && status === "IN_PROGRESS" ? "notBegun" : state;
  const hasNoText = word === "passed" || word === "failed" || word === "open" || word === "ending";
  return (
    <section className="panel now" aria-label={t("dao:now.title")}>
      <div>
        <div className="now__facts">
          <SuggestionState item={suggestion} />
          {isOpen && endAt ? (
            <p className="soft small">
              <Until at={endAt} />
            </p>
          ) : null}
        </div>
        <p>
          <b>{isOpen && vote ? vote : t(`dao:now.${word}`)}</b>
        </p>
        <p className="soft small">
          {isOpen ? t(vote ? "dao:now.voted" : "dao:now.app") : hasNoText ? vote : t(`dao:now.${word}Text`)}
          {canVote ? (
            <>
              {" "}
              <TextLink to={`${paths.dao.operatingMethod}#passes`}>{t("dao:now.aboutPass")}</TextLink>
            </>
          ) : null}
        </p>
      </div>
      {canVote ? (
        <ButtonLink to={paths.download} size="big">
          {t(state === "ending" ? "dao:now.voteNow" : "dao:now.vote")}
        </ButtonLink>
      ) : reason ? (
        <a className="btn btn--big" href="#reason">
          {t("dao:now.readReason")}
        </a>
      ) : (
        <a className="btn btn--big" href="#debates">
          {t("dao:now.readDebates")}
        </a>
      )}
    </section>
  );
}
