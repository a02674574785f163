import { useTranslation } from "react-i18next";
import { pageWindow } from "~/domain/page-window";
import { Link } from "../text/link";

interface PagerProps {
  page: number;
  totalPages: number;
  href: (page: number) => string;
  /** Accessible name, for a page with two pagers. */
  label?: string;
}

/** Links to up to ten pages, and to the first, previous, next and last; renders nothing if there is one page. */
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
              {...(number === current ? { "aria-current": "page" as const } : {})}
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
