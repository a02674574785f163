import type { ReactNode } from "react";
import { type StateName, StatePicture } from "./state-picture";

interface EmptyStateProps {
  picture: StateName;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}

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
