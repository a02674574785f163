import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import type { KeptWork } from "#server/session/session-data";

/** How long what was typed waits for its form to be opened again. */
const KEPT_MS = 60 * 60_000;
/** Longer than any of our texts may be; what is beyond it is not kept. */
const MOST_CHARACTERS = 10_000;
/** Forms at once; the oldest give way. */
const MOST_FORMS = 3;

/**
 * Keeps what was typed into a form that could not be sent, or whose page is about to be loaded in another language:
 * in the visitor's session (encrypted), for an hour, also over a sign-in.
 *
 * @param work.form which form, and of which page when several have it
 * @param work.who who typed it, as `memberMark` has it; nobody else is shown it. "" for a guest, whose words stay with
 * the visitor's own session
 * @returns whether there was anything to keep
 */
export async function saveDraft(session: Session, work: Omit<KeptWork, "at">): Promise<boolean> {
  const entries = Object.entries(work.values).filter(([, value]) => value.trim() !== "");
  const length = entries.reduce((sum, [, value]) => sum + value.length, 0);
  if (entries.length === 0 || length > MOST_CHARACTERS) return false;
  const kept = { ...work, values: Object.fromEntries(entries), at: clock.now() };
  await session.update((draft) => {
    const others = (draft.kept ?? []).filter((other) => other.form !== work.form || other.who !== work.who);
    draft.kept = [...others, kept].slice(-MOST_FORMS);
  });
  return true;
}

/** What waits for a form, for the member who typed it; null when nothing does. */
export function readDraft(session: Session, form: string, who: string): FormKept | null {
  const kept = session.data.kept?.findLast(
    (work) => work.form === form && (work.who === who || work.who === "") && clock.now() - work.at < KEPT_MS,
  );
  return kept ? { values: kept.values, at: kept.at } : null;
}

type FormKept = Pick<KeptWork, "values" | "at">;

/** Forgets it: it has been sent. What somebody else has typed there stays theirs. */
export async function deleteDraft(session: Session, form: string, who: string): Promise<void> {
  const isThis = (work: KeptWork) => work.form === form && (work.who === who || work.who === "");
  if (!session.data.kept?.some(isThis)) return;
  await session.update((draft) => {
    const left = draft.kept?.filter((work) => !isThis(work)) ?? [];
    if (left.length > 0) draft.kept = left;
    else delete draft.kept;
  });
}
