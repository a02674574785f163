import type { ReactNode } from "react";
import { useStepFocus } from "../document/use-step-focus";

/** The heading of a step that comes in place of another one at the same address. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} ref={useStepFocus()}>
      {children}
    </h1>
  );
}
