import { Form } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useDetails } from "~/components/document/use-details";
import { useFollowedValue } from "~/components/document/use-followed-value";
import { Icon, Link } from "~/components/text/elements";
import { suggestionSorts, suggestionStatuses, suggestionTypes } from "~/domain/dao";
import { choice, choiceOr, defineList } from "~/domain/list";
import { paths, type Query } from "~/domain/paths";

/** Both lists of suggestions: all of them, and the member's own at another path. */
const listAt = (path: (query?: Query) => string) =>
  defineList({
    path,
    // The anchor skips the page head and shows the results.
    hash: "#list",
    filters: {
      type: choice(suggestionTypes),
      status: choice(suggestionStatuses),
      sort: choiceOr(suggestionSorts, "LATEST"),
    },
  });
export const suggestionLists = {
  all: listAt(paths.dao.suggestions),
  mine: listAt(paths.dao.mySuggestions),
};

export type SuggestionQuery = ReturnType<typeof readSuggestionQuery>;
type Filters = Omit<SuggestionQuery, "page">;

export const { read: readSuggestionQuery, write: writeSuggestionQuery } = suggestionLists.all;

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
