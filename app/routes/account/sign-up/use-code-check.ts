import { useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { PAUSE_MS } from "~/components/form/fields";
import { checkCode, codeMessage } from "~/domain/auth-code";

/**
 * React hook that checks the code 300 ms after the last input (accounts-and-store.md section 5). It submits six
 * digits automatically and shows a hint for anything else, also on blur.
 *
 * @param answer the latest action data; a new one clears the hint, so that only the server's message is shown
 */
export function useCodeCheck(answer: unknown) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [problem, setProblem] = useState<string>();
  const [isEdited, setEdited] = useState(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => stop(), []);
  // Cancels the automatic submit if Enter or the button has submitted the form.
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
    // Submits with the form's button, which carries the intent.
    if (!found) form?.requestSubmit(form.querySelector<HTMLButtonElement>("button[type=submit]"));
  }

  function onInput(event: FormEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    stop();
    // Ignore the intermediate text of an input method; compositionend follows.
    if ((event.nativeEvent as InputEvent).isComposing) return;
    setEdited(true);
    setProblem(undefined);
    timer.current = setTimeout(() => look(input), PAUSE_MS);
  }

  return {
    problem,
    isEdited,
    watch: {
      onInput,
      onCompositionEnd: onInput,
      onBlur: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        if (!isEdited || checkCode(currentTarget.value) === undefined) return;
        stop();
        // Delayed: the error moves the content below it, and the click that caused the blur must land first.
        timer.current = setTimeout(() => look(currentTarget), PAUSE_MS);
      },
    },
  };
}
