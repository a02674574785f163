import type { ReactNode } from "react";

interface FactProps {
  label: ReactNode;
  /** Class of the value. */
  className?: "code" | "num";
  children: ReactNode;
}

/** A row of a list of facts; nothing without a value. */
export function Fact({ label, className, children }: FactProps) {
  return children === undefined ? null : (
    <div>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
