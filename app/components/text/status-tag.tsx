import type { ReactNode } from "react";

interface StatusTagProps {
  tone: "dusk" | "mint" | "ember" | "apricot" | "rose" | "soft" | "danger";
  /** On a ground of its own, where the state has to be found at a glance. */
  filled?: boolean;
  children: ReactNode;
}

/** The state or kind of a thing: a dot of colour and, always, the word. */
export function StatusTag({ tone, filled = false, children }: StatusTagProps) {
  return <span className={`tag tag--${tone}${filled ? " tag--filled" : ""}`}>{children}</span>;
}
