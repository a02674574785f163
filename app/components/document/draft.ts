import { useEffect } from "react";
import type { AttachedFile } from "~/domain/attachment-rules";
import { controlsOf, hasInput, isChanged, isTick, setControl } from "./controls";

/**
 * Draft of a form in this tab, for a page that crashed, was reloaded, or lost its connection. It is in sessionStorage
 * for an hour, for the member who typed it only. Each form lists the fields that may be saved: never passwords.
 */
interface Draft {
  /** Milliseconds since 1970, by the visitor's clock. */
  at: number;
  /** Time of the server's draft when this one was saved. A newer draft of the server takes precedence. */
  base: number;
  values: Record<string, string>;
  /** The picture that the server keeps for the form. */
  file?: AttachedFile;
  /** Set once the form was submitted, until a response or an error shows that it must be submitted again. */
  sent?: boolean;
}

const PREFIX = "draft:";
const KEPT_MS = 60 * 60_000;

/** Key of a draft. Includes the page's path, because each page has separate drafts. */
export type DraftPlace = Record<"who" | "form" | "path", string>;

const keyOf = ({ who, form, path }: DraftPlace) => `${PREFIX}${who} ${form} ${path}`;

/** Undefined if the browser denies access, which disables drafts. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

function read(key: string): Draft | undefined {
  try {
    return JSON.parse(storage()?.getItem(key) ?? "null") as Draft | undefined;
  } catch {
    // Invalid JSON. Treat as no draft.
    return undefined;
  }
}

function write(key: string, draft: Draft): void {
  try {
    storage()?.setItem(key, JSON.stringify(draft));
  } catch {
    // Quota exceeded. The draft is optional.
  }
}

const draftKeys = (): string[] => Object.keys(storage() ?? {}).filter((key) => key.startsWith(PREFIX));

/** Returns the draft that was typed into the page as the server sent it, unless it is too old. */
function current(place: DraftPlace, base: number): Draft | undefined {
  const draft = read(keyOf(place)) ?? read(keyOf({ ...place, who: "" }));
  return draft && draft.base === base && Date.now() - draft.at < KEPT_MS ? draft : undefined;
}

export function saveDraft(place: DraftPlace, base: number, values: Record<string, string>): void {
  const file = current(place, base)?.file;
  write(keyOf(place), { at: Date.now(), base, values, ...(file && { file }) });
}

/** Saves which picture is attached; `null` for none. */
export function saveDraftFile(place: DraftPlace, base: number, file: AttachedFile | null): void {
  const { file: earlier, ...draft } = current(place, base) ?? { at: Date.now(), base, values: {} };
  if (file || earlier) write(keyOf(place), { ...draft, at: Date.now(), ...(file && { file }) });
}

/** Returns the picture of a draft that was not submitted. */
export function readDraftFile(place: DraftPlace, base: number): AttachedFile | undefined {
  const draft = current(place, base);
  return draft && !draft.sent ? draft.file : undefined;
}

/** Returns the draft of a form that was not submitted. After a sign-in in this tab it also finds the guest's draft. */
export function readDraft(place: DraftPlace, base: number): Record<string, string> | undefined {
  const draft = current(place, base);
  return draft && !draft.sent ? draft.values : undefined;
}

export function markSent(place: DraftPlace): void {
  const draft = read(keyOf(place));
  if (draft) write(keyOf(place), { ...draft, sent: true });
}

/** Makes drafts of submitted forms available again, after an error response or a crash of the page. */
export function unsendDrafts(): void {
  for (const key of draftKeys()) {
    const draft = read(key);
    if (draft?.sent) write(key, { ...draft, sent: false });
  }
}

export function useUnsentDrafts(): void {
  useEffect(() => {
    unsendDrafts();
  }, []);
}

/** Deletes expired drafts, and drafts of other members in this tab. */
export function sweepDrafts(who: string): void {
  for (const key of draftKeys()) {
    const [owner = ""] = key.slice(PREFIX.length).split(" ");
    const isTheirs = who !== "" && owner !== "" && owner !== who;
    if (isTheirs || Date.now() - (read(key)?.at ?? 0) >= KEPT_MS) storage()?.removeItem(key);
  }
}

export function valuesOf(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = data.getAll(name).at(-1);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

/** Returns the values that were typed before hydration, also emptied ones, or that the browser has restored. */
export function changedValues(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const isTyped = (name: string) => controlsOf(form, name).some((each) => isChanged(each) || hasInput(each));
  return valuesOf(form, names.filter(isTyped));
}

/** Restores values in unused fields that have their initial value. Returns whether anything was changed. */
export function fillIn(form: HTMLFormElement, values: Record<string, string>): boolean {
  let isFilled = false;
  for (const [name, value] of Object.entries(values)) {
    for (const control of controlsOf(form, name)) {
      if (isTick(control) ? control.value !== value : isChanged(control)) continue;
      if (setControl(control, value)) isFilled = true;
    }
  }
  return isFilled;
}

export function forgetDraft(place: DraftPlace): void {
  storage()?.removeItem(keyOf(place));
}
