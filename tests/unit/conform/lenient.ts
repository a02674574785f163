/** Rules of the contract that the sandbox does not enforce; none at present. */
export const LENIENT: ReadonlySet<string> = new Set<string>([]);
