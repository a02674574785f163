import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * How many forms of this page have gone through since it was opened. As a key it gives a form back its first
 * values, so that no password stays in a field after it was changed; a form that failed keeps what was typed.
 */
export function useSavedCount(): number {
  const { state, formMethod } = useNavigation();
  const hasFailed = useActionData() !== undefined;
  const wasSent = useRef(false);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (state !== "idle") {
      wasSent.current ||= formMethod === "POST";
    } else if (wasSent.current) {
      wasSent.current = false;
      if (!hasFailed) setCount((before) => before + 1);
    }
  }, [state, formMethod, hasFailed]);
  return count;
}
