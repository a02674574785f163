import type { ReactNode } from "react";
import { type StateName, StatePicture } from "./state-picture";

interface EmptyStateProps {
  /** What is missing, drawn. */
  picture: StateName;
  title: string;
  text?: ReactNode;
  /** What to do next: usually one ButtonLink. */
  action?: ReactNode;
  /** The level of its heading in the page's outline. */
  level?: 2 | 3;
}

/** A list with nothing in it. */
export function EmptyState({ picture, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="panel empty">
      <StatePicture name={picture} />
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}
