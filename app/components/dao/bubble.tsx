import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { OthersWords } from "../text/others-words";
import { Time } from "../text/time";
import "./dao.css";
import { Face } from "./face";

interface BubbleProps {
  name: string | undefined;
  at: string | undefined;
  dateOnly?: boolean;
  /** Before the name, for readers: that this answers another one. */
  reply?: ReactNode;
  /** Whoever made the suggestion is told apart in the talk about it. */
  isAuthor?: boolean;
  words: ReactNode;
  /** At its foot: what others think of it, what can be done. */
  children?: ReactNode;
}

/** What somebody said: a sheet of paper whose tail points at the face. */
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
            <OthersWords text={said} />
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

/** The place of what was removed: an outline, nobody's face, and the message. */
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
