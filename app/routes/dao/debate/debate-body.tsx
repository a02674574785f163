import { useLocation, useRevalidator } from "@remix-run/react";
import type { SerializeFrom } from "@remix-run/node";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Author, ReportLink } from "~/components/dao/discussion";
import { FormMarks } from "~/components/form/hidden-fields";
import { toastStore } from "~/components/message/toasts";
import { FormattedNumber, Icon, Prose } from "~/components/text/elements";
import { LANGUAGE_FIELD, SIGNATURE_FIELD } from "~/domain/form-answer";
import { webMessage } from "~/domain/message-codes";
import { nextSteps } from "~/domain/next-steps";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import type { debateOf } from "#server/dao/view-models.server";

interface DebateBodyProps {
  suggestionId: number;
  /** Page of the suggestion's debate list that contains this debate; undefined for the first page. */
  list: number | undefined;
  stamp: string;
  debate: SerializeFrom<ReturnType<typeof debateOf>>;
}

/** Shows the debate with its like button. A removed debate shows only the message (WEB-078). */
export function DebateBody({ suggestionId, list, stamp, debate }: DebateBodyProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const { id, html, accountName, createdAt, likes = 0, isLiked, isDeleted } = debate;
  if (isDeleted) {
    return (
      <article id={`debate-${id}`} className="opener opener--gone">
        <p>
          <Icon name="info" />
          {dynamicKey(t, webMessage("078"))}
        </p>
      </article>
    );
  }
  const back = `${paths.dao.debate(suggestionId, id, { list })}#debate-${id}`;
  return (
    <article id={`debate-${id}`} className="panel opener">
      <Author name={accountName} at={createdAt} />
      <Prose html={html} />
      <div className="opener__foot">
        <LikeButton
          action={paths.dao.like(suggestionId, id)}
          stamp={stamp}
          back={back}
          isLiked={isLiked}
          likes={likes}
        />
        <ReportLink target="DEBATE" id={id} back={back}>
          {t("dao:debate.report")}
        </ReportLink>
      </div>
    </article>
  );
}

interface LikeButtonProps {
  action: string;
  stamp: string;
  /** URL to which the form redirects without scripts. */
  back: string;
  isLiked: boolean;
  likes: number;
}

/**
 * Likes a debate. The API cannot remove a like, so afterwards the button only shows it (docs/decisions/0012). Without
 * scripts it is a plain form that redirects back with a message. The state comes from the API's response, or from a
 * revalidation if the response lacks it; there is no optimistic update.
 */
function LikeButton({ action, stamp, back, isLiked, likes }: LikeButtonProps) {
  const { t, i18n } = useTranslation(["dao", "errors"]);
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [answered, setAnswered] = useState<{ isLiked?: boolean; likes?: number }>({});
  const [isBusy, setBusy] = useState(false);
  const isDone = answered.isLiked ?? isLiked;

  // New loader data replaces the response.
  useEffect(() => {
    setAnswered({});
  }, [isLiked, likes]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || isDone) return;
    setBusy(true);
    const answer = await sendLike(action, stamp, i18n.language);
    setBusy(false);
    if (!answer.ok) {
      const next = nextSteps(answer.messageKey, pathname).map((key) => dynamicKey(t, key));
      toastStore.add({ kind: "error", text: dynamicKey(t, answer.messageKey), next });
      return;
    }
    setAnswered(answer);
    if (answer.isLiked) toastStore.add({ kind: "success", text: t("dao:debate.liked") });
    if (answer.isLiked === undefined || answer.likes === undefined) revalidate();
  }

  return (
    <form method="post" action={action} onSubmit={(event) => void send(event)}>
      <FormMarks of={{ stamp }} />
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
        {t(isDone ? "dao:debate.likedAlready" : "dao:debate.like")}
        <span className="num">
          <FormattedNumber value={answered.likes ?? likes} />
        </span>
      </button>
    </form>
  );
}

type LikeAnswer = { ok: true; isLiked?: boolean; likes?: number } | { ok?: false; messageKey: string };

/** Submits a like like the form, but requests JSON instead of a redirect. Never throws. */
async function sendLike(action: string, stamp: string, lng: string): Promise<LikeAnswer> {
  const response = await fetch(action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ [SIGNATURE_FIELD]: stamp, [LANGUAGE_FIELD]: lng, answer: "json" }),
  }).catch(() => undefined);
  if (!response) return { messageKey: "errors:http.noResponse" };
  const answer = (await response.json().catch(() => null)) as LikeAnswer | null;
  if (answer?.ok || typeof answer?.messageKey === "string") return answer;
  return { messageKey: "errors:http.unexpected" };
}
