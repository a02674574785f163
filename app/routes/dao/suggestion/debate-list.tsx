import type { SerializeFrom } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { Bubble, Count, RemovedBubble, Talks, type TalksPart } from "~/components/dao/discussion";
import { Link, UserText } from "~/components/text/elements";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import type { debateSummaryOf } from "#server/dao/view-models.server";

interface DebateListProps {
  suggestionId: number;
  debates: TalksPart<SerializeFrom<ReturnType<typeof debateSummaryOf>>>;
}

/** Lists the debates of a suggestion. A removed debate keeps its place and its comments (WEB-078). */
export function DebateList({ suggestionId, debates }: DebateListProps) {
  const { t } = useTranslation(["dao", "errors"]);
  return (
    <Talks
      id="debates"
      title={t("dao:debates.title")}
      talks={debates}
      emptyText={t("dao:debates.emptyText")}
      pagerLabel={t("dao:debates.pager")}
      href={(page) => paths.dao.suggestion(suggestionId, { page })}
    >
      {(items, list) => (
        <ul className="talk">
          {items.map(({ id, title, accountName, createdAt, likes, comments, isDeleted }) => {
            const to = paths.dao.debate(suggestionId, id, { list });
            const count =
              comments === undefined ? null : (
                <Count icon="comment" text={t("dao:facts.comments", { count: comments })} />
              );
            return (
              <li key={id} id={`debate-${id}`}>
                {isDeleted ? (
                  <RemovedBubble foot={count}>
                    <Link to={to}>{dynamicKey(t, webMessage("078"))}</Link>
                  </RemovedBubble>
                ) : (
                  <Bubble
                    name={accountName}
                    at={createdAt}
                    dateOnly
                    words={
                      <h3>
                        <Link to={to}>
                          <UserText text={title ?? t("dao:fallbackDebate", { id })} />
                        </Link>
                      </h3>
                    }
                  >
                    {likes === undefined ? null : (
                      <Count icon="heart" text={t("dao:facts.likes", { count: likes })} />
                    )}
                    {count}
                  </Bubble>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Talks>
  );
}
