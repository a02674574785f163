/** Parts of the pages of a suggestion and of a debate: authors, lists of debates and comments, links to report. */
import type { PropsWithChildren, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ReportTarget } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { EmptyState, Pager } from "../page/list-parts";
import { PartFailed } from "../page/page-error";
import { Icon, Link, UserText } from "../text/elements";
import { Time } from "../text/time";
import "./dao.css";
import { Face } from "./person-tile";

interface Said {
  name: string | undefined;
  at: string | undefined;
  dateOnly?: boolean;
}

export function Author({ name, at, role, dateOnly }: Said & { role?: string }) {
  const { t } = useTranslation("dao");
  return (
    <p className="author">
      <Face name={name} />
      <span>
        <b>
          <UserText text={name ?? t("unknownAccount")} />
        </b>
        <small>
          {role}
          {role && at ? " · " : null}
          <Time value={at} dateOnly={dateOnly} />
        </small>
      </span>
    </p>
  );
}

interface EntryProps extends Said {
  /** Before the name, for screen readers: that this is a reply. */
  reply?: ReactNode;
  isAuthor?: boolean;
  words: ReactNode;
  children: ReactNode;
}

/** One debate or comment of a list: the author's face, name and text, and what belongs to it at the right. */
export function Entry({ name, at, dateOnly, reply, isAuthor, words, children }: EntryProps) {
  const { t } = useTranslation("dao");
  const said = name ?? t("unknownAccount");
  return (
    <>
      <Face name={name} />
      <article className="entry" aria-label={said}>
        <p className="entry__head">
          {reply}
          <b>
            <UserText text={said} />
          </b>
          {isAuthor ? <span className="entry__role">{t("facts.by")}</span> : null}
          <Time value={at} dateOnly={dateOnly} />
        </p>
        {words}
        <p className="entry__foot">{children}</p>
      </article>
    </>
  );
}

export function RemovedEntry({ children, comments }: PropsWithChildren<{ comments?: number | undefined }>) {
  return (
    <>
      <Face name={undefined} />
      <div className="entry entry--gone">
        <p className="entry__gone">{children}</p>
        {comments === undefined ? null : (
          <p className="entry__foot">
            <Count of="comments" count={comments} />
          </p>
        )}
      </div>
    </>
  );
}

/** Number of likes or comments; nothing if it is unknown. */
export function Count({ of, count }: { of: "likes" | "comments"; count: number | undefined }) {
  const { t } = useTranslation("dao");
  if (count === undefined) return null;
  return (
    <span>
      <Icon name={of === "likes" ? "heart" : "comment"} size={16} />
      {t(`facts.${of}`, { count })}
    </span>
  );
}

export type TalksPart<Item> =
  | { ok: true; value: { page: number; totalPages: number; total: number; items: Item[] } }
  | { ok: false; messageKey: string };

interface TalksProps<Item> {
  id: string;
  title: string;
  talks: TalksPart<Item>;
  emptyText: string;
  pagerLabel: string;
  /** Returns the path of a page of the list; undefined stands for the first. */
  href: (page: number | undefined) => string;
  /** @param page of the list, as `href` takes it */
  children: (items: Item[], page: number | undefined) => ReactNode;
}

export function Talks<Item>({ id, title, talks, emptyText, pagerLabel, href, children }: TalksProps<Item>) {
  const { t } = useTranslation("errors");
  const named = (page: number) => (page === 1 ? undefined : page);
  return (
    <section aria-labelledby={id} className="talks">
      <h2 id={id}>
        {`${title} `}
        {talks.ok ? <small className="num">{talks.value.total}</small> : null}
      </h2>
      {!talks.ok ? (
        <PartFailed messageKey={talks.messageKey} />
      ) : talks.value.items.length === 0 ? (
        <EmptyState picture="no-suggestions" level={3} title={t("web.075")} text={emptyText} />
      ) : (
        <>
          {children(talks.value.items, named(talks.value.page))}
          <Pager
            label={pagerLabel}
            page={talks.value.page}
            totalPages={talks.value.totalPages}
            href={(page) => `${href(named(page))}#${id}`}
          />
        </>
      )}
    </section>
  );
}

interface ReportLinkProps {
  target: ReportTarget;
  id: number;
  /** URL to which the report form returns. */
  back: string;
  /** Accessible name, for pages with several report links. */
  name?: string;
  children: string;
}

/** Link to the report form. Neutral in colour, because it is a service and not a warning. */
export const ReportLink = ({ target, id, back, name, children }: ReportLinkProps) => (
  <Link className="quiet-link" to={paths.dao.report({ target, id, back })} rel="nofollow" aria-label={name}>
    <Icon name="flag" size={16} />
    {children}
  </Link>
);
