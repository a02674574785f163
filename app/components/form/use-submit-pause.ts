import { useNavigation } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef } from "react";

/** public-site-and-community.md section 9: submit debounce. */
const PAUSE_MS = 1000;

/**
 * Lets one submit through in a second; a second press within it is a slip of the hand. Once the answer is there, a
 * press is meant. The server does not rely on it.
 *
 * @returns a function for `onSubmit`: false when the submit was stopped
 */
export function useSubmitPause(): (event: FormEvent) => boolean {
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
