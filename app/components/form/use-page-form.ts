import { type DefaultValue, useForm } from "@conform-to/react";
import { useActionData, useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ASK_INTENT, type FormAnswer, type FormSetup, SIGNATURE_FIELD } from "~/domain/form-answer";
import { useSignedIn } from "../document/auth-channel";
import { whenReached } from "../document/connection";
import {
  type DraftPlace,
  fillIn,
  forgetDraft,
  readDraft,
  saveDraft,
  sweepDrafts,
  unsendDrafts,
  valuesOf,
} from "../document/draft";
import { isOffline } from "../document/route-exports";
import { type FieldMeta, withoutErrors } from "./fields";
import { useFormDone } from "./use-form-done";

/** React hook that returns the action data of the form with this name. */
export function useFormAnswer<Answer extends FormAnswer = FormAnswer>(name: string): Answer | undefined {
  const result = useActionData<unknown>() as Partial<FormAnswer> | undefined;
  return result && "lastResult" in result && result.form === name ? (result as Answer) : undefined;
}

interface Options<Name extends string> {
  defaultValue?: Partial<Record<Name, string>>;
  constraint?: Partial<Record<Name, { required?: boolean }>>;
  more?: Name[];
}

/** React hook that returns conform's state, filled with the draft, and the form's relation to the session. */
export function usePageForm<Name extends string>(
  opening: FormSetup,
  { defaultValue = {}, constraint, more = [] }: Options<Name> = {},
) {
  const answer = useFormAnswer(opening.name);
  const { pathname: path } = useLocation();
  const { who } = useSignedIn();
  const lastResult = useMemo(() => {
    // For a form of another member the server sends back no input, and its errors must not be shown. For a guest's form
    // it does, because the visitor typed it before signing in (define-form.server.ts).
    const hasInput = Object.keys(answer?.lastResult.initialValue ?? {}).length > 0;
    if (!answer || (answer.stale === "member" && !hasInput)) return null;
    // With the status conform would move the focus to a field while the user may be typing in another one.
    const { status: _, ...result } = answer.lastResult;
    return result;
  }, [answer]);
  const first = { ...defaultValue, ...opening.kept?.values };
  const [form, metas] = useForm<Record<Name, string>>({
    id: opening.name,
    lastResult,
    defaultValue: first as DefaultValue<Record<Name, string>>,
    ...(constraint ? { constraint: constraint as Record<Name, { required?: boolean }> } : {}),
  });
  const [isEdited, setEdited] = useState(false);
  const { lost, isAsking, noteSubmit } = useLostResponse(opening, isEdited);
  const place = useMemo(
    () => ({ who: opening.who, form: opening.name, path }),
    [opening.who, opening.name, path],
  );
  const { edited, isRestored, forget } = useTyped(opening, place, answer ?? lost);
  useFormDone(opening, first, forget);
  if (isEdited !== edited.size > 0) setEdited(edited.size > 0);
  const fields = Object.fromEntries(
    [...opening.fields, ...more].map((name) => {
      const meta = (metas as Record<string, FieldMeta>)[name] as FieldMeta;
      return [name, edited.has(name) ? withoutErrors(meta) : meta];
    }),
  ) as Record<Name, FieldMeta>;
  const hasDraft = Object.entries(opening.kept?.values ?? {}).some(
    ([name, value]) => value !== (defaultValue[name as Name] ?? ""),
  );
  const isLocked = opening.isBound && who !== opening.who;
  return {
    opening,
    form,
    /** By name, in the order of the declaration. A field that was edited since the response has no errors. */
    fields,
    edited,
    /** True if another tab signed in or out: the form is signed for the previous member and must not be submitted. */
    isLocked,
    stale: isLocked ? "member" : answer?.stale,
    /** Set if the response was lost; a new object for each, so that Alert takes the focus again. The input is kept. */
    lost,
    isAsking,
    noteSubmit,
    /** Set if the server confirmed that the form did not arrive. */
    hasNotArrived: answer?.arrived === false ? answer : undefined,
    isTold: answer?.isTold === true,
    /** True if the fields contain a restored draft, of the tab or of the session. The page shows a notice. */
    isKept: !answer && !lost && (isRestored || hasDraft),
    place,
  };
}

export type PageFormState<Name extends string> = ReturnType<typeof usePageForm<Name>>;

/** React hook that saves input as a draft in this tab, restores a saved draft, and returns the edited fields. */
function useTyped(opening: FormSetup, place: DraftPlace, answer: object | undefined) {
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const [isRestored, setRestored] = useState(false);
  const isFirst = useRef(answer === undefined);
  const base = opening.kept?.at ?? 0;

  useEffect(() => {
    setEdited(new Set());
    if (answer) unsendDrafts();
  }, [answer]);

  const names = opening.keeps.join(" ");
  useEffect(() => {
    const form = document.getElementById(place.form);
    if (!(form instanceof HTMLFormElement)) return;
    const kept = names.split(" ");
    sweepDrafts(place.who);
    let draft = isFirst.current ? readDraft(place, base) : undefined;
    isFirst.current = false;
    const fill = () => {
      if (draft && fillIn(form, draft)) setRestored(true);
    };
    const end = () => (draft = undefined);
    fill();
    const onInput = ({ target }: Event) => {
      const { form: owner, name } = target as HTMLInputElement;
      if (owner !== form) return;
      setEdited((before) => (before.has(name) ? before : new Set([...before, name])));
      if (kept.includes(name)) saveDraft(place, base, valuesOf(form, kept));
    };
    // On window, so that it runs after React's listeners, which are on the root element. A state set earlier would
    // render first, and a controlled field would lose the first typed character.
    window.addEventListener("input", onInput);
    // A field with the focus is not filled; restore it when the user leaves it without input.
    form.addEventListener("focusout", fill);
    form.addEventListener("submit", end);
    return () => {
      window.removeEventListener("input", onInput);
      form.removeEventListener("focusout", fill);
      form.removeEventListener("submit", end);
    };
  }, [place, base, names]);

  function forget(): void {
    setEdited(new Set());
    setRestored(false);
    forgetDraft(place);
  }
  return { edited, isRestored, forget };
}

type SubmitOptions = NonNullable<Parameters<ReturnType<typeof useSubmit>>[1]>;

/**
 * React hook that handles a lost response. If the form has an idempotency key and was not edited since, it asks the
 * server, once that responds, whether the submission arrived.
 *
 * @returns `noteSubmit`, to call on each submit; `lost` while it is unknown whether the form arrived
 */
function useLostResponse(opening: FormSetup, isEdited: boolean) {
  const { formData } = useNavigation();
  const result = useActionData<unknown>();
  const submit = useSubmit();
  const [sent, setSent] = useState<{ data: FormData; options: SubmitOptions }>();
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
  const hasKey = sent?.data.has("token") && sent.data.get("confirmed") === "yes";
  const askable = lost && hasKey && !isEdited ? sent : undefined;
  useEffect(() => {
    if (!askable || asked.current === lost) return;
    let isOver = false;
    void whenReached().then(() => {
      if (isOver) return;
      asked.current = lost;
      const data = new FormData();
      for (const [name, value] of askable.data) data.append(name, value);
      data.set("intent", ASK_INTENT);
      submit(data, askable.options);
    });
    return () => {
      isOver = true;
    };
  }, [askable, lost, submit]);
  return { lost, isAsking: askable !== undefined, noteSubmit };
}
