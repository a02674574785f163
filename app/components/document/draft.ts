import { useEffect } from "react";
import { type Control, controlsOf, setControl } from "./controls";

/**
 * What stands in a form of this tab, for the page that crashed, was reloaded, or lost its connection: in the tab's own
 * storage, for an hour, and for the member who typed it only. Never passwords: a form says which fields may be kept.
 */
interface Draft {
  /** Milliseconds since 1970, by the visitor's clock. */
  at: number;
  /** What the server had kept of this form when it was typed into; something newer of the server's wins. */
  base: number;
  values: Record<string, string>;
  /** It was sent, and nothing has come back that says that it has to be sent again. */
  sent?: true;
}

const PREFIX = "draft:";
const KEPT_MS = 60 * 60_000;

/** @param place the page's path: each page keeps its own words */
export interface DraftPlace {
  who: string;
  form: string;
  path: string;
}

const keyOf = ({ who, form, path }: DraftPlace) => `${PREFIX}${who} ${form} ${path}`;

/** The tab's storage; undefined where the visitor has closed it to sites: then there are no drafts. */
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
    // Somebody else's doing: as good as none.
    return undefined;
  }
}

function write(key: string, draft: Draft): void {
  try {
    storage()?.setItem(key, JSON.stringify(draft));
  } catch {
    // Full: the form works without.
  }
}

function draftKeys(): string[] {
  return Object.keys(storage() ?? {}).filter((key) => key.startsWith(PREFIX));
}

export function saveDraft(place: DraftPlace, base: number, values: Record<string, string>): void {
  write(keyOf(place), { at: Date.now(), base, values });
}

/** The draft of a form that was never sent. One that a guest began is found again after they sign in in this tab. */
export function readDraft(place: DraftPlace, base: number): Record<string, string> | undefined {
  const draft = read(keyOf(place)) ?? read(keyOf({ ...place, who: "" }));
  const isGood = draft && !draft.sent && draft.base === base && Date.now() - draft.at < KEPT_MS;
  return isGood ? draft.values : undefined;
}

export function markSent(place: DraftPlace): void {
  const draft = read(keyOf(place));
  if (draft) write(keyOf(place), { ...draft, sent: true });
}

/** A form that was sent has come back, or its page has failed: its draft is offered again. */
export function unsendDrafts(): void {
  for (const key of draftKeys()) {
    const draft = read(key);
    if (!draft?.sent) continue;
    const { sent: _, ...unsent } = draft;
    write(key, unsent);
  }
}

/** For what is shown in place of a page that broke: its form will want back what was on its way. */
export function useUnsentDrafts(): void {
  useEffect(() => {
    unsendDrafts();
  }, []);
}

/** Forgets what is too old, and what others than this member have typed in this tab. */
export function sweepDrafts(who: string): void {
  for (const key of draftKeys()) {
    const [owner = ""] = key.slice(PREFIX.length).split(" ");
    const isTheirs = who !== "" && owner !== "" && owner !== who;
    if (isTheirs || Date.now() - (read(key)?.at ?? 0) >= KEPT_MS) storage()?.removeItem(key);
  }
}

/** What stands in these fields of a form now. */
export function valuesOf(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = data.getAll(name).at(-1);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

/**
 * Puts values back into a form's fields, except those in use and those whose value is not the first one.
 *
 * @returns whether anything was changed
 */
export function fillIn(form: HTMLFormElement, values: Record<string, string>): boolean {
  let isFilled = false;
  for (const [name, value] of Object.entries(values)) {
    for (const control of controlsOf(form, name)) {
      const isTick = control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);
      if (isTick ? control.value !== value : isEdited(control)) continue;
      if (setControl(control, value)) isFilled = true;
    }
  }
  return isFilled;
}

const isEdited = (control: Control) =>
  !(control instanceof HTMLSelectElement) && control.value !== control.defaultValue;

export function forgetDraft(place: DraftPlace): void {
  storage()?.removeItem(keyOf(place));
}
