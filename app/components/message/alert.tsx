import { type ReactNode, useEffect, useRef } from "react";
import { focusMessage } from "../document/controls";
import { Icon } from "../text/icon";

const marks = { error: "bad", info: "info", ok: "ok" } as const;

interface AlertProps {
  kind?: keyof typeof marks;
  title?: ReactNode;
  children?: ReactNode;
  /** "alert" where it appears as the answer to what the visitor did. */
  role?: "alert" | "status";
  /**
   * The answer that it tells of. For each new one it takes the focus, and so comes into view: the button that was
   * pressed may be a screen away.
   */
  answer?: object | undefined;
}

/** A box inside a page that says what went wrong, or right, or is good to know. */
export function Alert({ kind = "info", title, children, role, answer }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) focusMessage(box.current);
  }, [answer]);
  return (
    <div
      ref={box}
      className={kind === "error" ? "alert" : `alert alert--${kind}`}
      {...(role ? { role } : {})}
      {...(answer ? { tabIndex: -1 } : {})}
    >
      <Icon name={marks[kind]} />
      <div>
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
    </div>
  );
}
