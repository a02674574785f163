import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { focusMessage } from "../document/controls";
import { Icon } from "../text/elements";

const marks = { error: "bad", info: "info", ok: "ok" } as const;

interface AlertProps {
  kind?: keyof typeof marks;
  title?: ReactNode;
  children?: ReactNode;
  /** "alert" if it appears as the result of a user's action. */
  role?: "alert" | "status";
  /**
   * The response that the alert reports. For each new object the alert takes the focus and so scrolls into view: the
   * pressed button may be a screen away.
   */
  answer?: object | undefined;
}

export function Alert({ kind = "info", title, children, role, answer }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) focusMessage(box.current);
  }, [answer]);
  return (
    <div
      ref={box}
      className={kind === "error" ? "alert" : `alert alert--${kind}`}
      role={role}
      tabIndex={answer ? -1 : undefined}
    >
      <Icon name={marks[kind]} />
      <div>
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
    </div>
  );
}

/** The API does not respond; `time` is that of the last successful read, formatted. */
export function StaleNote({ time }: { time: string }) {
  const { t } = useTranslation("errors");
  return (
    <p className="note" role="status">
      {t("stale", { time })}
    </p>
  );
}
