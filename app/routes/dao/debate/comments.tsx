import { useTranslation } from "react-i18next";
import { OthersWords } from "~/components/text/others-words";
import { TextLink } from "~/components/page/button-link";
import { EmptyState } from "~/components/page/empty-state";
import { Icon } from "~/components/text/icon";
import { Pager } from "~/components/list/pager";
import { PartFailed } from "~/components/page/part-error";
import { Time } from "~/components/text/time";
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
  comments:
    | { ok: true; value: { page: number; totalPages: number; total: number; items: CommentView[] } }
    | { ok: false; messageKey: string };
}

/** The comments of a debate, replies behind what they answer. */
export function Comments({ suggestionId, debateId, list, comments }: CommentsProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const pageHref = (page: number) =>
    paths.dao.debate(suggestionId, debateId, { list, page: page === 1 ? undefined : page });
  return (
    <section aria-labelledby="comments" className="comments">
      <h2 id="comments">
        {t("dao:debate.comments")}
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
          <ol>
            {threaded(comments.value.items).map(({ comment, depth }) => (
              <li key={comment.id} id={`comment-${comment.id}`} className="comment" data-depth={depth}>
                <Comment
                  comment={comment}
                  isReply={depth > 0}
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

/** One comment; what was removed keeps its place and loses everything but the message (WEB-077). */
function Comment({ comment, isReply, back }: { comment: CommentView; isReply: boolean; back: string }) {
  const { t } = useTranslation(["dao", "errors"]);
  const { id, accountName, content, createdAt, likes, deletedBy } = comment;
  const name = accountName ?? t("dao:unknownAccount");
  const reply = isReply ? <span className="comment__reply">{t("dao:debate.reply")}</span> : null;
  if (deletedBy) {
    return (
      <p className="removed">
        <Icon name="info" />
        <span>
          {reply}
          {deletedBy === "USER" ? t("dao:debate.deletedByUser") : dynamicKey(t, webMessage("077"))}
        </span>
      </p>
    );
  }
  return (
    <article aria-label={name}>
      <p className="comment__facts">
        {reply}
        <b>
          <OthersWords text={name} />
        </b>
        {createdAt ? <Time value={createdAt} /> : null}
      </p>
      <p className="comment__text">
        <OthersWords text={content} />
      </p>
      <p className="comment__do">
        {likes === undefined ? null : (
          <span className="comment__likes">
            <Icon name="heart" size={16} />
            <span>{t("dao:facts.likes", { count: likes })}</span>
          </span>
        )}
        <TextLink
          to={paths.dao.report({ target: "COMMENT", id, back })}
          rel="nofollow"
          aria-label={t("dao:debate.reportCommentOf", { name })}
        >
          {t("dao:debate.reportComment")}
        </TextLink>
      </p>
    </article>
  );
}
