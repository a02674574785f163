import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { ButtonLink } from "~/components/page/button-link";
import { Remaining } from "~/components/dao/remaining";
import { VoteBars } from "~/components/dao/vote-bars";
import { Icon } from "~/components/text/icon";
import { Time } from "~/components/text/time";
import { standingOf, type SuggestionSummary } from "~/domain/dao";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { Threshold } from "./threshold";

interface VotePanelProps {
  suggestion: SuggestionSummary;
}

/** The vote: how it stands, until when it runs, and what the member voted. */
export function VotePanel({ suggestion }: VotePanelProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const { id, startAt, endAt, agree, against, required, voters, myVote, voting: state, left } = suggestion;
  const hasVotes = state !== "notOpen" && (agree !== undefined || against !== undefined);
  return (
    <aside className="panel panel--pad vote-panel" aria-labelledby="vote">
      <h2 id="vote">{t("dao:vote.title")}</h2>
      {left ? (
        <p className="vote-panel__left">
          <Icon name="clock" />
          <span className="sr">{t("dao:vote.left")}</span>
          <Remaining left={left} />
        </p>
      ) : null}
      {state === "ended" ? <p>{dynamicKey(t, webMessage("076"))}</p> : null}
      {state === "notOpen" ? <p>{dynamicKey(t, webMessage("072"))}</p> : null}
      {hasVotes ? (
        <>
          <VoteBars votes={suggestion} />
          <Threshold standing={standingOf({ agree, against, required })} required={required} state={state} />
        </>
      ) : null}
      {myVote ? (
        <Alert kind="ok" title={t("dao:vote.mine")}>
          <p>{dynamicKey(t, webMessage(myVote === "AGREE" ? "082" : "083"))}</p>
        </Alert>
      ) : state === "open" ? (
        <p className="soft small">{t("dao:vote.none")}</p>
      ) : null}
      <dl className="lines">
        {startAt && endAt ? (
          <div className="vote-panel__period">
            <dt>{t("dao:vote.period")}</dt>
            <dd>
              <span>
                <Time value={startAt} /> –
              </span>
              <span>
                <Time value={endAt} /> JST
              </span>
            </dd>
          </div>
        ) : null}
        {hasVotes && voters !== undefined && voters > 0 ? (
          <div>
            <dt>{t("dao:vote.voters")}</dt>
            <dd>
              <span>{t("dao:vote.people", { count: voters })}</span>
            </dd>
          </div>
        ) : null}
      </dl>
      {hasVotes && voters === 0 ? <p className="soft">{dynamicKey(t, webMessage("073"))}</p> : null}
      <div className="vote-panel__do">
        {hasVotes && voters !== 0 ? (
          <ButtonLink to={paths.dao.voters(id)} look="line" wide>
            {t("dao:vote.votersLink")}
          </ButtonLink>
        ) : null}
        {state === "open" && endAt ? (
          <>
            <a className="btn btn--line btn--wide" href={paths.dao.calendar(id)} download>
              <Icon name="calendar" />
              {t("dao:vote.calendar")}
            </a>
            <p className="soft small">{t("dao:vote.calendarHint")}</p>
          </>
        ) : null}
      </div>
    </aside>
  );
}
