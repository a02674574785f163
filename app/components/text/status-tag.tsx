import type { ReactNode } from "react";

interface StatusTagProps {
  tone: "dusk" | "mint" | "ember" | "apricot" | "rose" | "soft" | "danger";
  /** Filled background, for states that must be found at a glance. */
  filled?: boolean;
  children: ReactNode;
}

export function StatusTag({ tone, filled = false, children }: StatusTagProps) {
  return <span className={`tag tag--${tone}${filled ? " tag--filled" : ""}`}>{children}</span>;
}
