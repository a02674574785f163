import type { SerializeFrom } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { Bubble, Count, RemovedBubble, ReportLink, Talks, type TalksPart } from "~/components/dao/discussion";
import { UserText } from "~/components/text/elements";
import { threaded } from "~/domain/comment-threads";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import type { commentOf } from "#server/dao/view-models.server";

type CommentView = SerializeFrom<ReturnType<typeof commentOf>>;

interface CommentsProps {
  suggestionId: number;
  debateId: number;
  list: number | undefined;
  /** Author of the suggestion; undefined if it could not be read. */
  author: string | undefined;
  comments: TalksPart<CommentView>;
}

export function Comments({ suggestionId, debateId, list, author, comments }: CommentsProps) {
  const { t } = useTranslation("dao");
  const href = (page: number | undefined) => paths.dao.debate(suggestionId, debateId, { list, page });
  return (
    <Talks
      id="comments"
      title={t("debate.comments")}
      talks={comments}
      emptyText={t("debate.emptyText")}
      pagerLabel={t("debate.commentsPager")}
      href={href}
    >
      {(items, page) => (
        <ol className="talk">
          {threaded(items).map(({ comment, depth }) => (
            <li key={comment.id} id={`comment-${comment.id}`} data-depth={depth}>
              <Comment
                comment={comment}
                isReply={depth > 0}
                author={author}
                back={`${href(page)}#comment-${comment.id}`}
              />
            </li>
          ))}
        </ol>
      )}
    </Talks>
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
      <RemovedBubble>
        {reply}
        {deletedBy === "USER" ? t("dao:debate.deletedByUser") : dynamicKey(t, webMessage("077"))}
      </RemovedBubble>
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
      {likes === undefined ? null : <Count icon="heart" text={t("dao:facts.likes", { count: likes })} />}
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
