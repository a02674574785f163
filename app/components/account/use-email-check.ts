import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { checkEmail, cutEmail } from "~/domain/email-rules";
import { useEarlyInput } from "../form/use-early-input";
import { isOffline, type OfflineAnswer } from "../document/offline-action";

/** Debounce of the e-mail, code and password checks, in ms (accounts-and-store.md section 9). */
export const PAUSE_MS = 300;

/** "taken": the e-mail address is registered. */
export type Known = "free" | "taken";

type EmailState =
  /** Nothing was typed yet, or the value is still being checked. */
  | { is: "open" }
  | { is: "missing" | "format" }
  | { is: Known }
  /** The check failed; the form's action validates on submit. `message` is a message key. */
  | { is: "unchecked"; message?: string };

type CheckAnswer = { hint?: Known; lastResult?: SubmissionResult } | OfflineAnswer;

/**
 * React hook that checks an e-mail address 300 ms after the last input. Without scripts, or if it fails, the form's
 * action gives the same message on submit.
 *
 * @param id of the field
 * @param action URL that receives the check, a form with the intent "check-email"
 */
export function useEmailCheck(id: string, action: string) {
  const fetcher = useFetcher<CheckAnswer>();
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState<string>();
  // The fetcher is a new object on every render and must not restart the timer.
  const submit = useRef(fetcher.submit);
  submit.current = fetcher.submit;

  useEarlyInput((field) => {
    if (field?.value) setTyped(field.value);
  }, id);

  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => {
      setAsked(typed);
      if (!checkEmail(typed)) {
        submit.current({ intent: "check-email", email: cutEmail(typed) }, { method: "post", action });
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, action]);

  /** Marks the current value as checked by the server. */
  const forget = useCallback(() => {
    setTyped(undefined);
    setAsked(undefined);
  }, []);

  return {
    state: stateOf(typed, asked, fetcher),
    /** True if the user has edited the address since the last `forget`. */
    isEdited: typed !== undefined,
    onInput(event: FormEvent<HTMLInputElement>) {
      // An input method is composing; the value is not final.
      if (!(event.nativeEvent as InputEvent).isComposing) setTyped(event.currentTarget.value);
    },
    /** Checks the field's current value, even if it was not edited. */
    check() {
      const field = document.getElementById(id);
      setTyped(field instanceof HTMLInputElement ? field.value : "");
    },
    forget,
  };
}

function stateOf(
  typed: string | undefined,
  asked: string | undefined,
  { state, data }: { state: string; data?: CheckAnswer | undefined },
): EmailState {
  if (typed === undefined || typed !== asked) return { is: "open" };
  const problem = checkEmail(typed);
  if (problem) return { is: problem };
  if (state === "submitting" || !data) return { is: "open" };
  if (isOffline(data)) return { is: "unchecked" };
  // A stale response, about an earlier address.
  if (data.lastResult?.initialValue?.["email"] !== cutEmail(typed)) return { is: "open" };
  if (data.hint) return { is: data.hint };
  const message = data.lastResult.error?.[""]?.[0];
  return { is: "unchecked", ...(message ? { message } : {}) };
}
