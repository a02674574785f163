import { type DefaultValue, type FormMetadata, useForm } from "@conform-to/react";
import { useActionData, useLocation } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { type FormAnswer, type FormOpening, type StaleReason } from "~/domain/form-answer";
import { useSignedIn } from "../document/signed-in";
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
import { type FieldMeta, withoutErrors } from "./field-parts";
import { useFormDone } from "./use-form-done";
import { useLostResponse } from "./use-lost-response";

/** The answer to the form of this name; undefined while there is none, and when it is about another form. */
export function useFormAnswer<Answer extends FormAnswer = FormAnswer>(name: string): Answer | undefined {
  const result = useActionData<unknown>() as Partial<FormAnswer> | undefined;
  return result && "lastResult" in result && result.form === name ? (result as Answer) : undefined;
}

/** What a page knows of one of its forms, for PageForm and the fields in it. */
export interface PageFormState<Name extends string> {
  opening: FormOpening;
  form: FormMetadata<Record<Name, string>, string[]>;
  /** By name, in the order of the declaration; one that was changed since the answer has no error any more. */
  fields: Record<Name, FieldMeta>;
  /** The fields that were changed since the last answer. */
  edited: ReadonlySet<string>;
  /** Not yet looked at by the server, or not any more: why, if the form is not for whoever is signed in now. */
  stale: StaleReason | undefined;
  /** Its response was lost: it is not known whether it arrived. Everything is still there. */
  lost: object | undefined;
  /** The page finds out by itself whether it arrived. */
  isAsking: boolean;
  /** To be called with each submit that goes out. */
  noteSubmit: ReturnType<typeof useLostResponse>["noteSubmit"];
  /** The page has found out: it did not. */
  hasNotArrived: object | undefined;
  /** What was typed before is here again. */
  isKept: boolean;
  place: DraftPlace;
}

interface Options<Name extends string> {
  defaultValue?: Partial<Record<Name, string>>;
  constraint?: Partial<Record<Name, { required?: boolean }>>;
  /** Fields beside the declared ones: a file. */
  more?: Name[];
}

/**
 * One form of a page, as its loader has opened it: conform's state of it, filled with what was kept; its errors, each
 * until its field is changed; whom it is for.
 */
export function usePageForm<Name extends string>(
  opening: FormOpening,
  { defaultValue = {}, constraint, more = [] }: Options<Name> = {},
): PageFormState<Name> {
  const answer = useFormAnswer(opening.name);
  const { pathname: path } = useLocation();
  const { who } = useSignedIn();
  const { stale } = answer ?? {};
  // Of another member's form the page shows nothing: it is the new member's.
  const lastResult = answer && stale !== "member" ? answer.lastResult : null;
  const first = { ...defaultValue, ...opening.kept?.values };
  const [form, metas] = useForm<Record<Name, string>>({
    id: opening.name,
    lastResult: useWithoutStatus(lastResult ?? guestsWords(answer)),
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
  return {
    opening,
    form,
    fields,
    edited,
    stale: opening.isBound && who !== opening.who ? "member" : stale,
    lost,
    isAsking,
    noteSubmit,
    hasNotArrived: answer?.arrived === false ? answer : undefined,
    isKept: !answer && !lost && (isRestored || isOther(opening.kept?.values, defaultValue)),
    place,
  };
}

/** For its status conform would move the focus to a field, where the visitor may be typing in another one. */
function useWithoutStatus(result: FormAnswer["lastResult"] | null) {
  return useMemo(() => {
    const { status: _, ...others } = result ?? {};
    return result ? others : null;
  }, [result]);
}

/** Whether what was kept is anything else than what the form begins with. */
function isOther(kept: Record<string, string> | undefined, first: Partial<Record<string, string>>): boolean {
  return Object.entries(kept ?? {}).some(([name, value]) => value !== (first[name] ?? ""));
}

/** A form that a guest began is sent back to whoever has signed in meanwhile, with what they had typed. */
function guestsWords(answer: FormAnswer | undefined) {
  const typed = Object.keys(answer?.lastResult.initialValue ?? {});
  return answer && typed.length > 0 ? answer.lastResult : null;
}

/** Watches what is typed: keeps it for this tab, puts back what was kept, and tells which fields have changed. */
function useTyped(opening: FormOpening, place: DraftPlace, answer: object | undefined) {
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
    // After React's own listeners, which stand on the document: a state set before them is drawn before them, and a
    // field that React holds would get its old value back, and lose the first letter that was typed.
    window.addEventListener("input", onInput);
    // A field that had the focus is filled when it is left empty.
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
