import { useActionData, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";

/** Minimum interval between two submissions, in ms (public-site-and-community.md section 9). */
const PAUSE_MS = 1000;

/**
 * React hook that throttles submissions to one per second, because a second press is usually accidental. Submissions
 * are allowed again once the response has arrived. The server does not rely on it.
 */
export function useSubmitThrottle(): (event: FormEvent) => boolean {
  const last = useRef(-PAUSE_MS);
  const { state } = useNavigation();
  // A submission without a network fails at once: no render sees another state, only a new result.
  const result = useActionData<unknown>();
  useEffect(() => {
    if (state === "idle") last.current = -PAUSE_MS;
  }, [state, result]);
  return ({ timeStamp }) => {
    if (timeStamp - last.current < PAUSE_MS) return true;
    last.current = timeStamp;
    return false;
  };
}
