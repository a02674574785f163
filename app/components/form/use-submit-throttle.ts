import { useNavigation } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef } from "react";

/** Minimum interval between two submissions, in ms (public-site-and-community.md section 9). */
const PAUSE_MS = 1000;

/**
 * React hook that throttles submissions to one per second, because a second press is usually accidental. Submissions
 * are allowed again once the response has arrived. The server does not rely on it.
 *
 * @returns a function for `onSubmit`; false if the submission was stopped
 */
export function useSubmitThrottle(): (event: FormEvent) => boolean {
  const last = useRef(-PAUSE_MS);
  const { state } = useNavigation();
  useEffect(() => {
    if (state === "idle") last.current = -PAUSE_MS;
  }, [state]);
  return useCallback((event: FormEvent) => {
    if (event.timeStamp - last.current < PAUSE_MS) {
      event.preventDefault();
      return false;
    }
    last.current = event.timeStamp;
    return true;
  }, []);
}
