import { useTranslation } from "react-i18next";
import { Vote, VotePicture } from "~/components/dao/vote";
import { Icon, Link } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import { hasVotes, standingOf, type SuggestionSummary } from "~/domain/dao";
import { webMessage } from "~/domain/message-codes";
import { formatNumber } from "~/domain/number-format";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { asLanguage, languageTags } from "~/i18n/languages";

export function VotePanel({ suggestion }: { suggestion: SuggestionSummary }) {
  const { t } = useTranslation(["dao", "errors", "common"]);
  const { id, status, startAt, endAt, voters, myVote, voting } = suggestion;
  const isCounted = hasVotes(suggestion);
  return (
    <aside className="panel vote-panel" aria-labelledby="vote">
      <VotePicture votes={suggestion} size="page" />
      <div className="vote-panel__in">
        <h2 id="vote">{t(voting === "ended" ? "dao:vote.result" : "dao:vote.title")}</h2>
        {voting === "ended" ? <p className="soft small">{dynamicKey(t, webMessage("076"))}</p> : null}
        {voting === "notOpen" ? (
          <>
            <p>{dynamicKey(t, webMessage("072"))}</p>
            {status === "RETURNED" ? null : <p className="soft">{t("dao:vote.notYet")}</p>}
          </>
        ) : null}
        {isCounted ? (
          <>
            <Vote votes={suggestion} size="page" />
            <Conditions suggestion={suggestion} />
          </>
        ) : null}
        {myVote ? (
          <p className="my-vote">
            <Icon name={myVote === "AGREE" ? "ring" : "close"} />
            <span>
              <span className="sr">{t("common:form.labelled", { label: t("dao:vote.mine"), text: "" })}</span>
              {dynamicKey(t, webMessage(myVote === "AGREE" ? "082" : "083"))}
            </span>
          </p>
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
          {isCounted && voters ? (
            <div>
              <dt>{t("dao:vote.voters")}</dt>
              <dd>
                <span>{t("dao:vote.people", { count: voters })}</span>
              </dd>
            </div>
          ) : null}
        </dl>
        {isCounted && voters === 0 ? <p className="soft">{dynamicKey(t, webMessage("073"))}</p> : null}
        {isCounted ? (
          <ul className="ways-on">
            {voters === 0 ? null : (
              <li>
                <Link to={paths.dao.voters(id)}>
                  {t("dao:vote.votersLink")}
                  <Icon name="arrow-right" />
                </Link>
              </li>
            )}
            {voting === "open" && endAt ? (
              <li>
                <a href={paths.dao.calendar(id)} download>
                  {t("dao:vote.calendar")}
                  <Icon name="calendar" />
                </a>
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </aside>
  );
}

function Conditions({ suggestion }: { suggestion: SuggestionSummary }) {
  const { t, i18n } = useTranslation("dao");
  const { agree, against, threshold } = standingOf(suggestion);
  if (!threshold) return null;
  const amount = formatNumber(threshold.required, languageTags[asLanguage(i18n.language)]);
  const unmet = suggestion.voting === "ended" ? "missed" : "open";
  const conditions = [
    { text: t("vote.condition.enough", { amount }), answer: threshold.missing <= 0 ? "met" : unmet },
    { text: t("vote.condition.ahead"), answer: agree > against ? "met" : unmet },
  ] as const;
  return (
    <>
      <p className="sr">{t("vote.condition.title")}</p>
      <ul className="conditions">
        {conditions.map(({ text, answer }) => (
          <li key={text} data-answer={answer}>
            <Icon name={answerIcons[answer]} />
            <span>
              {text}
              <span className="sr">: {t(`vote.condition.${answer}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const answerIcons = { met: "check", missed: "close", open: "ring" } as const;
