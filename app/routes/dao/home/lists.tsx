import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Status } from "~/components/dao/status";
import { Remaining, SuggestionRows, TimeLeft, TitleLink, Until } from "~/components/dao/suggestion-list";
import { Icon, TextLink } from "~/components/text/elements";
import { EmptyState } from "~/components/page/list-parts";
import { PartFailed } from "~/components/page/page-error";
import { Time } from "~/components/text/time";
import type { SuggestionSummary } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import type { ListPart } from "./lists.server";

export function Glance({ glance }: { glance: Record<"toVote" | "mine" | "votes", ListPart> }) {
  const { t } = useTranslation("dao");
  return (
    <section aria-labelledby="dao-glance">
      <h2 id="dao-glance">{t("glance.title")}</h2>
      <ul className="panel plain glance">
        <Group
          title={t("glance.toVote")}
          group={glance.toVote}
          empty={t("glance.toVoteEmpty")}
          more={{
            to: paths.dao.suggestions({ status: "IN_PROGRESS", sort: "ENDING" }),
            text: t("home.votingAll"),
          }}
          hint={t("glance.pass")}
        >
          {(item) => (
            <>
              <p className="proposal__facts">
                <TimeLeft left={item.left} />
                {item.end_at ? (
                  <span>
                    <Until at={item.end_at} />
                  </span>
                ) : null}
              </p>
              {item.end_at ? (
                <a className="quiet-link" href={paths.dao.calendar(item.id)} download>
                  <Icon name="calendar" size={16} />
                  {t("vote.calendar")}
                  <span className="sr">: {item.title ?? t("fallbackTitle", { id: item.id })}</span>
                </a>
              ) : null}
            </>
          )}
        </Group>
        <Group
          title={t("list.mineTitle")}
          group={glance.mine}
          empty={t("glance.mineEmpty")}
          more={{ to: paths.dao.mySuggestions(), text: t("glance.mineAll") }}
        >
          {(item) => (
            <p className="proposal__facts">
              <Status of={item} />
              {item.left ? <Remaining left={item.left} /> : <Time value={item.created_at} dateOnly />}
            </p>
          )}
        </Group>
        <Group
          title={t("glance.votes")}
          group={glance.votes}
          empty={t("glance.votesEmpty")}
          hint={t("glance.votesFrom")}
        >
          {(item) => (
            <p className="proposal__facts">
              <Status of={item} />
              <span className={`cast cast--${item.my_vote === "AGREE" ? "agree" : "against"}`}>
                <Icon name={item.my_vote === "AGREE" ? "ring" : "close"} size={16} />
                {t(item.my_vote === "AGREE" ? "glance.agreed" : "glance.opposed")}
              </span>
            </p>
          )}
        </Group>
      </ul>
    </section>
  );
}

interface GroupProps {
  title: string;
  group: ListPart;
  empty: string;
  more?: { to: string; text: string };
  hint?: string;
  children: (item: SuggestionSummary) => ReactNode;
}

/** One count of the strip, with its first item; a link leads to the rest. */
function Group({ title, group, empty, more, hint, children }: GroupProps) {
  const { t } = useTranslation("errors");
  const [first] = group.ok ? group.value.items : [];
  return (
    <li className="glance__group">
      <h3>
        {group.ok ? <b className="num">{group.value.total}</b> : null} {title}
      </h3>
      {!group.ok ? (
        <p className="soft" role="alert">
          {dynamicKey(t, group.messageKey)}
        </p>
      ) : first ? (
        <>
          <p className="glance__first">
            <TitleLink item={first} />
          </p>
          {children(first)}
          {hint ? <p className="soft small">{hint}</p> : null}
        </>
      ) : (
        <p className="soft small">{empty}</p>
      )}
      {more && group.ok && group.value.total > 1 ? (
        <TextLink to={more.to} icon="arrow-right">
          {more.text}
        </TextLink>
      ) : null}
    </li>
  );
}

interface SuggestionPartProps {
  id: string;
  title: string;
  isCounted?: boolean;
  part: ListPart;
  emptyTitle: string;
  emptyText: string;
  all: string;
  allHref: string;
  /** Shown above the items, if there are any. */
  before?: ReactNode;
}

export function SuggestionPart(props: SuggestionPartProps) {
  const { id, title, isCounted, part, emptyTitle, emptyText, all, allHref, before } = props;
  const { t } = useTranslation("dao");
  const isEmpty = part.ok && part.value.items.length === 0;
  return (
    <section aria-labelledby={id}>
      <div className="dao-bar">
        <h2 id={id}>
          {`${title} `}
          {isCounted && part.ok && !isEmpty ? (
            <small>{t("list.count", { count: part.value.total })}</small>
          ) : null}
        </h2>
        {isEmpty ? null : (
          <TextLink to={allHref} icon="arrow-right">
            {all}
          </TextLink>
        )}
      </div>
      {!part.ok ? (
        <PartFailed messageKey={part.messageKey} />
      ) : isEmpty ? (
        <EmptyState picture="no-suggestions" level={3} title={emptyTitle} text={emptyText} />
      ) : (
        <>
          {before}
          <SuggestionRows items={part.value.items} />
        </>
      )}
    </section>
  );
}
