import { stat } from "node:fs/promises";
import * as clock from "#server/runtime/clock.server";
import type { Session } from "#server/session/session.server";
import { KEPT_MS, removeUpload, uploadPath } from "./disk-uploads.server";
import type { FileProblem, ReceivedFile, ReceivedForm } from "./receive.server";
import { fetchUpload, shareUpload, unshareUpload } from "./redis-uploads.server";

/** A file that waits for its form to be sent: what the visitor's session remembers of it. */
export interface KeptFile extends ReceivedFile {
  /** Milliseconds since 1970. */
  at: number;
}

/** What a page may know of it. */
export type ShownFile = Pick<KeptFile, "id" | "name" | "size">;

/** Each in a form of a tab of its own. One more is refused: nobody's picture goes because of another tab's. */
const MOST_PER_SESSION = 8;

/** The hidden field with the id of a file that came with an earlier submit. */
export const ATTACHMENT_FIELD = "attachment";

/**
 * The attachment of a form: the file that came with it, or else the one that came earlier and was kept.
 * Another file takes the place of the kept one. A file lives for an hour with the session that it came in: on
 * this machine, and in Redis too where sessions are shared there.
 *
 * @throws SignInNeeded when the member's session has ended while the file came
 */
export async function attachmentOf(
  session: Session,
  { form, file, problem }: ReceivedForm,
): Promise<{ file?: KeptFile; problem?: FileProblem }> {
  const earlier = form.get(ATTACHMENT_FIELD);
  const earlierId = typeof earlier === "string" && earlier !== "" ? earlier : undefined;
  if (file) {
    if (earlierId) await dropKept(session, earlierId);
    const { isSignedIn } = session;
    const kept = await keep(session, file);
    const ended = isSignedIn ? session.endedError() : undefined;
    if (ended) {
      // Signed out from elsewhere while the file came: the form waits for the new sign-in, and is no guest's.
      if (typeof kept === "object") await dropKept(session, kept.id);
      throw ended;
    }
    if (typeof kept === "object") return { file: kept };
    return { problem: { message: `support:attachment.${kept}`, status: 400 } };
  }
  const kept = earlierId ? await findKept(session, earlierId) : undefined;
  if (problem) return { ...(kept ? { file: kept } : {}), problem };
  if (earlierId && !kept) return { problem: { message: "support:attachment.gone", status: 400 } };
  return kept ? { file: kept } : {};
}

/**
 * @returns "tooMany" when as many wait already as may, "gone" when the session has ended meanwhile: the file is removed
 * then
 */
async function keep(session: Session, received: ReceivedFile): Promise<KeptFile | "tooMany" | "gone"> {
  const file = { ...received, at: clock.now() };
  const over = (session.data.attachments ?? []).filter(({ at }) => file.at - at > KEPT_MS);
  let isFull = false;
  try {
    await session.update((draft) => {
      const waiting = (draft.attachments ?? []).filter(({ at }) => file.at - at <= KEPT_MS);
      isFull = waiting.length >= MOST_PER_SESSION;
      draft.attachments = isFull ? waiting : [...waiting, file];
    });
  } catch (error) {
    // A file that no session knows of would wait for nobody.
    await removeUpload(file.id);
    throw error;
  }
  // Of a session that has ended meanwhile nothing was changed.
  const isKept = session.data.attachments?.some(({ id }) => id === file.id) === true;
  await Promise.all([
    ...over.map(({ id }) => forget(id)),
    isKept ? shareUpload(file.id) : removeUpload(file.id),
  ]);
  if (isKept) return file;
  return isFull ? "tooMany" : "gone";
}

/** A kept file of this session; undefined when it is another's, too old, or gone. */
export async function findKept(session: Session, id: string): Promise<KeptFile | undefined> {
  const file = session.data.attachments?.find((kept) => kept.id === id);
  if (!file || clock.now() - file.at > KEPT_MS) return undefined;
  if ((await sizeOf(file.id)) === file.size) return file;
  return (await fetchUpload(file.id)) && (await sizeOf(file.id)) === file.size ? file : undefined;
}

async function sizeOf(id: string): Promise<number> {
  const { size } = await stat(uploadPath(id)).catch(() => ({ size: -1 }));
  return size;
}

async function forget(id: string): Promise<void> {
  await Promise.all([removeUpload(id), unshareUpload(id)]);
}

/** Forgets a kept file of this session, and removes it. Another session's stays. */
export async function dropKept(session: Session, id: string): Promise<void> {
  if (!session.data.attachments?.some((kept) => kept.id === id)) return;
  await session.update((draft) => {
    const left = draft.attachments?.filter((kept) => kept.id !== id) ?? [];
    if (left.length > 0) draft.attachments = left;
    else delete draft.attachments;
  });
  await forget(id);
}

export function shownFile(file: KeptFile | undefined): ShownFile | null {
  return file ? { id: file.id, name: file.name, size: file.size } : null;
}
