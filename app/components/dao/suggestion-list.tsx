import { useTranslation } from "react-i18next";
import { hasVotes, standingOf, type SuggestionSummary, voteStateOf, wayOf } from "~/domain/dao";
import { paths } from "~/domain/paths";
import type { Remaining as Left } from "~/domain/remaining-time";
import { Art, Icon, Link, TextLink, UserText } from "../text/elements";
import { Time } from "../text/time";
import "./dao.css";
import { Status } from "./status";
import { HOLE, Sentence, Vote, VotePicture, Way } from "./vote";

export function SuggestionState({ item }: { item: SuggestionSummary }) {
  const { t } = useTranslation("dao");
  return (
    <p className="proposal__facts">
      <Status of={item} />
      {item.type ? <span>{t(`type.${item.type}`)}</span> : null}
      <TimeLeft left={item.left} />
    </p>
  );
}

/** Title of a suggestion; its link covers the whole row or card. */
export function TitleLink({ item: { id, title } }: { item: SuggestionSummary }) {
  const { t } = useTranslation("dao");
  return (
    <Link to={paths.dao.suggestion(id)}>
      <UserText text={title ?? t("fallbackTitle", { id })} />
    </Link>
  );
}

/** Suggestions as rows; an open vote is raised, the others are flat. */
export function SuggestionRows({ items }: { items: SuggestionSummary[] }) {
  const { t } = useTranslation("dao");
  return (
    <ul className="proposals">
      {items.map((item) => {
        const { id, account_name, created_at, debate_count, voter_count, type = "ETC" } = item;
        const isOpen = item.voting === "open" && hasVotes(item);
        const isMeasured = hasVotes(item) && standingOf(item).threshold !== undefined;
        return (
          <li key={id} className={isOpen ? "proposal proposal--open" : "proposal"}>
            {isMeasured ? (
              <VotePicture votes={item} size="row" />
            ) : (
              <Art
                className="proposal__topic"
                name={`topics/${type.toLowerCase()}`}
                width={88}
                height={112}
              />
            )}
            <div>
              <SuggestionState item={item} />
              <h3>
                <TitleLink item={item} />
              </h3>
              <p className="proposal__facts">
                <span>
                  <UserText text={account_name ?? t("unknownAccount")} />
                </span>
                <Time value={created_at} dateOnly />
                {debate_count ? <span>{t("facts.debates", { count: debate_count })}</span> : null}
                {voter_count && hasVotes(item) ? (
                  <span>{t("facts.voters", { count: voter_count })}</span>
                ) : null}
              </p>
            </div>
            <End item={item} />
          </li>
        );
      })}
    </ul>
  );
}

function End({ item }: { item: SuggestionSummary }) {
  const { t } = useTranslation("dao");
  const state = voteStateOf(item);
  const isDecided = state === "passed" || state === "failed";
  if (hasVotes(item)) {
    // A decided vote needs only the sentence.
    return isDecided && wayOf(state, standingOf(item)) ? (
      <Way votes={item} />
    ) : (
      <Vote votes={item} size="row" />
    );
  }
  const isNext = state === "returned" || (state === "waiting" && item.status === "UNDER_REVIEW");
  return isNext ? <p className="proposal__next">{t(`list.next.${state}`)}</p> : null;
}

export function TimeLeft({ left }: { left: Left | undefined }) {
  return left ? (
    <span className="time-left">
      <Icon name="clock" size={16} />
      <Remaining left={left} />
    </span>
  ) : null;
}

/** In the two largest units. `left` is computed by the loader, so that server and browser render the same text. */
export function Remaining({ left }: { left: Left }) {
  const { t } = useTranslation("dao");
  const units = (["days", "hours", "minutes"] as const)
    .filter((unit) => left[unit] > 0)
    .map((unit) => t(`remaining.${unit}`, { count: left[unit] }));
  const [first, second] = units;
  if (first === undefined) return <>{t("remaining.soon")}</>;
  const time = second === undefined ? first : t("remaining.two", { first, second });
  return <>{t("remaining.left", { time })}</>;
}

export function Until({ at }: { at: string }) {
  const { t } = useTranslation("dao");
  return <Sentence text={t("now.until", { time: HOLE })} hole={<Time value={at} />} />;
}

/** Line above the open votes: all their ends as a calendar file, and the way to the member's calendar address. */
export function CalendarLine() {
  const { t } = useTranslation("dao");
  return (
    <p className="calendar-line">
      <a className="quiet-link" href={paths.dao.votesCalendar()} download>
        <Icon name="calendar" size={16} />
        {t("vote.calendarAll")}
      </a>
      <TextLink to={paths.myPage.calendarAddress} icon="arrow-right">
        {t("vote.subscribe")}
      </TextLink>
    </p>
  );
}
