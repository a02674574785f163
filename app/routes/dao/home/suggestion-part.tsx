import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { SuggestionList } from "~/components/dao/suggestion-list";
import { EmptyState } from "~/components/page/empty-state";
import { PartFailed } from "~/components/page/part-error";
import type { SuggestionSummary } from "~/domain/dao";
import { dynamicKey } from "~/i18n/dynamic";

interface SuggestionPartProps {
  id: string;
  title: string;
  part: { ok: true; value: { items: SuggestionSummary[] } } | { ok: false; messageKey: string };
  /** The message key (not the bare code) for a list without items. */
  emptyKey: string;
  emptyText: string;
  all: string;
  allHref: string;
}

/** One of the two lists; a call that fails takes only its own list away. */
export function SuggestionPart(props: SuggestionPartProps) {
  const { id, title, part, emptyKey, emptyText, all, allHref } = props;
  const { t } = useTranslation("errors");
  const isEmpty = part.ok && part.value.items.length === 0;
  return (
    <section aria-labelledby={id}>
      <div className="sec__head">
        <h2 id={id}>{title}</h2>
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
        <SuggestionList items={part.value.items} level={3} />
      )}
    </section>
  );
}
