import type { ReactNode } from "react";
import { useStepFocus } from "../document/use-step-focus";

export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} ref={useStepFocus()}>
      {children}
    </h1>
  );
}
