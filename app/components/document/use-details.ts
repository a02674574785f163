import { useEffect, useRef, useState } from "react";

/**
 * React hook for a `<details>` that the visitor opens and closes. It is `open` or closed again whenever `about`
 * changes; what is inside stays in place, because a `key` would replace controls in use.
 */
export function useDetails(open: boolean, about: string) {
  const ref = useRef<HTMLDetailsElement>(null);
  const known = useRef(about);
  // Stays the same, so that a render does not undo what the visitor did.
  const [first] = useState(open);
  useEffect(() => {
    if (known.current !== about && ref.current) ref.current.open = open;
    known.current = about;
  }, [about, open]);
  return { ref, open: first };
}
