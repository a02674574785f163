import { createHash } from "node:crypto";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { changeRecord, recordsOf, type SessionRecord } from "./records.server";
import { newMessageId } from "#server/store/encryption.server";
import { paths } from "~/domain/paths";
import { endedData, type EndReason, type SignedIn, type StoredFlash, withMessage } from "./session-data";
import { noteSignIn } from "./sign-ins.server";
import { reasonOf } from "#server/store/store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";

/** Limit of sessions per member; beyond it the least recently used one ends. */
const MOST_SESSIONS = 100;

/** Identifies a session on the member's pages. A key has 256 random bits, so the hash cannot be reversed. */
const markOf = (key: string) =>
  createHash("sha256").update(`session mark ${key}`).digest("base64url").slice(0, 22);

const lastUsed = ({ data }: SessionRecord) => data.signedIn?.lastUsed ?? 0;

/** Lists the sessions of a member, the requesting one first, the others by last use. */
export async function listSessions(owner: string, thisKey: string) {
  return (await recordsOf(owner))
    .sort((one, other) => lastUsed(other) - lastUsed(one))
    .flatMap(({ key, data: { signedIn } }) =>
      signedIn ? [{ mark: markOf(key), signedIn, isThis: key === thisKey }] : [],
    )
    .sort((one, other) => Number(other.isThis) - Number(one.isThis));
}

/**
 * Ends one session of a member, never the requesting one. Another member's mark matches nothing.
 *
 * @returns false when there is no such session (any more)
 */
export async function endSession(owner: string, mark: string, thisKey?: string): Promise<boolean> {
  const record = (await recordsOf(owner)).find(({ key }) => key !== thisKey && markOf(key) === mark);
  return record !== undefined && end(record, "elsewhere");
}

/** Ends all sessions of a member but one, and returns their number. The next page of each shows the reason. */
export async function endSessionsBut(
  owner: string,
  key: string | undefined,
  reason: EndReason,
): Promise<number> {
  const others = (await recordsOf(owner)).filter((record) => record.key !== key);
  const ended = await Promise.all(others.map((record) => end(record, reason)));
  // Destroys the rest: unreadable records, and sessions created meanwhile.
  const destroyed = await sessionStore().destroyAllOf(owner, key);
  return ended.filter(Boolean).length + destroyed;
}

/** Devices that a session has been told of; the oldest are forgotten. */
const MOST_DEVICES = 20;

/** What a member can recognise a device by; equal for two browsers of one kind. */
const deviceName = ({ browser, system }: SignedIn) => [browser, system].filter(Boolean).join(", ");
const deviceKey = (signedIn: SignedIn) => `${deviceName(signedIn)} ${signedIn.country ?? ""}`;

/**
 * Tells the member's other sessions, on their next page, that a device has signed in that none of them is. Each hears
 * of a device once. A store outage is only logged.
 */
export async function tellOfDevice(owner: string, newKey: string, signedIn: SignedIn): Promise<void> {
  try {
    const others = (await recordsOf(owner)).filter(({ key, data }) => key !== newKey && data.tokens);
    const device = deviceKey(signedIn);
    if (others.some(({ data }) => data.signedIn && deviceKey(data.signedIn) === device)) return;
    const message: StoredFlash = {
      ...{ id: newMessageId(), kind: "alert", key: "my-page:devices.newOne" },
      params: { device: deviceName(signedIn), at: signedIn.at },
      link: { to: `${paths.myPage.profile}#devices`, key: "my-page:devices.notMine" },
    };
    await Promise.all(
      others.map((record) =>
        changeRecord(record, (draft) => {
          if (!draft.tokens || draft.devices?.includes(device)) return;
          draft.devices = [...(draft.devices ?? []), device].slice(-MOST_DEVICES);
          draft.flash = withMessage(draft.flash ?? [], message);
        }),
      ),
    );
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    log.warn({ reason: reasonOf(error) }, "a member's sessions could not be told of a new device");
  }
}

/** Adds a sign-in to the member's list of the last 90 days. A store outage is only logged. */
export async function listSignIn(owner: string, signedIn: SignedIn): Promise<void> {
  try {
    await noteSignIn(owner, signedIn);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    log.warn({ reason: reasonOf(error) }, "a sign-in could not be added to the member's list");
  }
}

/** Ends the sessions beyond the limit, but never the new one. A store outage is only logged. */
export async function endBeyondMost(owner: string, newKey: string): Promise<void> {
  try {
    const others = (await recordsOf(owner)).filter(({ key }) => key !== newKey);
    others.sort((one, other) => lastUsed(other) - lastUsed(one));
    const tooMany = others.slice(MOST_SESSIONS - 1);
    if (tooMany.length > 0) countLimited("member-sessions");
    await Promise.all(tooMany.map((record) => end(record, "many")));
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    log.warn({ reason: reasonOf(error) }, "a member's sessions could not be counted");
  }
}

/** Ends the old record of a session that was given a new id. It shows the reason to a request with the old cookie. */
export async function leaveBehind({ data, ...record }: SessionRecord, reason: EndReason): Promise<void> {
  // The form drafts and their pictures moved to the new record.
  const { kept: _, attachments: __, ...rest } = data;
  await end({ ...record, data: rest }, reason === "elsewhere" ? "renewed" : reason);
}

/** @returns whether this call ended the session */
async function end(record: SessionRecord, reason: EndReason): Promise<boolean> {
  let wasSignedIn = false;
  const after = await changeRecord(record, (draft) => {
    wasSignedIn = draft.tokens !== undefined;
    return wasSignedIn ? endedData(draft, newMessageId(), reason) : draft;
  });
  return wasSignedIn && after !== undefined;
}
