import type { ReactNode } from "react";

interface FactsProps {
  rows: readonly (readonly [name: string, value: ReactNode])[];
  /** Class of the values. */
  className?: string;
}

/** Names and values as a description list. */
export function Facts({ rows, className }: FactsProps) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={className}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
