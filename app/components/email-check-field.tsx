import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { checkEmail, cutEmail, MAX_EMAIL } from "~/domain/email-rules";
import { dynamicKey } from "~/i18n/dynamic";
import { Field } from "./field";
import type { FieldMeta } from "./field-parts";
import { LiveHint } from "./live-hint";

/** accounts-and-store.md section 9: e-mail, code and password checks wait for this pause in typing. */
const PAUSE_MS = 300;

type Known = "free" | "taken";

interface EmailCheckFieldProps {
  meta: FieldMeta;
  label: string;
  /** Which of the two the screen wants: a free address (sign-up), or a registered one (find-password). */
  good: Known;
  /** Where the check is asked for, as a form with the intent "check-email". */
  action: string;
  hints: Record<Known, string>;
}

/**
 * An e-mail field that tells, 300 ms after the last key, whether its address will do. The check is an extra:
 * without scripts, or when it fails, the form's own action says the same.
 */
export function EmailCheckField({ meta, label, good, action, hints }: EmailCheckFieldProps) {
  const { t } = useTranslation("account");
  const fetcher = useFetcher<{ hint?: Known; lastResult?: SubmissionResult }>();
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState<string>();
  // The fetcher is a new object on every render; the timer must not start again for it.
  const submit = useRef(fetcher.submit);
  submit.current = fetcher.submit;

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

  const current = asked !== undefined && asked === typed && fetcher.state === "idle";
  const problem = asked !== undefined && asked === typed ? checkEmail(asked) : undefined;
  const known = current && !problem ? fetcher.data?.hint : undefined;
  const failure = current && !problem && fetcher.data?.lastResult?.error?.[""]?.[0];
  const live = problem
    ? { ok: false, text: t(`emailHint.${problem}`) }
    : known
      ? { ok: known === good, text: hints[known] }
      : failure
        ? { ok: false, text: dynamicKey(t, failure) }
        : undefined;
  const { key, id, name, errorId, descriptionId, initialValue, errors } = meta;
  return (
    <Field
      // What the server said of the address before this one is no longer about what stands there.
      meta={{ key, id, name, errorId, descriptionId, initialValue, errors: live ? undefined : errors }}
      label={label}
      type="email"
      inputMode="email"
      autoComplete="username"
      maxLength={MAX_EMAIL}
      required
      onInput={(event) => setTyped(event.currentTarget.value)}
      hint={<LiveHint {...live} />}
    />
  );
}
