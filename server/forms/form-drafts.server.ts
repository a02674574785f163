import { ATTACHMENT_FIELD, ATTACHMENT_NAME_FIELD } from "~/domain/form-setup";
import { cut, line } from "~/domain/readers";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import type { StoredFile, StoredDraft } from "#server/session/session-data";

const KEPT_MS = 60 * 60_000;
/** Longer than any text of the site's forms. Longer drafts are not saved. */
const MOST_CHARACTERS = 10_000;
/** Drafts per session; the oldest is evicted. */
const MOST_FORMS = 3;
/** Length of a file's name, in characters. */
const MOST_NAME = 100;

/** Saves a draft for an hour, also over a sign-in, and returns whether there was anything to save. */
export async function saveDraft(session: Session, work: Omit<StoredDraft, "at">): Promise<boolean> {
  const entries = Object.entries(work.values).filter(([, value]) => value.trim() !== "");
  const length = entries.reduce((sum, [, value]) => sum + value.length, 0);
  const hasFile = work.file !== undefined || work.lost !== undefined;
  if ((entries.length === 0 && !hasFile) || length > MOST_CHARACTERS) return false;
  const stored = { ...work, values: Object.fromEntries(entries), at: clock.now() };
  await session.update((draft) => {
    const others = (draft.kept ?? []).filter((other) => other.form !== work.form || other.who !== work.who);
    draft.kept = [...others, stored].slice(-MOST_FORMS);
  });
  return true;
}

/**
 * Returns the picture of a form for its draft: the one that came with it, or the one that was sent before, if this
 * session still has it; otherwise its name.
 *
 * @param who hash of the member whom the form was rendered for
 */
export function attachedTo(
  session: Session,
  form: FormData,
  who: string,
  file: Omit<StoredFile, "at"> | undefined,
): Pick<StoredDraft, "file" | "lost"> {
  if (file) return { file: { ...file, at: clock.now(), who } };
  const id = form.get(ATTACHMENT_FIELD);
  if (typeof id !== "string" || id === "") return {};
  const earlier = fileOf(session, id, who);
  if (earlier) return { file: earlier };
  const name = form.get(ATTACHMENT_NAME_FIELD);
  return typeof name === "string" && name !== "" ? { lost: cut(line(name), MOST_NAME) } : {};
}

/** Returns a picture that this member (or a guest) has sent, from the session or a draft. Does not check its age. */
export function fileOf({ data }: Session, id: string, who: string): StoredFile | undefined {
  const drafts = data.kept?.flatMap(({ file }) => file ?? []) ?? [];
  return [...(data.attachments ?? []), ...drafts].find(
    (file) => file.id === id && (!file.who || file.who === who),
  );
}

const isFor = (form: string, who: string) => (work: StoredDraft) =>
  work.form === form && (work.who === who || work.who === "");

export function readDraft(session: Session, form: string, who: string) {
  const stored = session.data.kept?.filter(isFor(form, who)).findLast(({ at }) => clock.now() - at < KEPT_MS);
  if (!stored) return null;
  const { values, at, file, lost } = stored;
  return {
    values,
    at,
    ...(file && { file: { id: file.id, name: file.name, size: file.size } }),
    ...(lost !== undefined && { lost }),
  };
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
