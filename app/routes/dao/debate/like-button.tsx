import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormattedNumber } from "~/components/text/formatted-number";
import { Icon } from "~/components/text/icon";
import { useToast } from "~/components/message/toasts";
import { dynamicKey } from "~/i18n/dynamic";
import { sendLike } from "./send-like";

interface LikeButtonProps {
  action: string;
  /** Where the plain form comes back to. */
  back: string;
  isLiked: boolean;
  likes: number;
}

/**
 * Likes a debate, or takes the like back. A plain form that comes back here with a message; with scripts it changes
 * at once, takes over the count that the API answers, and goes back to what it was when that fails.
 */
export function LikeButton({ action, back, isLiked, likes }: LikeButtonProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const toast = useToast();
  const [shown, setShown] = useState({ isLiked, likes });
  const [isBusy, setBusy] = useState(false);
  const intent = shown.isLiked ? "unlike" : "like";

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const before = shown;
    const wanted = !before.isLiked;
    setBusy(true);
    setShown({ isLiked: wanted, likes: Math.max(0, before.likes + (wanted ? 1 : -1)) });
    const answer = await sendLike(action, intent);
    setBusy(false);
    if (answer.ok) {
      setShown((now) => ({ isLiked: answer.isLiked ?? wanted, likes: answer.likes ?? now.likes }));
      toast({ kind: "success", text: t(wanted ? "dao:debate.liked" : "dao:debate.unliked") });
    } else {
      setShown(before);
      toast({ kind: "error", text: dynamicKey(t, answer.messageKey) });
    }
  }

  return (
    <form method="post" action={action} onSubmit={(event) => void send(event)}>
      <input type="hidden" name="back" value={back} />
      <button
        type="submit"
        name="intent"
        value={intent}
        className="btn btn--line btn--small like"
        aria-pressed={shown.isLiked}
        // The second press of a double click means the first one.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        <Icon name="heart" />
        {t("dao:debate.like")}
        <span className="num">
          <FormattedNumber value={shown.likes} />
        </span>
      </button>
    </form>
  );
}
