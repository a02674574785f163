import { useTranslation } from "react-i18next";
import { OthersWords } from "~/components/text/others-words";
import { EmptyState } from "~/components/page/empty-state";
import { Pager } from "~/components/list/pager";
import { PartFailed } from "~/components/page/part-error";
import { Time } from "~/components/text/time";
import { Link } from "~/components/text/link";
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

/** The debates of a suggestion. One that was removed stays in its place (WEB-078), and so do its comments. */
export function DebateList({ suggestionId, debates }: DebateListProps) {
  const { t } = useTranslation(["dao", "errors"]);
  return (
    <section aria-labelledby="debates" className="debates">
      <h2 id="debates">
        {t("dao:debates.title")}
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
          <ul className="panel">
            {debates.value.items.map((debate) => (
              <li key={debate.id} id={`debate-${debate.id}`}>
                <h3>
                  <Link
                    to={paths.dao.debate(suggestionId, debate.id, {
                      list: debates.value.page === 1 ? undefined : debates.value.page,
                    })}
                  >
                    {debate.isDeleted ? (
                      dynamicKey(t, webMessage("078"))
                    ) : (
                      <OthersWords text={debate.title ?? t("dao:fallbackDebate", { id: debate.id })} />
                    )}
                  </Link>
                </h3>
                <p className="suggestion__facts">
                  {debate.isDeleted ? null : (
                    <span>
                      <OthersWords text={debate.accountName ?? t("dao:unknownAccount")} />
                    </span>
                  )}
                  {debate.createdAt ? <Time value={debate.createdAt} dateOnly /> : null}
                  {debate.likes === undefined || debate.isDeleted ? null : (
                    <span>{t("dao:facts.likes", { count: debate.likes })}</span>
                  )}
                  {debate.comments === undefined ? null : (
                    <span>{t("dao:facts.comments", { count: debate.comments })}</span>
                  )}
                </p>
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
