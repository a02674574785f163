import { paths } from "./paths";

/** Messages whose sentence is prescribed and does not say what its reader can do. Spec: accounts-and-store.md, errors. */
const steps: Readonly<Record<string, readonly string[]>> = {
  "errors:http.403": ["errors:next.403"],
  "errors:http.noResponse": ["errors:next.wait"],
  "errors:invalidAccess": ["errors:next.start"],
};

/** The key of the sentence that keeps a buyer from paying twice. */
export const MONEY_STEP = "errors:next.money";

/** Messages that leave open, on a page of the store, whether a purchase went through. */
const leavesMoneyOpen = new Set(["errors:http.noResponse", "errors:http.unexpected", "errors:area.payment"]);

/** Whether a path belongs to the pages that sell something. */
export const isStorePath = (pathname: string): boolean =>
  pathname === paths.store.root || pathname.startsWith(`${paths.store.root}/`);

/**
 * Returns the keys of the sentences that follow a message, in their order: what its reader can do next.
 *
 * @param messageKey "namespace:key" of the message, with or without parameters
 * @param pathname of the page that shows it
 */
export function nextSteps(messageKey: string, pathname: string): string[] {
  const [key = ""] = messageKey.split("?", 1);
  const own = Object.hasOwn(steps, key) ? (steps[key] ?? []) : [];
  return [...own, ...(leavesMoneyOpen.has(key) && isStorePath(pathname) ? [MONEY_STEP] : [])];
}
