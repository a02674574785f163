import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { checkEmail, cutEmail } from "~/domain/email-rules";
import { useEarlyInput } from "../form/use-early-input";
import { isOffline, type OfflineAnswer } from "../document/offline";

/** accounts-and-store.md section 9: e-mail, code and password checks wait for this pause in typing. */
export const PAUSE_MS = 300;

/** Whether an address is registered. */
export type Known = "free" | "taken";

type EmailState =
  /** Nothing was typed yet, or what stands there is still being checked. */
  | { is: "open" }
  | { is: "missing" | "format" }
  | { is: Known }
  /** The check could not be made: the form's own action will say. `message` is a key. */
  | { is: "unchecked"; message?: string };

type CheckAnswer = { hint?: Known; lastResult?: SubmissionResult } | OfflineAnswer;

/**
 * Checks an e-mail address 300 ms after the last key. An extra of the script: without it, or when it fails, the
 * form's own action says the same.
 *
 * @param id the field's
 * @param action where the check is asked for, as a form with the intent "check-email"
 */
export function useEmailCheck(id: string, action: string) {
  const fetcher = useFetcher<CheckAnswer>();
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState<string>();
  // The fetcher is a new object on every render; the timer must not start again for it.
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

  /** The server has answered about what stands there. */
  const forget = useCallback(() => {
    setTyped(undefined);
    setAsked(undefined);
  }, []);

  return {
    state: stateOf(typed, asked, fetcher),
    /** Whether the address is another one than the server last answered about. */
    isEdited: typed !== undefined,
    onInput(event: FormEvent<HTMLInputElement>) {
      // An input method is still composing: what stands there is not what will.
      if (!(event.nativeEvent as InputEvent).isComposing) setTyped(event.currentTarget.value);
    },
    /** Checks what stands there, typed or not. */
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
  // An answer about the address before this one.
  if (data.lastResult?.initialValue?.["email"] !== cutEmail(typed)) return { is: "open" };
  if (data.hint) return { is: data.hint };
  const message = data.lastResult.error?.[""]?.[0];
  return { is: "unchecked", ...(message ? { message } : {}) };
}
