import { accountCalls } from "./account-calls";
import { communityCalls } from "./community-calls";
import { storeCalls } from "./store-calls";

export type { WireCall } from "./call";

/** Every call of the product API and of the order service, in the order of the specification. */
export const calls = { ...accountCalls, ...storeCalls, ...communityCalls };
export type CallName = keyof typeof calls;
