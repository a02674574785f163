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
