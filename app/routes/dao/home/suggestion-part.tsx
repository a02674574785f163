import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { SuggestionRows, VoteCards } from "~/components/dao/suggestion-list";
import { EmptyState } from "~/components/page/empty-state";
import { PartFailed } from "~/components/page/part-error";
import type { SuggestionSummary } from "~/domain/dao";
import { dynamicKey } from "~/i18n/dynamic";

interface SuggestionPartProps {
  id: string;
  title: string;
  /** "cards" for open votes, each with its lantern; rows by default. */
  look?: "cards";
  part:
    | { ok: true; value: { items: SuggestionSummary[]; total: number } }
    | { ok: false; messageKey: string };
  /** The message key (not the bare code) for a list without items. */
  emptyKey: string;
  emptyText: string;
  all: string;
  allHref: string;
}

/** Shows one of the two lists. A failed call affects only its own list. */
export function SuggestionPart(props: SuggestionPartProps) {
  const { id, title, look, part, emptyKey, emptyText, all, allHref } = props;
  const { t } = useTranslation(["errors", "dao"]);
  const List = look === "cards" ? VoteCards : SuggestionRows;
  const isEmpty = part.ok && part.value.items.length === 0;
  return (
    <section aria-labelledby={id}>
      <div className="dao-bar">
        <h2 id={id}>
          {`${title} `}
          {look && part.ok && !isEmpty ? (
            <small>{t("dao:list.count", { count: part.value.total })}</small>
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
        <EmptyState picture="no-suggestions" level={3} title={dynamicKey(t, emptyKey)} text={emptyText} />
      ) : (
        <List items={part.value.items} />
      )}
    </section>
  );
}
