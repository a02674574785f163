import { z } from "zod";
import * as clock from "#server/runtime/clock.server";
import { memberRecord } from "#server/store/member-record.server";
import type { SignedIn } from "./session-data";

/** Sign-ins that are kept of one member; the oldest are dropped. */
export const MOST_SIGN_INS = 50;
export const SIGN_IN_DAYS = 90;
const LIFE_MS = SIGN_IN_DAYS * 24 * 60 * 60_000;

const signIn = z.object({
  /** In ms since 1970. */
  at: z.number(),
  browser: z.string().optional(),
  system: z.string().optional(),
  /** ISO 3166 country code, if the proxy sends it (COUNTRY_HEADER). */
  country: z.string().optional(),
});
export type SignIn = z.infer<typeof signIn>;

const record = memberRecord("sign-ins", z.array(signIn), LIFE_MS);

const isRecent = ({ at }: SignIn) => at > clock.now() - LIFE_MS;

/** Adds a sign-in to the member's list. @param owner from `ownerOf` @throws StoreUnavailable */
export function noteSignIn(owner: string, { at, browser, system, country }: SignedIn): Promise<void> {
  const entry = { at, ...(browser && { browser }), ...(system && { system }), ...(country && { country }) };
  return record.change(owner, (before = []) => [entry, ...before.filter(isRecent)].slice(0, MOST_SIGN_INS));
}

/** Returns the member's sign-ins of the last 90 days, the newest first. @throws StoreUnavailable */
export async function recentSignIns(owner: string): Promise<SignIn[]> {
  return ((await record.read(owner)) ?? []).filter(isRecent);
}

export const forgetSignIns = record.delete;
