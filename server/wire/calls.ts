import * as auth from "./auth";
import * as dao from "./dao";
import * as news from "./news";
import * as orders from "./orders";
import * as store from "./store";
import * as support from "./support";
import * as users from "./users";

/** Every call of the product API and of the order service, in the order of the specification (section 7). */
export const calls = {
  ...auth.calls,
  ...users.calls,
  ...store.calls,
  ...orders.calls,
  ...news.calls,
  ...support.calls,
  ...dao.calls,
};
export type CallName = keyof typeof calls;
