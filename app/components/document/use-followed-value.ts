import { useEffect, useRef, useState } from "react";
import { setControl } from "./controls";

/** React hook for a control of a GET form that follows the `value` in the URL unless it is in use. */
export function useFollowedValue<Element extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const ref = useRef<Element>(null);
  // `defaultValue` stays the same, because React would write a changed one into the control.
  const [first] = useState(value);
  const known = useRef(value);
  useEffect(() => {
    if (known.current !== value && ref.current) setControl(ref.current, value, { isSilent: true });
    known.current = value;
  }, [value]);
  return { ref, defaultValue: first };
}
