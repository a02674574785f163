import { Form } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useDetails } from "~/components/document/use-details";
import { useFollowedValue } from "~/components/document/use-followed-value";
import { Icon, Link } from "~/components/text/elements";
import {
  type SuggestionSort,
  suggestionSorts,
  type SuggestionStatus,
  suggestionStatuses,
  type SuggestionType,
  suggestionTypes,
} from "~/domain/dao";
import { oneOf } from "~/domain/one-of";
import { readPage } from "~/domain/page-window";
import type { Query } from "~/domain/paths";

export interface SuggestionQuery {
  type?: SuggestionType | undefined;
  status?: SuggestionStatus | undefined;
  sort: SuggestionSort;
  page: number;
}
type Filters = Omit<SuggestionQuery, "page">;

/**
 * Reads the filters of a list of suggestions (`type`, `status`, `sort`, `page`) from a query string. Ignores unknown
 * values, so that a shared URL never fails.
 */
export function readSuggestionQuery(search: URLSearchParams): SuggestionQuery {
  return {
    type: oneOf(suggestionTypes, search.get("type")),
    status: oneOf(suggestionStatuses, search.get("status")),
    sort: oneOf(suggestionSorts, search.get("sort")) ?? "LATEST",
    page: readPage(search.get("page")),
  };
}

/** Converts the filters to query parameters. Omits defaults, so that each list has one URL. */
export const writeSuggestionQuery = ({ type, status, sort, page }: Partial<SuggestionQuery>): Query => ({
  type,
  status,
  sort: sort === "LATEST" ? undefined : sort,
  page: page === 1 ? undefined : page,
});

/** Filters as a GET form, so that they are part of the URL; expanded if one is set. */
export function FilterBar({ filters, action }: { filters: Filters; action: string }) {
  const { t } = useTranslation("dao");
  const isSet = filters.type !== undefined || filters.status !== undefined || filters.sort !== "LATEST";
  const details = useDetails(isSet, `${filters.type} ${filters.status} ${filters.sort}`);
  return (
    <details {...details} className="filters">
      <summary className="btn btn--line btn--small">
        <Icon name="sliders" />
        {t("list.refine")}
      </summary>
      <Form method="get" action={action} role="search" aria-label={t("list.filter")}>
        <Choice
          name="type"
          label={t("list.type")}
          value={filters.type}
          options={[
            { value: "", label: t("list.allTypes") },
            ...suggestionTypes.map((value) => ({ value, label: t(`type.${value}`) })),
          ]}
        />
        <Choice
          name="status"
          label={t("list.status")}
          value={filters.status}
          options={[
            { value: "", label: t("list.allStatuses") },
            ...suggestionStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
        />
        <Choice
          name="sort"
          label={t("list.sort")}
          value={filters.sort}
          options={suggestionSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
        <button type="submit" className="btn btn--line btn--small">
          {t("list.submit")}
        </button>
      </Form>
    </details>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
}

function Choice({ name, label, value = "", options }: ChoiceProps) {
  const id = useId();
  const control = useFollowedValue<HTMLSelectElement>(value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} {...control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Chips({ filters, href }: { filters: Filters; href: (filters: Partial<Filters>) => string }) {
  const { t } = useTranslation("dao");
  const { type, status, sort } = filters;
  const chips = [
    type && { label: t(`type.${type}`), to: href({ ...filters, type: undefined }) },
    status && { label: t(`status.${status}`), to: href({ ...filters, status: undefined }) },
    sort !== "LATEST" && { label: t(`sort.${sort}`), to: href({ ...filters, sort: "LATEST" }) },
  ].filter((chip) => typeof chip === "object");
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label={t("list.chips")}>
      {chips.map(({ label, to }) => (
        <li key={label}>
          <Link className="chip" to={to} aria-label={t("list.remove", { label })}>
            {label}
            <Icon name="close" size={16} />
          </Link>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <Link className="link small" to={href({ sort: "LATEST" })}>
            {t("list.clear")}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
