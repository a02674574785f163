import { useActionData, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { ASK_INTENT, type FormSetup, SIGNATURE_FIELD } from "~/domain/form-answer";
import { whenReached } from "../document/connection";
import { isOffline } from "../document/offline-action";

type SubmitOptions = NonNullable<Parameters<ReturnType<typeof useSubmit>>[1]>;

interface Sent {
  data: FormData;
  options: SubmitOptions;
}

/**
 * React hook that handles a lost response. If the form has an idempotency key and was not edited since, it asks the
 * server, once that responds, whether the submission arrived.
 *
 * @returns `noteSubmit`, to call on each submit; `lost` while it is unknown whether the form arrived; `isAsking` while
 *   the page asks the server
 */
export function useLostResponse(opening: FormSetup, isEdited: boolean) {
  const { formData } = useNavigation();
  const result = useActionData<unknown>();
  const submit = useSubmit();
  const [sent, setSent] = useState<Sent>();
  /** The lost response about which the page has asked. The action data stays set while that request is in progress. */
  const asked = useRef<object>();
  // All forms of a page share its action data, so another form's submission clears the state of this one.
  const other = formData?.get(SIGNATURE_FIELD);
  useEffect(() => {
    if (other && other !== opening.stamp) setSent(undefined);
  }, [other, opening.stamp]);

  /** Reads the event, because a submission that fails at once may end before a render sees its form data. */
  const noteSubmit = useCallback(({ currentTarget: form, nativeEvent }: FormEvent<HTMLFormElement>) => {
    const { submitter } = nativeEvent as SubmitEvent;
    const { pathname, search } = new URL(form.action);
    const options = {
      method: "post",
      action: pathname + search,
      encType: form.enctype,
      preventScrollReset: true,
    };
    setSent({ data: new FormData(form, submitter), options: options as SubmitOptions });
  }, []);

  const lost = isOffline(result) && sent ? result : undefined;
  const isAsking =
    lost !== undefined &&
    sent !== undefined &&
    sent.data.has("token") &&
    sent.data.get("confirmed") === "yes";
  useEffect(() => {
    if (!isAsking || isEdited || asked.current === lost) return;
    let isOver = false;
    void whenReached().then(() => {
      if (isOver) return;
      asked.current = lost;
      const data = new FormData();
      for (const [name, value] of sent.data) data.append(name, value);
      data.set("intent", ASK_INTENT);
      submit(data, sent.options);
    });
    return () => {
      isOver = true;
    };
  }, [isAsking, isEdited, lost, sent, submit]);
  return { lost, isAsking: isAsking && !isEdited, noteSubmit };
}
