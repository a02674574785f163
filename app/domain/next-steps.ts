import { paths } from "./paths";

/** Key of the sentence that warns a buyer against paying twice. */
export const MONEY_STEP = "errors:next.money";

/**
 * Next steps for messages with a prescribed text that does not tell the reader what to do. Spec: accounts-and-store.md,
 * errors.
 */
const steps: Readonly<Record<string, readonly string[]>> = {
  "errors:http.403": ["errors:next.403"],
  "errors:http.noResponse": ["errors:next.wait"],
  "errors:invalidAccess": ["errors:next.start"],
  "errors:area.payment": [MONEY_STEP],
  "my-page:devices.newOne": ["my-page:devices.newText"],
};

const support = { to: paths.support.inquiry, text: "common:way.support" };
const reset = { to: paths.findPassword, text: "common:way.reset" };

/** The link that follows a message whose text names a way on. */
const ways: Readonly<Record<string, { to: string; text: string }>> = {
  "errors:code.pending": support,
  "errors:code.suspended": support,
  "errors:code.passwordExpired": reset,
  "errors:web.002": reset,
};

/** Returns the link that follows a message: its target and the key of its text. */
export const wayOn = (messageKey: string) => (Object.hasOwn(ways, messageKey) ? ways[messageKey] : undefined);

/** Message about an item that the API does not know. */
export const ITEM_GONE = "store:item.gone";

/**
 * Messages about a thing that the API does not know, with the title of their page and the area that has such pages. The
 * way on is the list of such things, not another try.
 */
const gone = {
  [ITEM_GONE]: {
    area: paths.store.root,
    title: "store:item.goneTitle",
    to: paths.store.products(),
    text: "common:nav.store",
  },
  "dao:debate.gone": {
    area: paths.dao.root,
    title: "dao:debate.goneTitle",
    to: paths.dao.suggestions(),
    text: "dao:suggestion.back",
  },
} as const;

export type GoneKey = keyof typeof gone;

/** Returns the title, and the target and text of the way on; undefined for any other message. */
export const goneOf = (messageKey: string | undefined) =>
  messageKey !== undefined && Object.hasOwn(gone, messageKey) ? gone[messageKey as GoneKey] : undefined;

/** Returns the key and the title of the message that a page of this path may have; undefined elsewhere. */
export function goneAt(pathname: string) {
  const found = Object.entries(gone).find(([, { area }]) => pathname.startsWith(`${area}/`));
  return found && { key: found[0], title: found[1].title };
}

/** Messages that, on a store page, do not tell whether a purchase succeeded. */
const leavesMoneyOpen = new Set([
  "errors:http.busy",
  "errors:http.busyHours",
  "errors:http.noResponse",
  "errors:http.unexpected",
]);

/** Messages that name My purchases. In the store, a link to it follows. */
const namesPurchases = new Set([
  "store:errors.tooManyOpen",
  "store:confirmOrder.tooMany",
  "errors:ledger.unreadable",
  ITEM_GONE,
  MONEY_STEP,
]);

/** Returns whether a link to My purchases follows a message or a sentence of `nextSteps`. */
export const leadsToPurchases = (key: string, pathname: string): boolean =>
  namesPurchases.has(key) && isStorePath(pathname);

/** Returns whether a path belongs to the store. */
export const isStorePath = (pathname: string): boolean =>
  pathname === paths.store.root || pathname.startsWith(`${paths.store.root}/`);

/**
 * Returns the keys of the sentences that follow a message and tell the reader what to do next, in display order.
 *
 * @param messageKey "namespace:key" of the message, with or without parameters
 * @param pathname of the page that shows the message
 */
export function nextSteps(messageKey: string, pathname: string): string[] {
  const [key = ""] = messageKey.split("?", 1);
  const own = Object.hasOwn(steps, key) ? (steps[key] ?? []) : [];
  return [...own, ...(leavesMoneyOpen.has(key) && isStorePath(pathname) ? [MONEY_STEP] : [])];
}
