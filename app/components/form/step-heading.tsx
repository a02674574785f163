import type { ReactNode } from "react";
import { useStepFocus } from "../document/use-step-focus";

/** Heading of a step that replaces another one at the same URL. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} ref={useStepFocus()}>
      {children}
    </h1>
  );
}
