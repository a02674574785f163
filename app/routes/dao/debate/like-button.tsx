import { useLocation, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormMarks } from "~/components/form/hidden-fields";
import { FormattedNumber } from "~/components/text/formatted-number";
import { Icon } from "~/components/text/icon";
import { useToast } from "~/components/message/toasts";
import { nextSteps } from "~/domain/next-steps";
import { dynamicKey } from "~/i18n/dynamic";
import { sendLike } from "./send-like";

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
export function LikeButton({ action, stamp, back, isLiked, likes }: LikeButtonProps) {
  const { t, i18n } = useTranslation(["dao", "errors"]);
  const { pathname } = useLocation();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [answered, setAnswered] = useState<{ isLiked?: boolean | undefined; likes?: number | undefined }>({});
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
      toast({ kind: "error", text: dynamicKey(t, answer.messageKey), next });
      return;
    }
    setAnswered({ isLiked: answer.isLiked, likes: answer.likes });
    if (answer.isLiked) toast({ kind: "success", text: t("dao:debate.liked") });
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
