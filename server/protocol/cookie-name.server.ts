export const cookieName = "soria";
/** The prefix makes browsers refuse the cookie from a subdomain or without Secure; they know it on https only. */
export const secureCookieName = `__Host-${cookieName}`;
/** What a guest's browser keeps who has no session (session/guest-session-cookie.server.ts): a message for the next page, say. */
export const guestCookieName = `${cookieName}-guest`;
export const secureGuestCookieName = `__Host-${guestCookieName}`;

/** With blanks wherever the parser of cookies takes them. */
const pattern = new RegExp(`(?:^|;)\\s*(?:__Host-)?${cookieName}(?:-guest)?\\s*=`);

/** Whether a Cookie header carries a session's cookie or a guest's, good or not. Asks no store. */
export function hasSessionCookie(header: string | null | undefined): boolean {
  return pattern.test(header ?? "");
}
