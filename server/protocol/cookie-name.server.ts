export const cookieName = "soria";
/** The prefix makes browsers refuse the cookie from a subdomain or without Secure. It works only with https. */
export const secureCookieName = `__Host-${cookieName}`;
/** Cookie of a guest without a session (session/guest-session-cookie.server.ts), for example with a flash message. */
export const guestCookieName = `${cookieName}-guest`;
export const secureGuestCookieName = `__Host-${guestCookieName}`;

/** Lets an operator pass a maintenance (maintenance/pass.server.ts). A page seen with it is not kept for others. */
export const passCookieName = `${cookieName}-maintenance-pass`;

/** Allows whitespace where cookie parsers do. */
const pattern = new RegExp(`(?:^|;)\\s*(?:__Host-)?${cookieName}(?:-guest|-maintenance-pass)?\\s*=`);

/** Returns whether a Cookie header contains a cookie of one visitor, valid or not. Does not read the store. */
export const hasSessionCookie = (header: string | null | undefined) => pattern.test(header ?? "");
