const said = new WeakMap<Request, string>();

/**
 * Notes the language of the screen that a request comes from: a form says it, because another tab may have changed the
 * cookie's meanwhile.
 */
export function sayLanguage(request: Request, lng: string): void {
  said.set(request, lng);
}

/** What was said; undefined when nothing was. Not checked yet: it comes from outside. */
export function saidLanguage(request: Request): string | undefined {
  return said.get(request);
}
