/** Rules of calls.json that the sandbox does not enforce; none at present. */
export const LENIENT: ReadonlySet<string> = new Set<string>([]);
