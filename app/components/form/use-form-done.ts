import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type FormSetup, SIGNATURE_FIELD } from "~/domain/form-setup";
import { controlsOf, setControl } from "../document/controls";
import { useLatest } from "../document/use-latest";

/** React hook that resets a form that was accepted and stays on its page; input since the submission is kept. */
export function useFormDone(setup: FormSetup, first: Partial<Record<string, string>>, onDone: () => void) {
  const { state, formData } = useNavigation();
  const isSending = formData?.get(SIGNATURE_FIELD) === setup.signature;
  // Action data is also set when the request failed offline, which is not a success.
  const hasActionData = useActionData() !== undefined;
  const wasSent = useRef(false);
  const latest = useLatest({ first, onDone });
  useEffect(() => {
    if (isSending) wasSent.current = true;
    else if (state === "idle" && wasSent.current) {
      wasSent.current = false;
      const form = document.getElementById(setup.name);
      if (hasActionData || !(form instanceof HTMLFormElement)) return;
      // Not form.reset(), which would reset all values. conform and useOnReset listen to the event.
      form.dispatchEvent(new Event("reset", { bubbles: true }));
      for (const name of setup.fields)
        for (const control of controlsOf(form, name)) setControl(control, latest.current.first[name] ?? "");
      latest.current.onDone();
    }
  }, [isSending, state, hasActionData, setup, latest]);
}

export function useOnReset(formId: string | undefined, forget: () => void): void {
  const latest = useLatest(forget);
  useEffect(() => {
    const onReset = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && target.id === formId) latest.current();
    };
    document.addEventListener("reset", onReset);
    return () => document.removeEventListener("reset", onReset);
  }, [formId, latest]);
}
