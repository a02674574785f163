import { useState } from "react";

/** React hook that returns how often a value has changed. */
export function useChanges(value: unknown): number {
  const [state, setState] = useState({ value, changes: 0 });
  if (state.value === value) return state.changes;
  const next = { value, changes: state.changes + 1 };
  setState(next);
  return next.changes;
}
