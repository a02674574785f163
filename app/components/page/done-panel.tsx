import type { ReactNode } from "react";
import { useStepFocus } from "../document/use-step-focus";
import { type StateName, StatePicture } from "./state-picture";

interface DonePanelProps {
  picture: StateName;
  title: string;
  children: ReactNode;
}

/** Last step of a process: what was done, and where to go next. */
export function DonePanel({ picture, title, children }: DonePanelProps) {
  return (
    <section className="panel form-panel">
      <StatePicture name={picture} />
      <h2 tabIndex={-1} ref={useStepFocus()}>
        {title}
      </h2>
      {children}
    </section>
  );
}
