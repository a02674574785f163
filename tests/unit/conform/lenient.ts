/** Rules of calls.json that the sandbox does not hold requests to: what a wrong value does there is its own choice. */
export const LENIENT: ReadonlySet<string> = new Set([
  "auth.checkEmail body.email",
  "users.history query.size",
  "users.history range",
  "news.list query.keyword",
  "support.createInquiry body.name",
]);
