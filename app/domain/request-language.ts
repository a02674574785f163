const said = new WeakMap<Request, string>();

/**
 * Stores the language of the page that sent a request. Forms send it, because another tab may have changed the cookie
 * in the meantime.
 */
export function sayLanguage(request: Request, lng: string): void {
  said.set(request, lng);
}

/** Returns the stored language, or undefined. It is untrusted input and not validated. */
export const saidLanguage = (request: Request): string | undefined => said.get(request);
