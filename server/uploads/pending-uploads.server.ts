import { readFile, stat, writeFile } from "node:fs/promises";
import type { AttachedFile } from "~/domain/attachment-rules";
import type { FormSetup } from "~/domain/form-setup";
import * as clock from "#server/runtime/clock.server";
import type { StoredFile } from "#server/session/session-data";
import type { Session } from "#server/session/session.server";
import { KEPT_MS, limitUploads, openUploads, removeUpload, uploadPath } from "./disk-uploads.server";
import type { FileProblem, ReceivedFile, ReceivedUpload } from "./receive.server";
import { log } from "#server/observe/log.server";
import { reasonOf } from "#server/store/store";
import { ignoreOutage, isStoreUnavailable } from "#server/errors/store-unavailable";
import { ATTACHMENT_FIELD } from "~/domain/form-setup";
import { fileOf } from "#server/forms/form-drafts.server";
import { memberHash } from "#server/forms/form-signature.server";
import { redisConnection } from "#server/store/stores.server";

/** Pending files per session. Further files are refused, so that no tab loses its picture to another tab. */
const MOST_PER_SESSION = 8;

/** The submitted file replaces the pending one. @throws SignInNeeded when the session has ended during the upload */
export async function attachmentOf(session: Session, { form, file, problem }: ReceivedUpload) {
  const earlier = form.get(ATTACHMENT_FIELD);
  const earlierId = typeof earlier === "string" ? earlier : "";
  if (file) {
    await dropPendingFile(session, earlierId);
    const { isSignedIn } = session;
    const saved = await keep(session, file);
    const ended = isSignedIn ? session.endedError() : undefined;
    if (ended) {
      // The session was ended during the upload: the form waits for the new sign-in, with its picture.
      throw ended;
    }
    if (typeof saved === "object") return { file: saved };
    return { problem: { message: `support:attachment.${saved}`, status: 400 } satisfies FileProblem };
  }
  const pending = await findPendingFile(session, earlierId);
  if (problem || pending || earlierId === "") return { file: pending, problem };
  return { problem: { message: "support:attachment.gone", status: 400 } };
}

/** @returns "tooMany" at the limit, "gone" when the session has ended meanwhile; the file is deleted in both cases */
async function keep(session: Session, received: ReceivedFile): Promise<StoredFile | "tooMany" | "gone"> {
  const file = { ...received, at: clock.now(), who: memberHash(session.user) };
  const over = (session.data.attachments ?? []).filter(({ at }) => file.at - at > KEPT_MS);
  let isFull = false;
  try {
    await session.update((draft) => {
      const waiting = (draft.attachments ?? []).filter(({ at }) => file.at - at <= KEPT_MS);
      isFull = waiting.length >= MOST_PER_SESSION;
      draft.attachments = isFull ? waiting : [...waiting, file];
    });
  } catch (error) {
    // Delete the file, because no session refers to it.
    await removeUpload(file.id);
    throw error;
  }
  // update() changes nothing when the session has ended meanwhile.
  const isPending = session.data.attachments?.some(({ id }) => id === file.id) === true;
  await Promise.all([
    ...over.map(({ id }) => forget(id)),
    isPending ? shareUpload(file.id) : removeUpload(file.id),
  ]);
  if (isPending) {
    await limitUploads();
    return file;
  }
  return isFull ? "tooMany" : "gone";
}

/**
 * Returns the picture of a restored draft. `lost` is the name of one that has expired or was evicted, for a message.
 */
export async function restoredFile(session: Session, { draft }: FormSetup) {
  const file = draft?.file && (await findPendingFile(session, draft.file.id));
  return { attached: shownFile(file), lost: file ? undefined : (draft?.file?.name ?? draft?.lost) };
}

/** @returns undefined also when the file has expired */
export async function findPendingFile(session: Session, id: string): Promise<StoredFile | undefined> {
  const file = fileOf(session, id, memberHash(session.user));
  if (!file || clock.now() - file.at > KEPT_MS) return undefined;
  if ((await sizeOf(file.id)) === file.size) return file;
  return (await fetchUpload(file.id)) && (await sizeOf(file.id)) === file.size ? file : undefined;
}

async function sizeOf(id: string): Promise<number> {
  const { size } = await stat(uploadPath(id)).catch(() => ({ size: -1 }));
  return size;
}

async function forget(id: string): Promise<void> {
  const redis = redisConnection();
  // During an outage of Redis the shared file expires within the hour.
  const unshared = redis?.run((client) => client.multi().del(fileKey(id)).zRem(allKey, id).exec());
  await Promise.all([removeUpload(id), unshared?.catch(ignoreOutage)]);
}

/** Removes a pending file from this session and deletes it. Files of other sessions stay. */
export async function dropPendingFile(session: Session, id: string): Promise<void> {
  if (!fileOf(session, id, memberHash(session.user))) return;
  await session.update((draft) => {
    for (const work of draft.kept ?? []) if (work.file?.id === id) delete work.file;
    const left = draft.attachments?.filter((file) => file.id !== id) ?? [];
    if (left.length > 0) draft.attachments = left;
    else delete draft.attachments;
  });
  await forget(id);
}

const attachedFile = ({ id, name, size, hadPosition }: StoredFile): AttachedFile => ({
  ...{ id, name, size },
  ...(hadPosition && { hadPosition }),
});

export const shownFile = (file: StoredFile | undefined): AttachedFile | null =>
  file ? attachedFile(file) : null;

/** At 5 MB each this is a quarter of a gigabyte in Redis. Beyond it the oldest file of the address with most goes. */
const MOST_FILES = 50;

const fileKey = (id: string) => `soria:upload:${id}`;
const allKey = "soria:uploads";

/** KEYS: set of all, file. ARGV: bytes, lifetime in ms, now, id, maximum count. */
const shareScript = `
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3] - ARGV[2])
while redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[5]) do
  local count, heaviest = {}, nil
  local ids = redis.call('ZRANGE', KEYS[1], 0, -1)
  for _, id in ipairs(ids) do
    local address = string.sub(id, 1, 10)
    count[address] = (count[address] or 0) + 1
    if not heaviest or count[address] > count[heaviest] then heaviest = address end
  end
  for _, id in ipairs(ids) do
    if string.sub(id, 1, 10) == heaviest then
      redis.call('DEL', 'soria:upload:' .. id)
      redis.call('ZREM', KEYS[1], id)
      break
    end
  end
end
return 1`;

/** Serialises uploads to Redis, so that memory holds one file at a time. */
let turn: Promise<unknown> = Promise.resolve();

/** Copies a pending file to Redis for an hour, so that other machines can read it. On failure it stays here only. */
function shareUpload(id: string): Promise<void> {
  const redis = redisConnection();
  if (!redis) return Promise.resolve();
  const shared = turn.then(async () => {
    try {
      const bytes = await readFile(uploadPath(id));
      await redis.run((client) =>
        client.eval(shareScript, {
          keys: [allKey, fileKey(id)],
          arguments: [bytes, String(KEPT_MS), String(clock.now()), id, String(MOST_FILES)],
        }),
      );
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      log.warn(
        { reason: reasonOf(error) },
        "an attachment could not be shared; it waits on this machine alone",
      );
    }
  });
  turn = shared.catch(() => undefined);
  return shared;
}

/** @returns false when there is none, or Redis is unavailable */
async function fetchUpload(id: string): Promise<boolean> {
  const redis = redisConnection();
  if (!redis) return false;
  try {
    // With Redis in use the module is already loaded; without it the start need not load it.
    const { RESP_TYPES } = await import("redis");
    const bytes = await redis.run((client) =>
      client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(fileKey(id)),
    );
    if (!bytes) return false;
    await openUploads();
    await writeFile(uploadPath(id), bytes, { mode: 0o600 });
    return true;
  } catch (error) {
    return ignoreOutage(error) ?? false;
  }
}
