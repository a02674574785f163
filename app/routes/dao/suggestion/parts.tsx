import type { SerializeFrom } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import {
  Author,
  Entry,
  Count,
  RemovedEntry,
  ReportLink,
  Talks,
  type TalksPart,
} from "~/components/dao/discussion";
import type { SuggestionDetail } from "~/components/dao/use-suggestion";
import { Vote, VotePicture } from "~/components/dao/vote";
import { ButtonLink, Icon, Link, Prose, useFormatNumber, UserText } from "~/components/text/elements";
import { EmptyState } from "~/components/page/list-parts";
import { Time } from "~/components/text/time";
import { hasVotes, standingOf, type SuggestionStatus, type SuggestionSummary } from "~/domain/dao";
import { paths } from "~/domain/paths";
import type { debateSummaryOf } from "~/routes/dao/reads.server";

export function SuggestionBody({ suggestion }: { suggestion: SuggestionDetail | null }) {
  const { t } = useTranslation(["dao", "errors"]);
  if (!suggestion) {
    return (
      <EmptyState
        picture="no-results"
        title={t("errors:web.075")}
        text={t("suggestion.missing")}
        action={<ButtonLink to={paths.dao.suggestions()}>{t("suggestion.back")}</ButtonLink>}
      />
    );
  }
  const { id, account_name, created_at, html, result_reason } = suggestion;
  return (
    <>
      <Author name={account_name} at={created_at} role={t("facts.by")} dateOnly />
      <h2 className="sr">{t("suggestion.content")}</h2>
      {html ? <Prose html={html} /> : <p className="soft">{t("suggestion.noContent")}</p>}
      {result_reason ? (
        <section id="reason" className="reason" aria-labelledby="reason-title">
          <h2 id="reason-title">{t("suggestion.reason")}</h2>
          <p>{result_reason}</p>
        </section>
      ) : null}
      <Timeline suggestion={suggestion} />
      <p>
        <ReportLink target="SUGGESTION" id={id} back={paths.dao.suggestion(id)}>
          {t("suggestion.report")}
        </ReportLink>
      </p>
    </>
  );
}

/** The steps of a suggestion. RESULT is used while the result is open. */
type Step = SuggestionStatus | "RESULT";

const ways: Record<SuggestionStatus, readonly Step[]> = {
  UNDER_REVIEW: ["UNDER_REVIEW", "IN_PROGRESS", "RESULT"],
  RETURNED: ["UNDER_REVIEW", "RETURNED"],
  IN_PROGRESS: ["UNDER_REVIEW", "IN_PROGRESS", "RESULT"],
  PASSED: ["UNDER_REVIEW", "IN_PROGRESS", "PASSED"],
  REJECTED: ["UNDER_REVIEW", "IN_PROGRESS", "REJECTED"],
};

function Timeline({ suggestion }: { suggestion: SuggestionDetail }) {
  const { t } = useTranslation("dao");
  const { status, created_at, start_at, end_at } = suggestion;
  if (!status) return null;
  const way = ways[status];
  const here = way.indexOf(status);
  const moments: Partial<Record<Step, string | undefined>> = {
    UNDER_REVIEW: created_at,
    IN_PROGRESS: start_at,
    PASSED: end_at,
    REJECTED: end_at,
  };
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="sr">
        {t("suggestion.timeline")}
      </h2>
      <ol className="dao-way">
        {way.map((step, index) => {
          const at = index <= here ? moments[step] : undefined;
          return (
            <li
              key={step}
              data-state={index < here ? "done" : index === here ? "here" : "ahead"}
              aria-current={index === here ? "step" : undefined}
            >
              <b>{t(`suggestion.steps.${step}`)}</b>
              <span>
                <Time value={at} dateOnly />
                {at && index === here ? <i> · </i> : null}
                {index === here ? t("suggestion.now") : null}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export function VotePanel({ suggestion }: { suggestion: SuggestionSummary }) {
  const { t } = useTranslation(["dao", "errors", "common"]);
  const { id, status, start_at, end_at, voter_count: voters, my_vote, voting } = suggestion;
  const isCounted = hasVotes(suggestion);
  return (
    <aside className="panel vote-panel" aria-labelledby="vote">
      <VotePicture votes={suggestion} size="page" />
      <div className="vote-panel__in">
        <h2 id="vote">{t(voting === "ended" ? "vote.result" : "vote.title")}</h2>
        {voting === "ended" ? <p className="soft small">{t("errors:web.076")}</p> : null}
        {voting === "notOpen" ? (
          <>
            <p>{t("errors:web.072")}</p>
            {status === "RETURNED" ? null : <p className="soft">{t("vote.notYet")}</p>}
          </>
        ) : null}
        {isCounted ? (
          <>
            <Vote votes={suggestion} size="page" />
            <Conditions suggestion={suggestion} />
          </>
        ) : null}
        {my_vote ? (
          <p className="my-vote">
            <Icon name={my_vote === "AGREE" ? "ring" : "close"} />
            <span>
              <span className="sr">{t("common:form.labelled", { label: t("vote.mine"), text: "" })}</span>
              {t(my_vote === "AGREE" ? "errors:web.082" : "errors:web.083")}
            </span>
          </p>
        ) : null}
        <dl className="lines">
          {start_at && end_at ? (
            <div className="vote-panel__period">
              <dt>{t("vote.period")}</dt>
              <dd>
                <span>
                  <Time value={start_at} /> –
                </span>
                <span>
                  <Time value={end_at} /> JST
                </span>
              </dd>
            </div>
          ) : null}
          {isCounted && voters ? (
            <div>
              <dt>{t("vote.voters")}</dt>
              <dd>
                <span>{t("vote.people", { count: voters })}</span>
              </dd>
            </div>
          ) : null}
        </dl>
        {isCounted && voters === 0 ? <p className="soft">{t("errors:web.073")}</p> : null}
        {isCounted ? (
          <ul className="ways-on">
            {voters === 0 ? null : (
              <li>
                <Link to={paths.dao.voters(id)}>
                  {t("vote.votersLink")}
                  <Icon name="arrow-right" />
                </Link>
              </li>
            )}
            {voting === "open" && end_at ? (
              <li>
                <a href={paths.dao.calendar(id)} download>
                  {t("vote.calendar")}
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
  const { t } = useTranslation("dao");
  const format = useFormatNumber();
  const { agree, against, threshold } = standingOf(suggestion);
  if (!threshold) return null;
  const amount = format(threshold.required);
  const unmet = suggestion.voting === "ended" ? "missed" : "open";
  const conditions = [
    { text: t("vote.condition.enough", { amount }), state: threshold.missing <= 0 ? "met" : unmet },
    { text: t("vote.condition.ahead"), state: agree > against ? "met" : unmet },
  ] as const;
  return (
    <>
      <p className="sr">{t("vote.condition.title")}</p>
      <ul className="conditions">
        {conditions.map(({ text, state }) => (
          <li key={text} data-answer={state}>
            <Icon name={stateIcons[state]} />
            <span>
              {text}
              <span className="sr">: {t(`vote.condition.${state}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const stateIcons = { met: "check", missed: "close", open: "ring" } as const;

interface DebateListProps {
  suggestionId: number;
  debates: TalksPart<SerializeFrom<ReturnType<typeof debateSummaryOf>>>;
}

/** Lists the debates of a suggestion. A removed debate keeps its place and its comments (WEB-078). */
export function DebateList({ suggestionId, debates }: DebateListProps) {
  const { t } = useTranslation(["dao", "errors"]);
  return (
    <Talks
      id="debates"
      title={t("debates.title")}
      talks={debates}
      emptyText={t("debates.emptyText")}
      pagerLabel={t("debates.pager")}
      href={(page) => paths.dao.suggestion(suggestionId, { page })}
    >
      {(items, list) => (
        <ul className="talk">
          {items.map(({ id, title, account_name, created_at, like_count, comment_count, is_deleted }) => {
            const to = paths.dao.debate(suggestionId, id, { list });
            return (
              <li key={id} id={`debate-${id}`}>
                {is_deleted ? (
                  <RemovedEntry comments={comment_count}>
                    <Link to={to}>{t("errors:web.078")}</Link>
                  </RemovedEntry>
                ) : (
                  <Entry
                    name={account_name}
                    at={created_at}
                    dateOnly
                    words={
                      <h3>
                        <Link to={to}>
                          <UserText text={title ?? t("fallbackDebate", { id })} />
                        </Link>
                      </h3>
                    }
                  >
                    <Count of="likes" count={like_count} />
                    <Count of="comments" count={comment_count} />
                  </Entry>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Talks>
  );
}
