import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** What to do next: usually one ButtonLink. */
  action?: ReactNode;
  /** The level of its heading in the page's outline. */
  level?: 2 | 3;
}

/** A list with nothing in it. */
export function EmptyState({ title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="panel empty">
      <img src="/art/empty-state.svg" width={320} height={220} alt="" />
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}
