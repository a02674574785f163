import type { SerializeFrom } from "@remix-run/node";
import { useLocation, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Author, Entry, Count, RemovedEntry, ReportLink } from "~/components/dao/discussion";
import { FormMarks } from "~/components/form/hidden-fields";
import { toastStore } from "~/components/message/toasts";
import { FormattedNumber, Icon, Prose, UserText } from "~/components/text/elements";
import { nextSteps } from "~/domain/next-steps";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import type { commentOf, debateOf } from "~/routes/dao/reads.server";

interface DebateBodyProps {
  suggestionId: number;
  /** URL of the debate, to which forms return. */
  back: string;
  signature: string;
  debate: SerializeFrom<ReturnType<typeof debateOf>>;
}

/** Shows the debate with its like button. A removed debate shows only the message (WEB-078). */
export function DebateBody(props: DebateBodyProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const { id, html, account_name, created_at, is_deleted } = props.debate;
  if (is_deleted) {
    return (
      <article id={`debate-${id}`} className="opener opener--gone">
        <p>
          <Icon name="info" />
          {t("errors:web.078")}
        </p>
      </article>
    );
  }
  return (
    <article id={`debate-${id}`} className="panel opener">
      <Author name={account_name} at={created_at} />
      <Prose html={html} />
      <div className="opener__foot">
        <LikeButton {...props} />
        <ReportLink target="DEBATE" id={id} back={props.back}>
          {t("debate.report")}
        </ReportLink>
      </div>
    </article>
  );
}

/**
 * Likes a debate. The API cannot remove a like, so afterwards the button only shows it (docs/decisions/0012). Without
 * scripts it is a plain form that redirects back with a message. The state comes from the API's response, or from a
 * revalidation if the response lacks it; there is no optimistic update.
 */
function LikeButton({ suggestionId, back, signature, debate }: DebateBodyProps) {
  const { id, is_liked: isLiked = false, like_count: likes = 0 } = debate;
  const { t } = useTranslation(["dao", "errors"]);
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [saved, setSaved] = useState<{ isLiked?: boolean; likes?: number }>({});
  const [isBusy, setBusy] = useState(false);
  const isDone = saved.isLiked ?? isLiked;

  // New loader data replaces the response.
  useEffect(() => {
    setSaved({});
  }, [isLiked, likes]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || isDone) return;
    setBusy(true);
    const result = await sendLike(event.currentTarget);
    setBusy(false);
    if (!result.ok) {
      const next = nextSteps(result.messageKey, pathname).map((key) => dynamicKey(t, key));
      toastStore.add({ kind: "error", text: dynamicKey(t, result.messageKey), next });
      return;
    }
    setSaved(result);
    if (result.isLiked) toastStore.add({ kind: "success", text: t("debate.liked") });
    if (result.isLiked === undefined || result.likes === undefined) revalidate();
  }

  return (
    <form method="post" action={paths.dao.like(suggestionId, id)} onSubmit={(event) => void send(event)}>
      <FormMarks of={{ signature }} />
      <input type="hidden" name="back" value={back} />
      <button
        type={isDone ? "button" : "submit"}
        className="btn btn--line btn--small like"
        aria-pressed={isDone}
        // Not `disabled`, which would lose the focus.
        aria-disabled={isDone}
        aria-busy={isBusy}
        // Ignores the second click of a double click.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        <Icon name="heart" />
        {t(isDone ? "debate.likedAlready" : "debate.like")}
        <span className="num">
          <FormattedNumber value={saved.likes ?? likes} />
        </span>
      </button>
    </form>
  );
}

type LikeResult = { ok: true; isLiked?: boolean; likes?: number } | { ok?: false; messageKey: string };

/** Submits the form like the browser, but requests JSON instead of a redirect. Never throws. */
async function sendLike(form: HTMLFormElement): Promise<LikeResult> {
  const body = new URLSearchParams({ answer: "json" });
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  const headers = { Accept: "application/json" };
  const response = await fetch(form.action, { method: "POST", headers, body }).catch(() => undefined);
  if (!response) return { messageKey: "errors:http.noResponse" };
  const result = (await response.json().catch(() => null)) as LikeResult | null;
  if (result?.ok || typeof result?.messageKey === "string") return result;
  return { messageKey: "errors:http.unexpected" };
}

interface CommentProps {
  comment: SerializeFrom<ReturnType<typeof commentOf>>;
  isReply: boolean;
  /** Author of the suggestion; undefined if it could not be read. */
  author: string | undefined;
  back: string;
  /** Which comment of its author on this page it is; undefined if it is the only one. */
  ordinal: number | undefined;
}

/** Shows one comment. A removed comment keeps its place and shows only the message (WEB-077). */
export function Comment({ comment, isReply, author, back, ordinal }: CommentProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const { id, account_name, content, created_at, like_count, deleted_by } = comment;
  const reply = isReply ? <span className="sr">{t("debate.reply")}</span> : null;
  if (deleted_by) {
    return (
      <RemovedEntry>
        {reply}
        {t(deleted_by === "USER" ? "debate.deletedByUser" : "errors:web.077")}
      </RemovedEntry>
    );
  }
  const name = account_name ?? t("unknownAccount");
  return (
    <Entry
      name={account_name}
      at={created_at}
      reply={reply}
      isAuthor={account_name !== undefined && account_name.normalize("NFC") === author?.normalize("NFC")}
      words={
        <p className="entry__text">
          <UserText text={content} />
        </p>
      }
    >
      <Count of="likes" count={like_count} />
      <ReportLink
        target="COMMENT"
        id={id}
        back={back}
        name={
          ordinal === undefined
            ? t("debate.reportCommentOf", { name })
            : t("debate.reportCommentOfMany", { name, place: ordinal })
        }
      >
        {t("debate.reportComment")}
      </ReportLink>
    </Entry>
  );
}
