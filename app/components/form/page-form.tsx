import { type DefaultValue, getFormProps, useForm } from "@conform-to/react";
import { Form, type FormProps, useActionData, useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldName, FormFields } from "~/domain/form-fields";
import { ASK_INTENT, type FormActionData, type FormSetup, SIGNATURE_FIELD } from "~/domain/form-setup";
import { useSignedIn } from "../document/auth-channel";
import { whenReached } from "../document/connection";
import {
  changedValues,
  type DraftPlace,
  fillIn,
  forgetDraft,
  markSent,
  readDraft,
  saveDraft,
  sweepDrafts,
  unsendDrafts,
  valuesOf,
} from "../document/draft";
import { isOffline } from "../document/route-exports";
import { useChanges } from "../document/use-changes";
import { useLatest } from "../document/use-latest";
import { Alert } from "../text/elements";
import { type BoundField, type FieldMeta, withErrors } from "./fields";
import { ErrorSummary, StaleAlert } from "./form-messages";
import { FormMarks } from "./hidden-fields";
import { useFormDone } from "./use-form-done";
import { useMissing } from "./use-missing";
import { useSubmitThrottle } from "./use-submit-throttle";

type OwnFormProps = "action" | "className" | "encType" | "noValidate" | "onChange" | "preventScrollReset";

interface PageFormProps extends Pick<FormProps, OwnFormProps> {
  of: PageFormState;
  title?: ReactNode;
  /** Runs first on submit; `preventDefault` stops the submission. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Message for a lost response, if the page knows more than that the submission may have arrived. */
  offlineText?: string;
  /** Content below the form that is visually separate, like a ticket's stub. */
  foot?: ReactNode;
  children: ReactNode;
}

export function PageForm({
  of,
  title,
  onSubmit: onFirst,
  offlineText,
  foot,
  children,
  ...props
}: PageFormProps) {
  const { lost, hasNotArrived } = of;
  const { t } = useTranslation(["common", "errors"]);
  const { onSubmit, ...formProps } = getFormProps(of.form);
  const isTooSoon = useSubmitThrottle();
  const [presses, setPresses] = useState(0);

  function submit(event: FormEvent<HTMLFormElement>): void {
    if (of.isLocked) {
      event.preventDefault();
      return setPresses((before) => before + 1);
    }
    onFirst?.(event);
    if (event.defaultPrevented) return;
    if (isTooSoon(event)) return event.preventDefault();
    markSent(of.place);
    onSubmit(event);
    if (!event.defaultPrevented) of.noteSubmit(event);
  }
  const sheet = (
    <>
      {title}
      {of.stale ? <StaleAlert reason={of.stale} presses={presses} /> : null}
      {lost ? (
        <Alert kind="error" role="alert" response={lost}>
          {offlineText ?? t(of.isAsking ? "errors:findingOut" : "errors:offline")}
        </Alert>
      ) : null}
      {hasNotArrived ? (
        <Alert kind="error" role="alert" response={hasNotArrived}>
          {t("errors:notArrived")}
        </Alert>
      ) : null}
      {of.hasRestoredDraft ? <Alert role="status">{t("common:form.kept")}</Alert> : null}
      <ErrorSummary of={of} />
      <FormMarks of={of.setup} />
      {children}
    </>
  );
  return (
    <Form method="post" {...formProps} {...props} onSubmit={submit}>
      {foot ? <div className="ticket__sheet">{sheet}</div> : sheet}
      {foot}
    </Form>
  );
}

/** React hook that returns the action data of the form `name`. */
export function useFormActionData<ActionData extends FormActionData = FormActionData>(
  name: string,
): ActionData | undefined {
  const result = useActionData<unknown>() as Partial<FormActionData> | undefined;
  return result && "lastResult" in result && result.form === name ? (result as ActionData) : undefined;
}

/**
 * React hook that returns conform's state, filled with the draft, and the form's relation to the session.
 *
 * @param declared the form's fields (`form.ts` beside the route)
 */
export function usePageForm<Fields extends FormFields>(
  declared: Fields,
  setup: FormSetup,
  { defaultValue = {} }: { defaultValue?: Partial<Record<FieldName<Fields>, string>> } = {},
) {
  type Name = FieldName<Fields>;
  const actionData = useFormActionData(setup.name);
  const { pathname: path } = useLocation();
  const { who } = useSignedIn();
  const lastResult = useMemo(() => {
    // For a form of another member the server sends back no input, and its errors must not be shown. For a guest's form
    // it does, because the visitor typed it before signing in (define-form.server.ts).
    const hasInput = Object.keys(actionData?.lastResult.initialValue ?? {}).length > 0;
    if (!actionData || (actionData.stale === "member" && !hasInput)) return null;
    // With the status conform would move the focus to a field while the user may be typing in another one.
    const { status: _, ...result } = actionData.lastResult;
    return result;
  }, [actionData]);
  const first = { ...defaultValue, ...setup.draft?.values };
  const [form, metas] = useForm<Record<Name, string>>({
    id: setup.name,
    lastResult,
    defaultValue: first as DefaultValue<Record<Name, string>>,
  });
  const [isEdited, setEdited] = useState(false);
  const { lost, isAsking, noteSubmit } = useLostResponse(setup, isEdited);
  const place = useMemo(() => ({ who: setup.who, form: setup.name, path }), [setup.who, setup.name, path]);
  const { edited, isRestored, forget } = useTyped(setup, place, actionData ?? lost);
  useFormDone(setup, first, forget);
  if (isEdited !== edited.size > 0) setEdited(edited.size > 0);
  const idOf = (name: string) => (metas as Record<string, FieldMeta>)[name]?.id;
  const { missing, showMissing } = useMissing(setup.name, declared, idOf);
  const fields = Object.fromEntries(
    Object.entries(declared).map(([name, field]) => {
      const meta = (metas as Record<string, FieldMeta>)[name] as FieldMeta;
      if (missing?.name === name) return [name, { field, meta: withErrors(meta, [missing.problem]) }];
      return [name, { field, meta: edited.has(name) ? withErrors(meta) : meta }];
    }),
  ) as Record<Name, BoundField>;
  const hasDraft = Object.entries(setup.draft?.values ?? {}).some(
    ([name, value]) => value !== (defaultValue[name as Name] ?? ""),
  );
  const isLocked = setup.isBound && who !== setup.who;
  return {
    setup,
    declared: declared as FormFields,
    form,
    /** By name, in the order of the declaration. A field that was edited since the response has no errors. */
    fields,
    edited,
    /** For a button that waits until the form is complete (`SubmitButton`, `onWait`). */
    showMissing,
    /** True if another tab signed in or out: the form is signed for the previous member and must not be submitted. */
    isLocked,
    stale: isLocked ? "member" : actionData?.stale,
    /** Set if the response was lost; a new object for each, so that Alert takes the focus again. The input is kept. */
    lost,
    isAsking,
    noteSubmit,
    /** Set if the server confirmed that the form did not arrive. */
    hasNotArrived: actionData?.arrived === false ? actionData : undefined,
    isTold: actionData?.isTold === true,
    response: useChanges(actionData),
    /** True if the fields contain a restored draft, of the tab or of the session. The page shows a notice. */
    hasRestoredDraft: !actionData && !lost && (isRestored || hasDraft),
    place,
  };
}

export type PageFormState = ReturnType<typeof usePageForm<FormFields>>;

const NO_NAMES: ReadonlySet<string> = new Set();

/** React hook that saves input as a draft in this tab, restores a saved draft, and returns the edited fields. */
function useTyped(setup: FormSetup, place: DraftPlace, actionData: object | undefined) {
  // Of this response: edits before it do not count, from the first render that shows it.
  const [typing, setTyping] = useState({ actionData, names: NO_NAMES });
  const edited = typing.actionData === actionData ? typing.names : NO_NAMES;
  const latest = useLatest(actionData);
  const [isRestored, setRestored] = useState(false);
  const isFirst = useRef(actionData === undefined);
  const base = setup.draft?.at ?? 0;

  useEffect(() => {
    if (actionData) unsendDrafts();
  }, [actionData]);

  const names = setup.draftFields.join(" ");
  useEffect(() => {
    const form = document.getElementById(place.form);
    if (!(form instanceof HTMLFormElement)) return;
    const draftFields = names.split(" ");
    sweepDrafts(place.who);
    let draft = isFirst.current ? readDraft(place, base) : undefined;
    isFirst.current = false;
    const fill = () => {
      if (draft && fillIn(form, draft)) setRestored(true);
    };
    fill();
    // Typed before hydration, when nothing listened: newer than the draft, and saved for the next reload.
    const typed = changedValues(form, draftFields);
    const isNewer = Object.entries(typed).some(([name, value]) => value !== draft?.[name]);
    if (isNewer) saveDraft(place, base, { ...draft, ...typed });
    const listening = new AbortController();
    const { signal } = listening;
    const onInput = ({ target }: Event) => {
      const { form: owner, name } = target as HTMLInputElement;
      if (owner !== form) return;
      setTyping((before) => {
        const of = before.actionData === latest.current ? before.names : NO_NAMES;
        return of.has(name) ? before : { actionData: latest.current, names: new Set([...of, name]) };
      });
      if (draftFields.includes(name)) saveDraft(place, base, valuesOf(form, draftFields));
    };
    // On window, so that it runs after React's listeners, which are on the root element. A state set earlier would
    // render first, and a controlled field would lose the first typed character.
    window.addEventListener("input", onInput, { signal });
    // A field with the focus is not filled; restore it when the user leaves it without input.
    form.addEventListener("focusout", fill, { signal });
    form.addEventListener("submit", () => (draft = undefined), { signal });
    return () => listening.abort();
  }, [place, base, names, latest]);

  function forget(): void {
    setTyping({ actionData, names: NO_NAMES });
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
function useLostResponse(setup: FormSetup, isEdited: boolean) {
  const { formData } = useNavigation();
  const result = useActionData<unknown>();
  const submit = useSubmit();
  const [sent, setSent] = useState<{ data: FormData; options: SubmitOptions }>();
  /** The lost response about which the page has asked. The action data stays set while that request is in progress. */
  const asked = useRef<object>();
  // All forms of a page share its action data, so another form's submission clears the state of this one.
  const other = formData?.get(SIGNATURE_FIELD);
  useEffect(() => {
    if (other && other !== setup.signature) setSent(undefined);
  }, [other, setup.signature]);

  /** Reads the event, because a submission that fails at once may end before a render sees its form data. */
  function noteSubmit({ currentTarget: form, nativeEvent }: FormEvent<HTMLFormElement>): void {
    const { submitter } = nativeEvent as SubmitEvent;
    const { pathname, search } = new URL(form.action);
    const options = {
      method: "post",
      action: pathname + search,
      encType: form.enctype,
      preventScrollReset: true,
    };
    setSent({ data: new FormData(form, submitter), options: options as SubmitOptions });
  }

  const lost = isOffline(result) && sent ? result : undefined;
  const hasKey = sent?.data.has("token") && sent.data.get("confirmed") === "yes";
  const askable = lost && hasKey && !isEdited ? sent : undefined;
  // A press meanwhile is a new submission, whose response tells; asking would take its place.
  const isSubmitting = formData !== undefined;
  useEffect(() => {
    if (!askable || isSubmitting || asked.current === lost) return;
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
  }, [askable, isSubmitting, lost, submit]);
  return { lost, isAsking: askable !== undefined, noteSubmit };
}
