import { useTranslation } from "react-i18next";
import { Bubble, RemovedBubble } from "~/components/dao/bubble";
import { ReportLink } from "~/components/dao/report-link";
import { UserText } from "~/components/text/user-text";
import { EmptyState } from "~/components/page/empty-state";
import { Icon } from "~/components/text/icon";
import { Pager } from "~/components/list/pager";
import { PartFailed } from "~/components/page/part-error";
import { threaded } from "~/domain/comment-threads";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";

interface CommentView {
  id: number;
  parentId?: number | undefined;
  accountName?: string | undefined;
  content: string;
  createdAt?: string | undefined;
  likes?: number | undefined;
  deletedBy?: string | undefined;
}

interface CommentsProps {
  suggestionId: number;
  debateId: number;
  list: number | undefined;
  /** Author of the suggestion; undefined if it could not be read. */
  author: string | undefined;
  comments:
    | { ok: true; value: { page: number; totalPages: number; total: number; items: CommentView[] } }
    | { ok: false; messageKey: string };
}

export function Comments({ suggestionId, debateId, list, author, comments }: CommentsProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const pageHref = (page: number) =>
    paths.dao.debate(suggestionId, debateId, { list, page: page === 1 ? undefined : page });
  return (
    <section aria-labelledby="comments" className="talks">
      <h2 id="comments">
        {`${t("dao:debate.comments")} `}
        {comments.ok ? <small className="num">{comments.value.total}</small> : null}
      </h2>
      {!comments.ok ? (
        <PartFailed messageKey={comments.messageKey} />
      ) : comments.value.items.length === 0 ? (
        <EmptyState
          picture="no-suggestions"
          level={3}
          title={dynamicKey(t, webMessage("075"))}
          text={t("dao:debate.emptyText")}
        />
      ) : (
        <>
          <ol className="talk">
            {threaded(comments.value.items).map(({ comment, depth }) => (
              <li key={comment.id} id={`comment-${comment.id}`} data-depth={depth}>
                <Comment
                  comment={comment}
                  isReply={depth > 0}
                  author={author}
                  back={`${pageHref(comments.value.page)}#comment-${comment.id}`}
                />
              </li>
            ))}
          </ol>
          <Pager
            label={t("dao:debate.commentsPager")}
            page={comments.value.page}
            totalPages={comments.value.totalPages}
            href={(page) => `${pageHref(page)}#comments`}
          />
        </>
      )}
    </section>
  );
}

interface CommentProps {
  comment: CommentView;
  isReply: boolean;
  author: string | undefined;
  back: string;
}

/** Shows one comment. A removed comment keeps its place and shows only the message (WEB-077). */
function Comment({ comment, isReply, author, back }: CommentProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const { id, accountName, content, createdAt, likes, deletedBy } = comment;
  const reply = isReply ? <span className="sr">{t("dao:debate.reply")}</span> : null;
  if (deletedBy) {
    return (
      <RemovedBubble
        message={
          <>
            {reply}
            {deletedBy === "USER" ? t("dao:debate.deletedByUser") : dynamicKey(t, webMessage("077"))}
          </>
        }
      />
    );
  }
  return (
    <Bubble
      name={accountName}
      at={createdAt}
      reply={reply}
      isAuthor={accountName !== undefined && accountName.normalize("NFC") === author?.normalize("NFC")}
      words={
        <p className="bubble__text">
          <UserText text={content} />
        </p>
      }
    >
      {likes === undefined ? null : (
        <span>
          <Icon name="heart" size={16} />
          {t("dao:facts.likes", { count: likes })}
        </span>
      )}
      <ReportLink
        target="COMMENT"
        id={id}
        back={back}
        name={t("dao:debate.reportCommentOf", { name: accountName ?? t("dao:unknownAccount") })}
      >
        {t("dao:debate.reportComment")}
      </ReportLink>
    </Bubble>
  );
}
