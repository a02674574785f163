import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "../text/user-text";
import { Time } from "../text/time";
import "./dao.css";
import { Face } from "./face";

interface BubbleProps {
  name: string | undefined;
  at: string | undefined;
  dateOnly?: boolean;
  /** Before the name, for screen readers: that this is a reply. */
  reply?: ReactNode;
  /** Marks comments by the author of the suggestion. */
  isAuthor?: boolean;
  words: ReactNode;
  /** Foot of the bubble: likes and actions. */
  children?: ReactNode;
}

/** A comment as a speech bubble that points at the author's portrait. */
export function Bubble({
  name,
  at,
  dateOnly = false,
  reply,
  isAuthor = false,
  words,
  children,
}: BubbleProps) {
  const { t } = useTranslation("dao");
  const said = name ?? t("unknownAccount");
  return (
    <>
      <Face name={name} />
      <article className="bubble" aria-label={said}>
        <p className="bubble__head">
          {reply}
          <b>
            <UserText text={said} />
          </b>
          {isAuthor ? <span className="bubble__role">{t("facts.by")}</span> : null}
          {at ? <Time value={at} dateOnly={dateOnly} /> : null}
        </p>
        {words}
        {children ? <p className="bubble__foot">{children}</p> : null}
      </article>
    </>
  );
}

/** Placeholder for a removed comment: outline, empty portrait, message. */
export function RemovedBubble({ message, children }: { message: ReactNode; children?: ReactNode }) {
  return (
    <>
      <Face name={undefined} />
      <div className="bubble bubble--gone">
        <p>{message}</p>
        {children ? <p className="bubble__foot">{children}</p> : null}
      </div>
    </>
  );
}
