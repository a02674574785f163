import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/icon";
import { Link } from "~/components/text/link";
import type { SuggestionQuery } from "~/domain/dao-query";

type Filters = Omit<SuggestionQuery, "page">;

interface ChipsProps {
  filters: Filters;
  href: (filters: Partial<Filters>) => string;
}

export function Chips({ filters, href }: ChipsProps) {
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
