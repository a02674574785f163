import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import type { KeptWork } from "#server/session/session-data";

const KEPT_MS = 60 * 60_000;
/** Longer than any text of the site's forms. Longer drafts are not saved. */
const MOST_CHARACTERS = 10_000;
/** Drafts per session; the oldest is evicted. */
const MOST_FORMS = 3;

/** Saves a draft for an hour, also over a sign-in, and returns whether there was anything to save. */
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

const isFor = (form: string, who: string) => (work: KeptWork) =>
  work.form === form && (work.who === who || work.who === "");

export function readDraft(session: Session, form: string, who: string) {
  const kept = session.data.kept?.filter(isFor(form, who)).findLast(({ at }) => clock.now() - at < KEPT_MS);
  return kept ? { values: kept.values, at: kept.at } : null;
}

/** Deletes the draft of a form that was sent. Drafts of other members stay. */
export async function deleteDraft(session: Session, form: string, who: string): Promise<void> {
  const isThis = isFor(form, who);
  if (!session.data.kept?.some(isThis)) return;
  await session.update((draft) => {
    const left = draft.kept?.filter((work) => !isThis(work)) ?? [];
    if (left.length > 0) draft.kept = left;
    else delete draft.kept;
  });
}
