import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { pageWindow } from "~/domain/page-window";
import { type StateName, StatePicture } from "./state-picture";
import { Link } from "../text/elements";

interface PagerProps {
  page: number;
  totalPages: number;
  href: (page: number) => string;
  /** Accessible name, for a page with two pagers. */
  label?: string;
}

export function Pager({ page, totalPages, href, label }: PagerProps) {
  const { t } = useTranslation("common");
  const { pages, page: current, first, previous, next, last } = pageWindow(page, totalPages);
  if (pages.length <= 1 && !previous) return null;

  const step = (to: number | undefined, name: string, sign: string) =>
    to ? (
      <li>
        <Link to={href(to)} aria-label={name}>
          {sign}
        </Link>
      </li>
    ) : (
      <li aria-hidden="true">
        <span className="off">{sign}</span>
      </li>
    );
  return (
    <nav className="pager" aria-label={label ?? t("pager.label")}>
      <ol>
        {step(first, t("pager.first"), "«")}
        {step(previous, t("pager.previous"), "‹")}
        {pages.map((number) => (
          <li key={number}>
            <Link
              to={href(number)}
              aria-label={t("pager.page", { page: number })}
              aria-current={number === current ? "page" : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
        {step(next, t("pager.next"), "›")}
        {step(last, t("pager.last"), "»")}
      </ol>
    </nav>
  );
}

/**
 * Announces what a list shows. Every list has one, so that screen readers hear of a changed filter.
 *
 * @param page announced too; undefined for a list of one page
 */
export function ListStatus({
  children,
  className = "soft small",
  page,
}: {
  children?: ReactNode;
  className?: string;
  page?: number | undefined;
}) {
  const { t } = useTranslation("common");
  return (
    <p className={className} role="status">
      {children}
      {page === undefined ? null : <span className="sr"> {t("pager.page", { page })}</span>}
    </p>
  );
}

interface EmptyStateProps {
  picture: StateName;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}

export function EmptyState({ picture, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="panel empty">
      <StatePicture name={picture} />
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}
