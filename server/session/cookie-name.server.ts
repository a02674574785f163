export const cookieName = "soria";
/** The prefix makes browsers refuse the cookie from a subdomain or without Secure; they know it on https only. */
export const secureCookieName = `__Host-${cookieName}`;

const pattern = new RegExp(`(?:^|;\\s*)(?:__Host-)?${cookieName}=`);

/** Whether a Cookie header carries a session's cookie, good or not. Asks no store. */
export function hasSessionCookie(header: string | null | undefined): boolean {
  return pattern.test(header ?? "");
}
