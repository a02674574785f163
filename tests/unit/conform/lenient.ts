/** Rules of calls.json that the sandbox does not enforce: its response to such values is up to the sandbox. */
export const LENIENT: ReadonlySet<string> = new Set([
  "auth.checkEmail body.email",
  "users.history query.size",
  "users.history range",
  "news.list query.keyword",
  "support.createInquiry body.name",
]);
