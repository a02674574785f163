import { useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { PAUSE_MS } from "~/components/account/use-email-check";
import { checkCode, codeMessage } from "~/domain/auth-code";

/**
 * Looks at the code 300 ms after the last key (accounts-and-store.md section 5): six digits go out by themselves,
 * for anything else there is a hint, also when the field is left.
 *
 * @param answer the server's last one, after which its own words stand until the next key
 */
export function useCodeCheck(answer: unknown) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [problem, setProblem] = useState<string>();
  const [isEdited, setEdited] = useState(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => stop(), []);
  // Sent meanwhile by Enter or the button: not a second time.
  const { state } = useNavigation();
  useEffect(() => {
    if (state !== "idle") stop();
  }, [state]);
  useEffect(() => {
    stop();
    setProblem(undefined);
    setEdited(false);
  }, [answer]);

  function look(input: HTMLInputElement) {
    const found = checkCode(input.value);
    setProblem(found && codeMessage(found));
    const { form } = input;
    // By its button, because the button carries the intent.
    if (!found) form?.requestSubmit(form.querySelector<HTMLButtonElement>("button[type=submit]"));
  }

  function onInput(event: FormEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    stop();
    // An input method is still composing: what stands there is not what will.
    if ((event.nativeEvent as InputEvent).isComposing) return;
    setEdited(true);
    setProblem(undefined);
    timer.current = setTimeout(() => look(input), PAUSE_MS);
  }

  return {
    /** A message key. */
    problem,
    isEdited,
    watch: {
      onInput,
      onCompositionEnd: onInput,
      onBlur: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        if (!isEdited || checkCode(currentTarget.value) === undefined) return;
        stop();
        // Delayed: the error moves what is below it, and the press that took the focus away must land before that.
        timer.current = setTimeout(() => look(currentTarget), PAUSE_MS);
      },
    },
  };
}
