import type { ReactNode } from "react";
import { Icon } from "./icon";

const marks = { error: "bad", info: "info", ok: "ok" } as const;

interface AlertProps {
  kind?: keyof typeof marks;
  title?: ReactNode;
  children?: ReactNode;
  /** "alert" where it appears as the answer to what the visitor did. */
  role?: "alert" | "status";
}

/** A box inside a page that says what went wrong, or right, or is good to know. */
export function Alert({ kind = "info", title, children, role }: AlertProps) {
  return (
    <div className={kind === "error" ? "alert" : `alert alert--${kind}`} {...(role ? { role } : {})}>
      <Icon name={marks[kind]} />
      <div>
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
    </div>
  );
}
