import { useTranslation } from "react-i18next";
import { Bubble, RemovedBubble } from "~/components/dao/bubble";
import { EmptyState } from "~/components/page/empty-state";
import { Icon } from "~/components/text/icon";
import { Link } from "~/components/text/link";
import { UserText } from "~/components/text/user-text";
import { Pager } from "~/components/list/pager";
import { PartFailed } from "~/components/page/part-error";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";

interface DebateSummary {
  id: number;
  title?: string | undefined;
  accountName?: string | undefined;
  createdAt?: string | undefined;
  likes?: number | undefined;
  comments?: number | undefined;
  isDeleted: boolean;
}

interface DebateListProps {
  suggestionId: number;
  debates:
    | { ok: true; value: { page: number; totalPages: number; total: number; items: DebateSummary[] } }
    | { ok: false; messageKey: string };
}

/** Lists the debates of a suggestion. A removed debate keeps its place and its comments (WEB-078). */
export function DebateList({ suggestionId, debates }: DebateListProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const count = (debate: DebateSummary) =>
    debate.comments === undefined ? null : (
      <span>
        <Icon name="comment" size={16} />
        {t("dao:facts.comments", { count: debate.comments })}
      </span>
    );
  const link = (debate: DebateSummary) =>
    paths.dao.debate(suggestionId, debate.id, {
      list: debates.ok && debates.value.page !== 1 ? debates.value.page : undefined,
    });
  return (
    <section aria-labelledby="debates" className="talks">
      <h2 id="debates">
        {`${t("dao:debates.title")} `}
        {debates.ok ? <small className="num">{debates.value.total}</small> : null}
      </h2>
      {!debates.ok ? (
        <PartFailed messageKey={debates.messageKey} />
      ) : debates.value.items.length === 0 ? (
        <EmptyState
          picture="no-suggestions"
          level={3}
          title={dynamicKey(t, webMessage("075"))}
          text={t("dao:debates.emptyText")}
        />
      ) : (
        <>
          <ul className="talk">
            {debates.value.items.map((debate) => (
              <li key={debate.id} id={`debate-${debate.id}`}>
                {debate.isDeleted ? (
                  <RemovedBubble message={<Link to={link(debate)}>{dynamicKey(t, webMessage("078"))}</Link>}>
                    {count(debate)}
                  </RemovedBubble>
                ) : (
                  <Bubble
                    name={debate.accountName}
                    at={debate.createdAt}
                    dateOnly
                    words={
                      <h3>
                        <Link to={link(debate)}>
                          <UserText text={debate.title ?? t("dao:fallbackDebate", { id: debate.id })} />
                        </Link>
                      </h3>
                    }
                  >
                    {debate.likes === undefined ? null : (
                      <span>
                        <Icon name="heart" size={16} />
                        {t("dao:facts.likes", { count: debate.likes })}
                      </span>
                    )}
                    {count(debate)}
                  </Bubble>
                )}
              </li>
            ))}
          </ul>
          <Pager
            label={t("dao:debates.pager")}
            page={debates.value.page}
            totalPages={debates.value.totalPages}
            href={(page) =>
              `${paths.dao.suggestion(suggestionId, { page: page === 1 ? undefined : page })}#debates`
            }
          />
        </>
      )}
    </section>
  );
}
